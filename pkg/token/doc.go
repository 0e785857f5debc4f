// Package token counts tokens. An Estimator is either an estimate (four bytes
// a token) or the count of a real tokenizer with its vocabulary embedded, so
// that a budget means the same on a machine without a network.
//
// It is not an encoder: it gives numbers, never token ids. Text is text; the
// markers of chat templates, such as <|endoftext|>, count as the ordinary
// characters they are.
//
// Invariant: Count depends on the bytes alone. Caches make it faster and
// change nothing, and equal fingerprints give equal counts.
package token
