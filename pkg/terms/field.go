package terms

// Field is a part of an object that words can stand in, in order of weight
// (spec/devcontext.md, intent_match).
type Field uint8

// The fields. Body is the text of a document or source file.
const (
	Identity Field = iota
	Path
	Title
	Headings
	Tags
	Symbols
	Description
	Body
	Fields
)

// letters stand for the fields in the spelling of a Text; Body has none there.
const letters = "ipthgsd"

// String is the field's name in a reason.
func (f Field) String() string {
	return [Fields]string{"identity", "path", "title", "headings", "tags", "symbols", "description", "text"}[f]
}

// Mask is a set of fields.
type Mask uint8

// With is the set and a field.
func (m Mask) With(f Field) Mask { return m | 1<<f }

// Fields lists the fields of a set, by weight.
func (m Mask) Fields() []Field {
	var out []Field
	for f := range Fields {
		if m&(1<<f) != 0 {
			out = append(out, f)
		}
	}
	return out
}
