// Package walk reaches from the seeds of a request what the work needs, one
// selector a file, and says of each thing how it was reached, how sure that is
// and what it costs. It chooses nothing: what is in reach and what is not are
// both reported. The one invariant: the same index, seeds and options give the
// same candidates in the same order, and a smaller depth or a higher floor puts
// no new thing in reach.
package walk
