package operation

import "slices"

// List gives every operation, in the order the surfaces show them.
func List() []*Operation {
	return slices.Concat(devcontextOperations(), objectOperations(), taskOperations(), routeOperations(), fragmentOperations(), contextOperations())
}
