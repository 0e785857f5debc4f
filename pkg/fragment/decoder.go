package fragment

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"majordomus/pkg/fault"
)

// decoder reads a request member by member, so that every error can name its
// place and nothing passes through a float.
type decoder struct {
	*jsontext.Decoder
	warnings []Warning
}

func (d *decoder) syntax(err error) error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return invalid(CodeInput, "request", "a key comes twice in one object, at byte %d", d.InputOffset())
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return invalid(CodeInput, "request", "the JSON ends early, at byte %d", d.InputOffset())
	}
	return invalid(CodeInput, "request", "no valid JSON in UTF-8, after byte %d", d.InputOffset())
}

// end refuses anything after the request.
func (d *decoder) end() error {
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return invalid(CodeInput, "request", "something follows the JSON object")
	}
	return nil
}

// object calls member with each key; member reads the value. An empty place is
// the request itself.
func (d *decoder) object(place, code string, member func(key string) error) error {
	if place == "" {
		place = "request"
	}
	if err := d.open('{', place, code, "an object"); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		t, err := d.ReadToken()
		if err != nil {
			return d.syntax(err)
		}
		if err := member(t.String()); err != nil {
			return err
		}
	}
	return d.skipToken()
}

func (d *decoder) array(place, code string, item func(i int) error) error {
	if err := d.open('[', place, code, "an array"); err != nil {
		return err
	}
	for i := 0; d.PeekKind() != ']'; i++ {
		if d.PeekKind() == 0 {
			_, err := d.ReadToken()
			return d.syntax(err)
		}
		if err := item(i); err != nil {
			return err
		}
	}
	return d.skipToken()
}

// skipToken reads what is known to be there, or finds it broken.
func (d *decoder) skipToken() error {
	if _, err := d.ReadToken(); err != nil {
		return d.syntax(err)
	}
	return nil
}

func (d *decoder) open(kind jsontext.Kind, place, code, want string) error {
	if err := d.expect(kind, place, code, want); err != nil {
		return err
	}
	return d.skipToken()
}

func (d *decoder) expect(kind jsontext.Kind, place, code, want string) error {
	switch got := d.PeekKind(); got {
	case kind:
		return nil
	case 0:
		_, err := d.ReadToken()
		return d.syntax(err)
	default:
		return invalid(code, place, "%s where %s belongs", kindName(got), want)
	}
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "nothing"
}

// optional reads null as absence, anything else with read.
func (d *decoder) optional(read func() error) error {
	if d.PeekKind() == 'n' {
		return d.skipToken()
	}
	return read()
}

// known reads an optional member with its reader, or warns of it.
func (d *decoder) known(key, place string, readers map[string]func() error) error {
	if read, ok := readers[key]; ok {
		return d.optional(read)
	}
	return d.unknown(place)
}

func (d *decoder) unknown(place string) error {
	d.warnings = append(d.warnings, fmt.Sprintf("unknown key %s is ignored", fault.Quote(place)))
	if err := d.SkipValue(); err != nil {
		return d.syntax(err)
	}
	return nil
}

func (d *decoder) value(place, code string, kind jsontext.Kind, want string) (jsontext.Value, error) {
	if err := d.expect(kind, place, code, want); err != nil {
		return nil, err
	}
	return d.any(place)
}

func (d *decoder) any(string) (jsontext.Value, error) {
	v, err := d.ReadValue()
	if err != nil {
		return nil, d.syntax(err)
	}
	return v, nil
}

func (d *decoder) text(place, code string, dst *string) error {
	if err := d.expect('"', place, code, "a string"); err != nil {
		return err
	}
	t, err := d.ReadToken()
	if err != nil {
		return d.syntax(err)
	}
	*dst = t.String()
	return nil
}

func (d *decoder) texts(place string, dst *[]string) error {
	return d.array(place, CodeInput, func(i int) error {
		*dst = append(*dst, "")
		return d.text(fmt.Sprintf("%s[%d]", place, i), CodeInput, &(*dst)[i])
	})
}

func (d *decoder) bool(place string, dst *bool) error {
	switch k := d.PeekKind(); k {
	case 't', 'f':
		*dst = k == 't'
		return d.skipToken()
	default:
		return d.expect('t', place, CodeInput, "a boolean")
	}
}

// number reads a non-negative integer.
func (d *decoder) number(place, code string, dst *int) error {
	raw, err := d.any(place)
	if err != nil {
		return err
	}
	v, err := parseUint(string(raw), 62)
	if err != nil {
		return invalid(code, place, "%s is no non-negative integer", fault.Quote(string(raw)))
	}
	*dst = int(v)
	return nil
}
