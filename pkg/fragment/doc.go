// Package fragment compiles context that a caller brings: pieces of files,
// logs, tool output, prose and screenshots go in with a query and a token
// budget; assembled text under that budget comes out, with one decision per
// piece, a handle for everything that did not go in whole, figures and a risk
// (spec/fragments.md). The ten steps of that page are one file each.
//
// It is not a retriever: it opens no file by itself (Roots is what an adapter
// hands in for that), asks no network and no clock. Wire types are in
// request.go and result.go; everything else is the pipeline.
//
// Invariant: Compile is a function of its request. The same request gives the
// same bytes, and the text it returns, counted assembled, is within the budget.
package fragment
