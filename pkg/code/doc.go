// Package code reads source files: their language, whether they are tests, the
// symbols they declare, what they import, and which files those imports mean.
// It is no compiler: it knows declarations, strings, comments and nesting, and
// leaves types alone. Parse is pure and linear in the file, bounded by a
// budget, and its Facts can be kept; Resolve turns the facts of all files into
// edges and does not depend on their order. Nothing a file holds can make it
// fail: what cannot be read is left out with a reason.
package code
