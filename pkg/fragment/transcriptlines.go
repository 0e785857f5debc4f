package fragment

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// detect finds the format by the first lines that are not blank: JSON objects
// with a role are turns, and blocks if any turn carries them.
func detect(input []byte) Format {
	const look = 64
	seen := 0
	format := FormatPlain
	for line := range bytes.Lines(input) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		t, ok := readTurn(line)
		switch {
		case !ok && seen == 0:
			return FormatPlain
		case ok && t.blocks:
			return FormatBlocks
		case ok && t.role != "":
			format = FormatJSONL
		}
		if seen++; seen == look {
			break
		}
	}
	return format
}

// lines reads a turn per line.
func (s *Segmentation) lines(ctx context.Context, input []byte, strict bool) error {
	start, number, turn := 0, 0, 0
	for line := range bytes.Lines(input) {
		if err := ctx.Err(); err != nil {
			return err
		}
		number++
		end := start + len(line)
		t, ok := readTurn(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			s.meta(start, end)
		case !ok && strict:
			return invalid(CodeSegmentation, fmt.Sprintf("transcript line %d", number), "no JSON object")
		case !ok:
			s.Warnings = append(s.Warnings, fmt.Sprintf("transcript line %d: no JSON object, taken as text", number))
			s.Segments = append(s.Segments, Segment{Turn: turn, Kind: SegmentBody, Start: start, End: end, Content: string(line)})
			turn++
		case len(t.texts) == 0:
			s.meta(start, end)
		default:
			s.said(t, start, end, turn)
			turn++
		}
		start = end
	}
	return nil
}

// meta adds a range that is no turn.
func (s *Segmentation) meta(start, end int) {
	if n := len(s.Segments); n > 0 && s.Segments[n-1].Kind == SegmentMeta {
		s.Segments[n-1].End = end
		return
	}
	s.Segments = append(s.Segments, Segment{Kind: SegmentMeta, Start: start, End: end})
}

// said adds the segments of a turn. The first begins with the line, the last
// ends with it, and between them each begins where its text does.
func (s *Segmentation) said(t lineTurn, start, end, turn int) {
	first := len(s.Segments)
	for _, x := range t.texts {
		role := t.role
		if x.role != "" {
			role = x.role
		}
		if x.media != nil {
			s.Segments = append(s.Segments, Segment{Turn: turn, Role: role, Kind: SegmentImage, Start: start + x.at, Media: x.media})
			continue
		}
		kinds := []part{{SegmentCode, 0, len(x.text)}}
		if !x.code {
			kinds = divide([]byte(x.text), role == "tool")
		}
		for _, p := range kinds {
			at := x.at
			if p.start > 0 {
				at += rawOffset(x.raw, p.start)
			}
			s.Segments = append(s.Segments, Segment{Turn: turn, Role: role, Kind: p.kind, Start: start + at, Content: x.text[p.start:p.end]})
		}
	}
	if len(s.Segments) == first { // only empty texts
		s.meta(start, end)
		return
	}
	s.Segments[first].Start = start
	for i := first; i < len(s.Segments); i++ {
		s.Segments[i].End = end
		if i+1 < len(s.Segments) {
			s.Segments[i].End = s.Segments[i+1].Start
		}
	}
}

// rawOffset gives the offset in a raw JSON string, quotes included, at which
// the decoded text reaches n bytes.
func rawOffset(raw []byte, n int) int {
	i := 1
	for decoded := 0; decoded < n && i < len(raw)-1; {
		if raw[i] != '\\' {
			i++
			decoded++
			continue
		}
		size := 2
		if raw[i+1] == 'u' {
			size = 6
			if i+12 <= len(raw) && raw[i+6] == '\\' && raw[i+7] == 'u' && raw[i+2]|0x20 == 'd' && raw[i+3]|0x20 >= '8' {
				size = 12 // a surrogate pair
			}
		}
		decoded += len(unquote(append(append([]byte{'"'}, raw[i:i+size]...), '"')))
		i += size
	}
	return i
}

func unquote(raw []byte) string {
	out, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return ""
	}
	return string(out)
}

// lineTurn is what a line of a session file says.
type lineTurn struct {
	role   string
	blocks bool
	texts  []lineText
}

// lineText is a text of a turn, or an image.
type lineText struct {
	at    int    // where it begins in the line
	raw   []byte // the JSON it was read from
	text  string
	role  string // when it is not the turn's
	code  bool
	media *Media
}

// readTurn reads a line: an object with role and content, or one that holds
// such an object under message or payload.
func readTurn(line []byte) (t lineTurn, ok bool) {
	o, ok := readObject(line, 0)
	if !ok {
		return t, false
	}
	for range 4 { // an envelope in an envelope is as deep as it gets
		inner, found := o.get("message")
		if !found || inner.value[0] != '{' {
			inner, found = o.get("payload")
		}
		if !found || inner.value[0] != '{' {
			break
		}
		if o, ok = readObject(inner.value, inner.at); !ok {
			return t, false
		}
		t.blocks = true
	}
	t.role = strings.ToLower(o.text("role"))
	if role, known := roles[t.role]; known {
		t.role = role
	}
	if content, found := o.get("content"); found && t.role != "" {
		t.content(content, "")
	} else {
		t.block(o)
	}
	return t, true
}

// content reads a string, or an array of blocks.
func (t *lineTurn) content(m member, role string) {
	switch m.value[0] {
	case '"':
		t.add(m, lineText{role: role})
	case '[':
		t.blocks = true
		for _, e := range readArray(m.value, m.at) {
			if o, ok := readObject(e.value, e.at); ok {
				t.block(o)
			} else if e.value[0] == '"' {
				t.add(e, lineText{role: role})
			}
		}
	}
}

func (t *lineTurn) add(m member, x lineText) {
	x.at, x.raw, x.text = m.at, m.value, unquote(m.value)
	if x.text != "" {
		t.texts = append(t.texts, x)
	}
}

// block reads one content block by its type.
func (t *lineTurn) block(o object) {
	switch o.text("type") {
	case "text", "input_text", "output_text", "summary_text":
		if m, ok := o.get("text"); ok && m.value[0] == '"' {
			t.add(m, lineText{})
		}
	case "thinking", "reasoning":
		if m, ok := o.get("thinking"); ok && m.value[0] == '"' {
			t.add(m, lineText{})
		}
	case "tool_use", "function_call":
		m, ok := o.get("input")
		if !ok {
			m, ok = o.get("arguments")
		}
		if ok && m.value[0] == '"' {
			t.add(m, lineText{role: "assistant", code: true})
		} else if ok {
			t.texts = append(t.texts, lineText{at: m.at, raw: m.value, text: string(m.value), role: "assistant", code: true})
		}
	case "tool_result", "function_call_output":
		m, ok := o.get("content")
		if !ok {
			m, ok = o.get("output")
		}
		if ok {
			before := len(t.texts)
			t.content(m, "tool")
			for i := before; i < len(t.texts); i++ {
				t.texts[i].role = "tool"
			}
		}
	case "image", "input_image":
		t.image(o)
	}
}

// image reads an inline image; one that is only linked is left in the file.
func (t *lineTurn) image(o object) {
	m, ok := o.get("source")
	if !ok {
		return
	}
	src, ok := readObject(m.value, m.at)
	if !ok || src.text("type") != "base64" {
		return
	}
	media := &Media{Mime: src.text("media_type"), Base64: src.text("data")}
	if (&item{}).content(&Fragment{Media: media}) == nil {
		t.texts = append(t.texts, lineText{at: m.at, media: media})
	}
}

// member is a value of an object or array, and where it stands in the line.
type member struct {
	name  string
	value []byte
	at    int
}

type object []member

func (o object) get(name string) (member, bool) {
	for _, m := range o {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// text gives a string member, empty when it is none.
func (o object) text(name string) string {
	if m, ok := o.get(name); ok && m.value[0] == '"' {
		return unquote(m.value)
	}
	return ""
}

func readObject(raw []byte, base int) (object, bool) {
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true))
	if d.PeekKind() != '{' {
		return nil, false
	}
	var o object
	if _, err := d.ReadToken(); err != nil {
		return nil, false
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, false
		}
		key := name.String()
		m, ok := readMember(d, raw, base)
		if !ok {
			return nil, false
		}
		m.name = key
		o = append(o, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, false
	}
	rest := bytes.TrimSpace(raw[d.InputOffset():])
	return o, len(rest) == 0
}

func readArray(raw []byte, base int) (out []member) {
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadToken(); err != nil {
		return nil
	}
	for d.PeekKind() != ']' {
		m, ok := readMember(d, raw, base)
		if !ok {
			return out
		}
		out = append(out, m)
	}
	return out
}

func readMember(d *jsontext.Decoder, raw []byte, base int) (member, bool) {
	v, err := d.ReadValue()
	if err != nil || len(v) == 0 {
		return member{}, false
	}
	end := int(d.InputOffset())
	start := end - len(v)
	return member{value: raw[start:end], at: base + start}, true
}
