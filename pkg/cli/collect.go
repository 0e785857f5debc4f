package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// How late the collector begins: when the heap has 32 MiB, where Go's own begins
// at 4. Until the first collection has been noticed, which can be a second one
// later, no heap gets beyond twice that.
const (
	lateness = 800 // percent
	most     = 64 << 20
)

// collectLate keeps the collector out of what is over soon: most commands end
// before their heap has that size, and collecting on the way there takes them a
// tenth of their time. Soon after the first collection everything is as if it
// had not been called, so what is large does not get larger. Whoever sets GOGC
// has the say.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := settings{debug.SetGCPercent(lateness), debug.SetMemoryLimit(-1)}
	debug.SetMemoryLimit(min(usual.limit, most))
	canary := new([16]byte)
	runtime.AddCleanup(canary, settings.restore, usual)
	runtime.KeepAlive(canary)
}

// settings are those of the collector.
type settings struct {
	percent int
	limit   int64
}

func (s settings) restore() {
	debug.SetGCPercent(s.percent)
	debug.SetMemoryLimit(s.limit)
}
