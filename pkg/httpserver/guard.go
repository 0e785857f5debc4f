package httpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Guard decides who may ask. A loopback server trusts the machine's own user
// and nobody a browser brings along: the Host must be a loopback name, so that
// no foreign name can be rebound to it, and an Origin must be the server's own.
// Any other address also needs the bearer token.
type Guard struct {
	Hosts    []string // further host names to answer for, without port, lower case
	Token    string   // "" on loopback only
	Loopback bool     // the listener's address is a loopback one
}

// Check gives the status and reason of a refusal, or 0.
func (g *Guard) Check(r *http.Request, open bool) (status int, code, detail string) {
	host := hostname(r.Host)
	if !g.hostAllowed(host) {
		return http.StatusForbidden, "forbidden", "this server does not answer for that host name"
	}
	if !g.originAllowed(r) {
		return http.StatusForbidden, "forbidden", "requests from another origin are refused"
	}
	if g.Token != "" && !open && !g.tokenMatches(r) {
		return http.StatusUnauthorized, "unauthorized", "a bearer token is needed"
	}
	return 0, "", ""
}

// hostname strips the port and the trailing dot of a Host header.
func hostname(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// hostAllowed: names given by the user; localhost and loopback addresses; on
// another bind any address literal, since only names can be rebound.
func (g *Guard) hostAllowed(host string) bool {
	if slices.Contains(g.Hosts, host) {
		return true
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback() || !g.Loopback
	}
	return host == "localhost"
}

// originAllowed: absence is what programs send, and a browser on a navigation;
// one that a browser sends must name the server itself.
func (g *Guard) originAllowed(r *http.Request) bool {
	if origins := r.Header.Values("Origin"); len(origins) > 0 {
		u, err := url.Parse(origins[0])
		if len(origins) > 1 || err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return false
		}
		return strings.EqualFold(u.Host, r.Host) || slices.Contains(g.Hosts, hostname(u.Host))
	}
	site := r.Header.Get("Sec-Fetch-Site")
	crossed := site == "cross-site" || site == "same-site"
	return !crossed || r.Header.Get("Sec-Fetch-Mode") == "navigate"
}

func (g *Guard) tokenMatches(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	given, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(g.Token))
	return strings.EqualFold(scheme, "bearer") && subtle.ConstantTimeCompare(given[:], want[:]) == 1
}
