package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// lateness is the percentage that lets the first collection wait until the heap
// has 32 MiB, where Go's own begins at 4.
const lateness = 800

// collectLate keeps the collector out of what is over soon: most commands end
// before their heap has lateness's size, and collecting on the way there takes
// them a tenth of their time. Soon after the first collection everything is as
// if it had not been called, so what is large does not get larger. Whoever sets
// GOGC has the say.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(lateness)
	canary := new([16]byte)
	runtime.AddCleanup(canary, func(percent int) { debug.SetGCPercent(percent) }, usual)
	runtime.KeepAlive(canary)
}
