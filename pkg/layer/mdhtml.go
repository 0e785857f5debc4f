package layer

import "strings"

// html skips an HTML block: a comment or a raw element to its end, any other
// block of markup to the next blank line. It gives where to go on, or -1 for
// text that merely begins with a mark.
func (b *blockReader) html(body string, at, end int, open bool) int {
	lower := strings.ToLower(body[:min(len(body), 16)])
	for _, raw := range [][2]string{{"<!--", "-->"}, {"<script", "</script>"}, {"<pre", "</pre>"}, {"<style", "</style>"}, {"<?", "?>"}} {
		if !strings.HasPrefix(lower, raw[0]) {
			continue
		}
		b.flush()
		from := end - len(body)
		i := strings.Index(b.text[from:], raw[1])
		if i < 0 {
			return len(b.text)
		}
		stop := lineEnd(b.text, from+i)
		b.blank = true
		return min(stop+1, len(b.text))
	}
	if !blockTag(lower) {
		return -1
	}
	b.flush()
	for at < len(b.text) {
		end := lineEnd(b.text, at)
		blank := strings.TrimLeft(b.text[at:end], " \t") == ""
		if blank {
			break
		}
		at = min(end+1, len(b.text))
	}
	b.blank = true
	return at
}

// blockTag tells the tags that open a block.
func blockTag(lower string) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(lower, "<"), "/")
	i := 0
	for i < len(name) && (name[i] >= 'a' && name[i] <= 'z' || i > 0 && name[i] >= '0' && name[i] <= '9') {
		i++
	}
	switch name[:i] {
	case "address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "dd", "div", "dl", "dt", "fieldset",
		"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe",
		"li", "link", "main", "menu", "nav", "ol", "optgroup", "option", "p", "param", "section", "summary", "table", "tbody",
		"td", "tfoot", "th", "thead", "title", "tr", "track", "ul":
		return true
	}
	return false
}
