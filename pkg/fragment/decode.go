package fragment

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"majordomus/pkg/fault"
)

// Decode reads a request from its JSON, exactly: ids and the numbers of
// metadata keep every digit, a member that comes twice or text that is not
// UTF-8 is refused, null on an optional member is absence. Members that are
// not known are ignored and named in the warnings. The sizes and ranges of the
// page are checked by Compile.
func Decode(raw []byte) (*Request, []Warning, error) {
	d := newDecoder(raw)
	req := &Request{}
	if err := d.request(req); err != nil {
		return nil, nil, err
	}
	if err := d.end(); err != nil {
		return nil, nil, err
	}
	return req, d.warnings, nil
}

// DecodeInput is Decode into r.
func (r *Request) DecodeInput(raw []byte) ([]Warning, error) {
	req, warnings, err := Decode(raw)
	if err != nil {
		return nil, err
	}
	*r = *req
	return warnings, nil
}

func (d *decoder) request(req *Request) error {
	var query, fragments, budget bool
	err := d.object("", CodeInput, func(key string) error {
		switch key {
		case "query":
			query = true
			return d.text("query", CodeInput, &req.Query)
		case "fragments":
			fragments = true
			return d.fragments(req)
		case "token_budget":
			budget = true
			return d.number("token_budget", CodeInput, &req.TokenBudget)
		case "target_model":
			return d.optional(func() error { return d.text("target_model", CodeInput, &req.TargetModel) })
		case "policy":
			return d.optional(func() error {
				req.Policy = &Policy{}
				return d.policy(req.Policy)
			})
		}
		return d.unknown(key)
	})
	switch {
	case err != nil:
		return err
	case !query:
		return invalid(CodeInput, "query", "missing")
	case !fragments:
		return invalid(CodeInput, "fragments", "missing")
	case !budget:
		return invalid(CodeInput, "token_budget", "missing")
	}
	return nil
}

func (d *decoder) fragments(req *Request) error {
	req.Fragments = []Fragment{}
	return d.array("fragments", CodeInput, func(i int) error {
		if i == MaxFragments {
			return invalid(CodeOverLimit, "fragments", "more than %d", MaxFragments)
		}
		f, err := d.fragment(i)
		req.Fragments = append(req.Fragments, f)
		return err
	})
}

func (d *decoder) fragment(i int) (f Fragment, err error) {
	place := func(name string) string { return field(i, name) }
	err = d.object(place("")[:len(place(""))-1], CodeFragment, func(key string) error {
		at := place(key)
		return d.known(key, at, map[string]func() error{
			"id":       func() error { f.ID = &ID{}; return d.id(at, f.ID) },
			"content":  func() error { f.Content = new(""); return d.text(at, CodeFragment, f.Content) },
			"path":     func() error { f.Path = new(""); return d.text(at, CodeFragment, f.Path) },
			"kind":     func() error { return d.text(at, CodeFragment, &f.Kind) },
			"priority": func() error { return d.priority(at, &f.Priority) },
			"metadata": func() error { return d.metadata(at, &f.Metadata) },
			"media":    func() error { f.Media = &Media{}; return d.media(at, f.Media) },
		})
	})
	return f, err
}

func (d *decoder) media(place string, m *Media) error {
	var mime, data bool
	err := d.object(place, CodeMedia, func(key string) error {
		switch key {
		case "mime":
			mime = true
			return d.text(place+".mime", CodeMedia, &m.Mime)
		case "bytes_b64":
			data = true
			return d.text(place+".bytes_b64", CodeMedia, &m.Base64)
		}
		return d.unknown(place + "." + key)
	})
	switch {
	case err != nil:
		return err
	case !mime:
		return invalid(CodeMedia, place+".mime", "missing")
	case !data:
		return invalid(CodeMedia, place+".bytes_b64", "missing")
	}
	return nil
}

func (d *decoder) metadata(place string, dst *json.RawMessage) error {
	raw, err := d.value(place, CodeFragment, '{', "an object")
	if err == nil {
		*dst = bytes.Clone(raw)
	}
	return err
}

func (d *decoder) id(place string, dst *ID) error {
	raw, err := d.any(place)
	if err != nil {
		return err
	}
	id, err := parseID(raw)
	if err != nil {
		return invalid(CodeFragment, place, "%s is no integer 0..18446744073709551615 or its decimal string", fault.Quote(string(raw)))
	}
	*dst = id
	return nil
}

func (d *decoder) priority(place string, dst *uint8) error {
	raw, err := d.any(place)
	if err != nil {
		return err
	}
	v, err := parseUint(string(raw), 8)
	if err != nil {
		return invalid(CodeFragment, place, "%s is no integer 0..255", fault.Quote(string(raw)))
	}
	*dst = uint8(v)
	return nil
}

func newDecoder(raw []byte) *decoder {
	return &decoder{Decoder: jsontext.NewDecoder(bytes.NewBuffer(raw))}
}
