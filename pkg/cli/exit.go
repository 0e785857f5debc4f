package cli

import (
	"majordomus/pkg/fault"
)

// The statuses of success and of a failure that has none of its own.
const (
	exitDone    = 0
	exitFailure = 1
)

// exitRow is one line of the table that --help shows.
type exitRow struct {
	Status  string
	Meaning string
}

// exitTable is spec/stream.md's, in its order.
func exitTable() []exitRow {
	return []exitRow{
		{"0", "done; a check: current"},
		{"1", "failure: input or output, or a fault of the program"},
		{"2", "usage; a check: unverifiable"},
		{"3", "a check: stale"},
		{"4", "a check: conflict"},
		{"10", "the answer was printed and is over budget; or the layer's own configuration is invalid"},
		{"12", "something named in the request does not exist"},
		{"13", "invalid input"},
		{"14", "broken, truncated or foreign stream"},
		{"130", "interrupted"},
		{"143", "terminated"},
	}
}

// exitOf is the status a class of failure ends with. In the context family 2
// means unverifiable and nothing else, so its invalid inputs are 1.
func exitOf(c fault.Class, contextFamily bool) int {
	if contextFamily {
		switch c {
		case fault.Usage, fault.Invalid, fault.NotFound, fault.Broken:
			return exitFailure
		}
	}
	switch c {
	case fault.Usage, fault.Unverifiable:
		return 2
	case fault.Stale:
		return 3
	case fault.Conflict:
		return 4
	case fault.OverBudget, fault.Config:
		return 10
	case fault.NotFound:
		return 12
	case fault.Invalid:
		return 13
	case fault.Broken:
		return 14
	case fault.Interrupted:
		return exitOfSignal(false)
	}
	return exitFailure
}

// exitOfSignal is the status after an interrupt, or when terminated.
func exitOfSignal(terminated bool) int {
	if terminated {
		return 143
	}
	return 130
}
