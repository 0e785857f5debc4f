package layer

import (
	"strings"

	"majordomus/pkg/object"
	"majordomus/pkg/pattern"
)

// unknownStatus is the status of a decision that states none: it is neither in
// force nor stale.
const unknownStatus = "unknown"

// fillADR reads a decision in its usual forms. The status is, in this order:
// the key status of the front matter, a section "Status", a line "Status: …" of
// the head; without any it is unknown. The same places name what it supersedes.
func fillADR(d *draft) {
	fillCommon(d)
	d.meta.Scope = d.list("scope")
	head := readADRHead(d.body)
	if d.meta.Date == "" {
		d.meta.Date = head.date
	}
	if len(d.obj.Tags) == 0 {
		d.obj.Tags = head.tags
	}
	d.refer(object.Supersedes, object.ADR, adrNames(d.list("supersedes"))...)
	d.referBack(object.Supersedes, object.ADR, adrNames(d.list("superseded_by", "superseded-by"))...)
	d.adrRelated()
	text := written(strings.Join(d.list("status"), "\n"))
	if text == "" {
		text = written(head.status)
	}
	d.obj.Status = statusWord(text)
	d.successors(text)
	d.successors(head.lines)
	if d.body != nil {
		d.meta.Headings = d.body.headingTexts()
		for _, l := range d.body.links {
			d.rooted = append(d.rooted, l.to)
		}
	}
}

// adrRelated reads related: things put in force are named with their kind,
// anything else is merely related.
func (d *draft) adrRelated() {
	for _, n := range d.list("related") {
		kind, name, _ := strings.Cut(n, ":")
		name = strings.TrimSpace(name)
		switch kind {
		case "rule", "claim":
			d.refer(object.PutInForce, object.Kind(kind), name)
		case "file", "test", "path":
			d.referPath(object.PutInForce, name)
		default:
			d.refs = append(d.refs, Ref{Edge: object.RelatedTo, Name: n, Mode: ToAny, Kind: object.ADR})
		}
	}
}

// adrHead is what a decision says of itself in its body.
type adrHead struct {
	status string // wording of the section or line that gives the status
	lines  string // lines of the head that name a supersession
	date   string
	tags   []string
}

var (
	headLine   = pattern.Late(`(?i)^[-*+>\s]*\**(status|date|tags|superseded[ -]by|supersedes)\**\s*:\s*\**\s*(.*)$`)
	succession = pattern.Late(`(?i)\b(super[sc]ede[sd]?(?:[ -]by)?|replaced[ -]by|replaces|obsoleted[ -]by|obsoletes)\b:?\s*\**:?\s*([^\n]*)`)
	adrLink    = pattern.Late(`\[([^\]\n]*)\]\(([^)\s]+)[^)]*\)`)
	adrName    = pattern.Late(`(?i)\b(?:adr[- _]?\d+[\w.-]*|\d{3,}[\w-]*)`)
)

// readADRHead reads the section "Status", and key lines above the second
// heading of a section.
func readADRHead(m *markdown) (h adrHead) {
	if m == nil {
		return h
	}
	body := string(m.source)
	end := len(body)
	for i, s := range m.headings {
		if s.level >= 2 && end == len(body) {
			end = s.line
		}
		if strings.EqualFold(strings.Trim(s.text, ": "), "status") {
			stop := len(body)
			if i+1 < len(m.headings) {
				stop = m.headings[i+1].line
			}
			h.status = statusSection(body[s.start:stop])
			break
		}
	}
	for _, l := range strings.Split(body[:end], "\n") {
		h.keyLine(l)
	}
	return h
}

// statusSection is a section's text without the marks of its own heading and of
// the next one.
func statusSection(s string) string {
	s = strings.TrimLeft(s, "=- \n")
	return strings.TrimSpace(strings.TrimRight(s, "# \n"))
}

func (h *adrHead) keyLine(l string) {
	m := headLine().FindStringSubmatch(strings.TrimRight(l, " \r"))
	if m == nil {
		return
	}
	value := written(strings.Trim(m[2], "* "))
	switch key := strings.ToLower(m[1]); key {
	case "status":
		if h.status == "" {
			h.status = value
		}
	case "date":
		if strings.ContainsAny(value, "0123456789") {
			h.date = value
		}
	case "tags":
		h.tags = splitList(value)
	default:
		h.lines += m[1] + " " + value + "\n"
	}
}

// written is a value without the comments of its template; one that its
// template still holds the place of, such as "[draft | proposed | …]" or
// "{proposed | …}", says nothing.
func written(value string) string {
	value = strings.TrimSpace(templateComment().ReplaceAllString(value, ""))
	if value != "" && strings.ContainsRune("[{", rune(value[0])) && (strings.Contains(value, " | ") || strings.HasPrefix(value, "[space and/or comma")) {
		return ""
	}
	return value
}

var (
	templateComment = pattern.Late(`<!--[^>]*-->`)
	loggedStatus    = pattern.Late(`(?m)^\s*(?:[-*]\s+)?\d{4}-\d\d-\d\d:?\s+([\pL-]+.*)$`)
)

// newest is the last line of a log of dated statuses, without its date; any
// other text is itself.
func newest(text string) string {
	log := loggedStatus().FindAllStringSubmatchIndex(text, -1)
	if log == nil || strings.TrimSpace(text[:log[0][0]]) != "" {
		return text
	}
	last := log[len(log)-1]
	return text[last[2]:]
}

// statusWord is the status in one lower-case word. A decision that says it was
// superseded is, whatever it said before.
func statusWord(text string) string {
	text = newest(text)
	lower := strings.ToLower(strings.TrimLeft(text, "*_`~> \n"))
	for _, m := range succession().FindAllStringSubmatch(lower, -1) {
		if word := m[1]; strings.HasSuffix(word, "by") || strings.HasPrefix(lower, "supersed") && strings.HasSuffix(word, "d") {
			return "superseded"
		}
	}
	for _, word := range strings.FieldsFunc(lower, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '-') }) {
		if word = strings.Trim(word, "-"); word != "" {
			return word
		}
	}
	return unknownStatus
}

// successors reads wordings such as "Superseded by [ADR-0005](0005-x.md)".
func (d *draft) successors(text string) {
	for _, m := range succession().FindAllStringSubmatch(text, -1) {
		word := strings.ToLower(m[1])
		names := namedADRs(m[2])
		switch {
		case strings.HasSuffix(word, "by") || word == "superseded" || word == "superceded":
			d.referBack(object.Supersedes, object.ADR, names...)
		default:
			d.refer(object.Supersedes, object.ADR, names...)
		}
	}
}

// namedADRs are the decisions a wording names: link destinations, else names.
func namedADRs(text string) (out []string) {
	for _, m := range adrLink().FindAllStringSubmatch(text, -1) {
		if to := insidePath(m[2]); to != "" {
			out = append(out, to)
		}
	}
	if out != nil {
		return out
	}
	return adrName().FindAllString(text, -1)
}

// adrNames reads the entries of a key, which may be written as links.
func adrNames(list []string) (out []string) {
	for _, s := range list {
		if names := namedADRs(s); strings.Contains(s, "](") && names != nil {
			out = append(out, names...)
			continue
		}
		switch strings.ToLower(s) {
		case "none", "n/a", "-", "null":
		default:
			out = append(out, strings.TrimPrefix(s, "adr:"))
		}
	}
	return out
}
