// Package compiled renders a verified Capsule into one owned Markdown artifact
// and judges such artifacts later (spec/compiled.md). It extracts and never
// writes prose of its own about a source; whatever comes from a source or a
// caller stands inside a fence.
//
// The invariant: an artifact is current only when rendering its Capsule anew
// gives the very same bytes and every cited source still stands as cited.
package compiled
