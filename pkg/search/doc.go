// Package search ranks the parts of an index by the words of an intent: BM25F
// over the fields of a document, BM25 over the passages of source text, of which
// each takes a share of its file's score. It knows documents by number. Its scores are the same on every
// processor: products are rounded before they are added, logarithms and scores
// to six places before anything compares them.
package search
