package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work goes on before a person is told of it.
const patience = time.Second

// progress shows on a terminal's standard error that long work goes on. It
// shows nothing anywhere else, nothing under -q and nothing of short work.
type progress struct {
	quit, done chan struct{}
}

func (a *app) progress() *progress {
	p := &progress{quit: make(chan struct{}), done: make(chan struct{})}
	if a.common.Quiet || !a.stderrTerminal {
		close(p.done)
		return p
	}
	go p.show(a)
	return p
}

func (p *progress) show(a *app) {
	defer close(p.done)
	select {
	case <-p.quit:
		return
	case <-time.After(patience):
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(a.stderr), progressbar.OptionSetDescription("reading the repository"),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true), progressbar.OptionUseANSICodes(a.getenv("TERM") != "dumb"))
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			_ = bar.Finish() // only looks are lost
			return
		case <-tick.C:
			_ = bar.Add(1)
		}
	}
}

// stop takes the bar away. It may be called once.
func (p *progress) stop() {
	close(p.quit)
	<-p.done
}
