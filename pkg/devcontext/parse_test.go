package devcontext

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// got is what a reader of a prompt finds of one body.
type got struct {
	uri, path string
	reasons   []string
	data      []byte
	changed   bool
}

// prompted is what a reader of a prompt finds.
type prompted struct {
	bodies  []got
	left    []string // uris
	counted int
}

// readMarkdown reads a prompt as any program would that knows its form.
func readMarkdown(text string) (prompted, error) {
	var out prompted
	lines := strings.SplitAfter(text, "\n")
	i := 0
	for i < len(lines) && !strings.HasPrefix(lines[i], "## ") {
		i++
	}
	for i < len(lines) && lines[i] != "" {
		if lines[i] == "## Left out\n" {
			return out, out.readLeft(lines[i+2:])
		}
		g, n, err := readSection(lines[i:])
		if err != nil {
			return out, err
		}
		out.bodies = append(out.bodies, g)
		i += n
	}
	return out, nil
}

func (p *prompted) readLeft(lines []string) error {
	for _, l := range lines {
		switch {
		case l == "", l == "\n":
		case strings.HasPrefix(l, "- "):
			uri, err := unquoted(l[2:])
			if err != nil {
				return err
			}
			p.left = append(p.left, uri)
		default:
			var what string
			if _, err := fmt.Sscanf(l, "%d %s the answer lists them.", &p.counted, &what); err != nil {
				return err
			}
		}
	}
	return nil
}

func readSection(lines []string) (got, int, error) {
	var g got
	facts := ""
	i := 0
	for ; !strings.HasPrefix(lines[i], "```"); i++ {
		key, value, _ := strings.Cut(strings.TrimSuffix(lines[i], "\n"), " ")
		if key == "-" {
			key, value, _ = strings.Cut(value, " ")
		}
		var err error
		switch key {
		case "##":
			g.uri, err = unquoted(value)
		case "path:":
			g.path, err = unquoted(value)
		case "why:":
			var why string
			why, err = unquoted(value)
			g.reasons = append(g.reasons, why)
		case "body:":
			facts = value
		}
		if err != nil {
			return g, 0, err
		}
	}
	fence := strings.TrimSuffix(lines[i], "untrusted\n")
	body := ""
	for i++; lines[i] != fence+"\n"; i++ {
		body += lines[i]
	}
	var err error
	g.data, err = restore(body, facts)
	g.changed = strings.Contains(facts, "changed")
	return g, i + 2, err
}

func restore(body, facts string) ([]byte, error) {
	data := []byte(body)
	if strings.Contains(facts, "base64") {
		var err error
		if data, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\n", "")); err != nil {
			return nil, err
		}
	} else if strings.Contains(facts, "no final line feed") {
		data = data[:len(data)-1]
	}
	if size, _, _ := strings.Cut(facts, " "); size != strconv.Itoa(len(data)) {
		return nil, fmt.Errorf("%d bytes where the header says %s", len(data), facts)
	}
	return data, nil
}

// unquoted reads the JSON string a text begins with.
func unquoted(s string) (string, error) {
	end := 1
	for end < len(s) && s[end] != '"' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) || strings.ContainsAny(s[:end], "`<>&") {
		return "", fmt.Errorf("not a quoted text: %q", s)
	}
	out := ""
	return out, decodeJSON(s[:end+1], &out)
}

func readXML(text string) (prompted, error) {
	var doc struct {
		Entry []struct {
			URI    string   `xml:"uri,attr"`
			Path   string   `xml:"path,attr"`
			Reason []string `xml:"reason"`
			Body   struct {
				Encoding string `xml:"encoding,attr"`
				Bytes    int    `xml:"bytes,attr"`
				FinalLF  string `xml:"final_lf,attr"`
				Changed  string `xml:"changed,attr"`
				Text     string `xml:",chardata"`
			} `xml:"body"`
		} `xml:"entry"`
		Left struct {
			Count int `xml:"count,attr"`
			More  int `xml:"more,attr"`
			Item  []struct {
				URI string `xml:"uri,attr"`
			} `xml:"item"`
		} `xml:"left_out"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		return prompted{}, err
	}
	out := prompted{counted: doc.Left.Count + doc.Left.More}
	for _, e := range doc.Entry {
		g := got{uri: e.URI, path: e.Path, reasons: e.Reason, data: []byte(e.Body.Text), changed: e.Body.Changed == "yes"}
		if e.Body.Encoding == "base64" {
			var err error
			if g.data, err = base64.StdEncoding.DecodeString(e.Body.Text); err != nil {
				return out, err
			}
		}
		if len(g.data) != e.Body.Bytes || (e.Body.FinalLF == "no") == strings.HasSuffix(string(g.data), "\n") {
			return out, fmt.Errorf("%s: the body is not what its header says", e.URI)
		}
		out.bodies = append(out.bodies, g)
	}
	for _, i := range doc.Left.Item {
		out.left = append(out.left, i.URI)
	}
	return out, nil
}
