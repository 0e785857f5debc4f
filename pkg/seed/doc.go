// Package seed turns a request into what a walk starts from: the objects,
// paths and intent it names, and this checkout's own newest records. It
// resolves names against an index, in memory or as it streams by, and never
// guesses: what does not exist is an error with the nearest names.
package seed
