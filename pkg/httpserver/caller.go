package httpserver

import (
	"net"
	"net/http"
	"net/netip"

	"majordomus/pkg/capsule"
)

// callerOf says how far away a client is: on this machine, on a private
// network, or anywhere. One that asks for a name that is not this machine's
// came over a proxy, from anywhere.
func callerOf(r *http.Request) capsule.Caller {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return capsule.CallerRemote
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return capsule.CallerRemote
	}
	switch addr = addr.Unmap(); {
	case addr.IsLoopback() && (&Guard{Loopback: true}).hostAllowed(hostname(r.Host)):
		return capsule.CallerLocal
	case addr.IsPrivate() || addr.IsLinkLocalUnicast():
		return capsule.CallerLAN
	}
	return capsule.CallerRemote
}
