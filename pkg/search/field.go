package search

// Field is a part of a document that words can stand in, in order of weight
// (spec/devcontext.md, intent_match).
type Field uint8

// The fields.
const (
	Identity Field = iota
	Path
	Title
	Headings
	Tags
	Symbols
	Description
	fields
)

// weight of a word in a field: identity says most, description least.
func (f Field) weight() float64 { return [fields]float64{5, 4, 3, 2.5, 2, 1.75, 1}[f] }

// String is the field's name in a reason.
func (f Field) String() string {
	return [fields]string{"identity", "path", "title", "headings", "tags", "symbols", "description"}[f]
}

// Mask is a set of fields.
type Mask uint8

// Fields lists the fields of a set, by weight.
func (m Mask) Fields() []Field {
	var out []Field
	for f := range fields {
		if m&(1<<f) != 0 {
			out = append(out, f)
		}
	}
	return out
}
