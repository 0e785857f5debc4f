package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strings"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/httpserver"
	"majordomus/pkg/mcpserver"
	"majordomus/pkg/operation"
)

type serveFlags struct {
	Listen    string   `long:"listen" unquote:"false" value-name:"HOST:PORT" default:"127.0.0.1:7878" description:"Address to listen on; port 0 is any free one"`
	TokenFile string   `long:"token-file" unquote:"false" value-name:"FILE" description:"Bearer token every request must bear; needed for any address but loopback"`
	AllowHost []string `long:"allow-host" unquote:"false" value-name:"NAME" description:"Further host name to answer for, as behind a proxy; may be repeated"`
	Estimator string   `long:"estimator" unquote:"false" value-name:"NAME" choice:"bytes" choice:"o200k_base" choice:"cl100k_base" default:"bytes" description:"How tokens are counted"`
	Store     string   `long:"store" unquote:"false" value-name:"DIR" default-mask:"none" description:"Folder that keeps the bytes behind handles of fragments"`
	localFlags
	historyFlags
	repoFlag
	indexFlags
}

func (a *app) serveCommand() *command {
	f := new(serveFlags)
	return &command{
		words:   []string{"serve"},
		summary: "serve the HTTP API, the web page and MCP at /mcp",
		about: "Answers for the repository on a loopback address until it is interrupted, and follows its changes. The API is described at /openapi.json. " +
			"Any address but loopback needs --token-file.",
		flags: f,
		run:   func(ctx context.Context) error { return a.runServe(ctx, f) },
	}
}

func (a *app) runServe(ctx context.Context, f *serveFlags) error {
	guard, err := f.guard()
	if err != nil {
		return err
	}
	var ms *mcpserver.Server
	env, err := operation.NewEnv(operation.Settings{Index: a.indexOptions(f.Repo, f.indexFlags), Estimator: f.Estimator, NoLocal: f.NoLocal, History: f.History,
		FragmentStore: f.Store, IngestRoots: a.ingestRoots(), Follow: true, Changed: func() { ms.Changed() }})
	if err != nil {
		return err
	}
	defer env.Close()
	list := operation.List()
	ms = mcpserver.New(mcpserver.Options{Operations: list, Env: env, Version: Version, Log: a.log(), Caller: mcpCaller(&guard)})
	s, err := httpserver.New(httpserver.Options{Guard: guard, Operations: list, Env: env, MCP: ms.HTTP(), Version: Version, Log: a.log()})
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.Listen)
	if err != nil {
		return fault.Wrap(listenFault(err), "listen").At(f.Listen, 0, 0).WithHint("give another port, or 0 for any free one")
	}
	if !a.common.Quiet {
		fmt.Fprintf(a.stderr, "majordomus: serving http://%s/\n", l.Addr())
	}
	return s.Serve(ctx, l)
}

func listenFault(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// guard decides who may ask, and refuses an address that others reach without
// a token.
func (f *serveFlags) guard() (httpserver.Guard, error) {
	host, _, err := net.SplitHostPort(f.Listen)
	if err != nil {
		return httpserver.Guard{}, fault.New(fault.Usage, "usage", "--listen: %s is not HOST:PORT", fault.Quote(f.Listen))
	}
	g := httpserver.Guard{Loopback: loopback(host)}
	for _, h := range f.AllowHost {
		g.Hosts = append(g.Hosts, strings.ToLower(strings.TrimSuffix(h, ".")))
	}
	if f.TokenFile == "" {
		if !g.Loopback {
			return g, fault.New(fault.Usage, "usage", "--listen: others reach %s, so a token is needed", fault.Quote(f.Listen)).
				WithHint("give --token-file FILE, or listen on 127.0.0.1")
		}
		return g, nil
	}
	token, err := os.ReadFile(f.TokenFile)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return g, fault.Wrap(err, "--token-file cannot be read").At(f.TokenFile, 0, 0)
	}
	if g.Token = strings.TrimSpace(string(token)); len(g.Token) < 16 {
		return g, fault.New(fault.Invalid, "invalid_input", "the token has fewer than 16 characters").At(f.TokenFile, 0, 0).
			WithHint("openssl rand -hex 32 makes one")
	}
	return g, nil
}

func loopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	return host == "localhost"
}

// mcpCaller is how far away MCP clients over HTTP are taken to be: a session
// does not tell, so on anything but plain loopback they could be anywhere.
func mcpCaller(g *httpserver.Guard) capsule.Caller {
	if g.Loopback && len(g.Hosts) == 0 {
		return capsule.CallerLocal
	}
	return capsule.CallerRemote
}
