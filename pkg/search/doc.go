// Package search ranks the parts of an index by the words of an intent: BM25F
// over fields. It knows documents by number, and inside one the units its
// caller names, such as the symbols of a file. Its scores are the same on every
// processor: products are rounded before they are added, logarithms and scores
// to six places before anything compares them.
package search
