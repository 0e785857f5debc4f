package httpserver

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestGuard(t *testing.T) {
	local := Guard{Loopback: true}
	named := Guard{Loopback: true, Hosts: []string{"app.example.com"}}
	wide := Guard{Token: "s3cret"}
	for _, c := range []struct {
		name   string
		guard  Guard
		host   string
		header map[string]string
		want   int
	}{
		{"loopback address", local, "127.0.0.1:8080", nil, 0},
		{"localhost", local, "localhost:8080", nil, 0},
		{"trailing dot", local, "localhost.:8080", nil, 0},
		{"ipv6", local, "[::1]:8080", nil, 0},
		{"no port", local, "127.0.0.1", nil, 0},
		{"foreign host", local, "app.example.com", nil, 403},
		{"rebound name", local, "127.0.0.1.evil.test:8080", nil, 403},
		{"name that begins like localhost", local, "localhost.evil.test", nil, 403},
		{"lan address on a loopback server", local, "192.0.2.7:8080", nil, 403},
		{"empty host", local, "", nil, 403},
		{"named host behind a proxy", named, "app.example.com", nil, 0},
		{"own origin", local, "127.0.0.1:8080", map[string]string{"Origin": "http://127.0.0.1:8080"}, 0},
		{"origin of another port", local, "127.0.0.1:8080", map[string]string{"Origin": "http://127.0.0.1:9"}, 403},
		{"foreign origin", local, "127.0.0.1:8080", map[string]string{"Origin": "https://evil.test"}, 403},
		{"null origin", local, "127.0.0.1:8080", map[string]string{"Origin": "null"}, 403},
		{"named origin", named, "app.example.com", map[string]string{"Origin": "https://app.example.com"}, 0},
		{"cross-site without an origin", local, "127.0.0.1:8080", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"cross-site navigation", local, "127.0.0.1:8080", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 0},
		{"same origin", local, "127.0.0.1:8080", map[string]string{"Sec-Fetch-Site": "same-origin"}, 0},
		{"no token", wide, "192.0.2.7:8080", nil, 401},
		{"wrong token", wide, "192.0.2.7:8080", map[string]string{"Authorization": "Bearer s3cret2"}, 401},
		{"wrong scheme", wide, "192.0.2.7:8080", map[string]string{"Authorization": "Basic s3cret"}, 401},
		{"token", wide, "192.0.2.7:8080", map[string]string{"Authorization": "Bearer s3cret"}, 0},
		{"token under a rebound name", wide, "evil.test", map[string]string{"Authorization": "Bearer s3cret"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/api/v1/index", nil)
			r.Host = c.host
			for k, v := range c.header {
				r.Header.Set(k, v)
			}
			if got, _, _ := c.guard.Check(r, false); got != c.want {
				t.Errorf("Check = %d, want %d", got, c.want)
			}
		})
	}
}

func TestGuardRefusesSeveralOrigins(t *testing.T) {
	g := Guard{Loopback: true}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host = "127.0.0.1:1"
	r.Header["Origin"] = []string{"http://127.0.0.1:1", "https://evil.test"}
	if got, _, _ := g.Check(r, false); got != http.StatusForbidden {
		t.Errorf("two origins: %d, want 403", got)
	}
}

func TestGuardLeavesOpenRoutesWithoutToken(t *testing.T) {
	g := Guard{Token: "x"}
	r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
	r.Host = "192.0.2.7"
	if got, _, _ := g.Check(r, true); got != 0 {
		t.Errorf("open route: %d, want 0", got)
	}
}
