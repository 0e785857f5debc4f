package code

// kind is what a token is.
type kind uint8

const (
	word   kind = iota // identifier or keyword
	number             // a numeric literal
	text               // a literal: string, template piece, regular expression, markup
	punct              // one operator or bracket
)

// Operators of two bytes that would mislead a reader of single ones; every
// other operator is one token a byte.
const (
	opArrow  = 0x80 + iota // ->
	opFat                  // =>
	opScope                // ::
	opOther                // == <= >= != && || += …
	opInterp               // opens code inside a literal
	opEnd                  // closes it
)

// token is a piece of a file. Comments and white space are none.
type token struct {
	start, end int32 // bytes
	match      int32 // of a bracket: the token of its partner; the number of tokens when it has none
	kind       kind
	op         byte // of punct: the byte, or an op above 0x7f
	nl         bool // a line ended between the token before and this one
}

// comment is the bytes of a comment, its marks included.
type comment struct {
	start, end int32
	own        bool // nothing but space stands before it on its line
}

// open is an entry of the bracket stack.
type open struct {
	tok    int32
	op     byte // '(', '[', '{'
	resume mode // what goes on after the closing bracket
	depth  int32
	quote  byte
}

// mode says which literal an interpolation lies in.
type mode uint8

const (
	inCode mode = iota
	inTemplate
	inTag
	inChildren
)
