// Package task resolves what a task needs (spec/routes.md): from the task, the
// paths that changed, a route index, the nodes of an index and a role to three
// classes of nodes (required, coactivated, advisory), a rendered context, and a
// manifest that proves later which inputs the result came from. It runs no
// task, calls no model and changes nothing but the two files it is told to
// publish.
//
// The invariant: the result is a function of the inputs and settings that the
// manifest names; their order, the clock, the machine and the folder have no
// part in it. A required node is given or the resolution fails, naming every
// node that is not there.
package task
