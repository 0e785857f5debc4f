// Package budget spends a token budget on what a walk reached and makes the
// answer: what is given, what is not and why, what every tier cost. It folds
// things that are the same, shows what contradicts what, holds the request's
// limits, and then fits first what is required and after that, in one total
// order, what still has room. It reads nothing but the walk: no repository, no
// clock. The one invariant: the same walk under the same options is the same
// answer, byte for byte, and an answer can be spent again exactly as its walk.
package budget
