// Package cli is the command line: the four stages as filters, and majordomus,
// which chains them in one process. A command is its words, its flags and a
// handler that turns them into typed input, calls one domain function and shows
// the outcome; none adds behaviour of its own. The invariants: only process.go
// touches the process's streams, arguments and environment, only exit.go knows
// exit numbers, and nothing that could pass for an answer is printed before the
// whole answer is known.
package cli
