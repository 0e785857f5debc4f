// Package terms turns what objects and their files say into the terms a search
// compares: words, their normal forms, and per object a Text, which says in
// which fields and passages each term stands. A Text is complete in itself,
// travels in an index stream as it is and can be searched as it is; it follows
// from the object and its bytes alone.
package terms
