package httpserver

import (
	"net/http/httptest"
	"testing"

	"majordomus/pkg/capsule"
)

func TestCallerOf(t *testing.T) {
	for _, c := range []struct {
		from, host string
		want       capsule.Caller
	}{
		{"127.0.0.1:5", "127.0.0.1:7878", capsule.CallerLocal},
		{"[::1]:5", "localhost:7878", capsule.CallerLocal},
		{"127.0.0.1:5", "app.example.com", capsule.CallerRemote},
		{"192.168.1.9:5", "192.168.1.2:7878", capsule.CallerLAN},
		{"[::ffff:10.0.0.4]:5", "10.0.0.1", capsule.CallerLAN},
		{"8.8.8.8:5", "10.0.0.1", capsule.CallerRemote},
		{"nonsense", "localhost", capsule.CallerRemote},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr, r.Host = c.from, c.host
		if got := callerOf(r); got != c.want {
			t.Errorf("%s asking for %s is %d, want %d", c.from, c.host, got, c.want)
		}
	}
}
