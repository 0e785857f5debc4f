// Package route is the route index (spec/routes.md): exact bindings of paths
// and symbols to knowledge nodes. It parses one with every fault reported at
// its place, spells and hashes it canonically, holds it against the nodes there
// are, and owns the path rules that routes and tasks share. It resolves no task
// and looks at no disk but for Load.
//
// The invariant: what is accepted has one canonical form and one hash, whatever
// the order, the spelling and the format it was written in.
package route
