// Package layer turns the files of a repository into declared records: which
// files are in scope, which source class has each, what a record declares and
// what its references resolve to. It reads no disk and runs no program (bytes
// are handed in), knows nothing of symbols, and never evaluates what a
// repository's configuration says: configuration is data.
//
// The invariant: Parse depends on a file's bytes, its claim's facts and the
// recipe alone, and Resolve on the set of parsed files, never on their order.
package layer
