package fragment

import (
	"encoding/base64"
	"encoding/binary"
	"math/rand/v2"
	"strings"
)

// words and lines the generated requests are made of: what the rules look for,
// what tokenizers treat specially, and plain text.
var (
	someWords = strings.Fields("the store keeps every handle while walk seed budget of tokens never must not allowed no don’t cannot 12ms v1.2.3 9fceb02a https://example.org/x naïve 漢字 🙂 e\u0301\u0301 שלום /usr/bin // }; ) <|endoftext|> Whenever it")
	someLines = []string{
		"2026-01-02T03:04:05Z INFO started", "2026-01-02T03:04:06Z INFO started", "ERROR could not connect", "INFO tick",
		"    indented line", "// a comment", "func main() {", "}", "```", "```go", "~~~~", "", "", " ", "\t", "- item one", "/slash/first",
		"You must not delete the store.", "Never do that!", "Do\nnot wrap.", "\u200b", "\x7f\x1b[2J", "a\r",
	}
)

type gen struct{ *rand.Rand }

func pick[T any](g gen, of []T) T { return of[g.IntN(len(of))] }

func (g gen) prose(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(pick(g, []string{" ", " ", " ", " ", "  ", "\n", ". ", ".\n\n", "! "}))
		}
		b.WriteString(pick(g, someWords))
	}
	return b.String()
}

func (g gen) lines(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pick(g, someLines))
		b.WriteString(pick(g, []string{"\n", "\n", "\n", "\r\n"}))
	}
	return b.String()
}

func (g gen) content() string {
	switch g.IntN(8) {
	case 0:
		return ""
	case 1:
		return g.lines(1 + g.IntN(25))
	case 2:
		return strings.Repeat(pick(g, someLines)+"\n", 1+g.IntN(12))
	case 3:
		return g.lines(g.IntN(5)) + g.prose(g.IntN(30)) + "\n" + g.lines(g.IntN(5))
	case 4:
		return strings.Repeat(pick(g, someWords), 1+g.IntN(40))
	case 5:
		return "/" + g.prose(g.IntN(10))
	}
	return g.prose(1 + g.IntN(40))
}

func pngHeader(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	b = binary.BigEndian.AppendUint32(b, w)
	return binary.BigEndian.AppendUint32(b, h)
}

func (g gen) fragment(before []Fragment) Fragment {
	var f Fragment
	if len(before) > 0 && g.IntN(5) == 0 {
		f = pick(g, before)
		if f.Content != nil && g.IntN(2) == 0 {
			f.Content = new(strings.ToUpper(*f.Content))
		}
	} else {
		f.Content = new(g.content())
		f.Kind = pick(g, []string{"", "", "log", "code", "prose", "json", "notes"})
		if g.IntN(8) == 0 {
			data := pngHeader(1+g.Uint32N(100), 1+g.Uint32N(100))
			f.Media = &Media{Mime: "image/png", Base64: base64.StdEncoding.EncodeToString(data)}
			if g.IntN(2) == 0 {
				f.Content = nil
			}
		}
	}
	f.Priority = uint8(pick(g, []int{0, 0, 0, 1, 9, 255}))
	f.Metadata = []byte(pick(g, []string{"", "", "", `{}`, `{"verbatim":true}`, `{"cache":true}`, `{"cache":true,"verbatim":true}`, `{"target":"page"}`, `{"cache":true,"target":"page"}`}))
	if g.IntN(3) == 0 {
		f.ID = &ID{Value: g.Uint64()}
	}
	return f
}

func (g gen) request(most int) *Request {
	r := &Request{Query: g.prose(g.IntN(4)), TokenBudget: 1 + g.IntN(1+g.IntN(600))}
	for range g.IntN(most + 1) {
		r.Fragments = append(r.Fragments, g.fragment(r.Fragments))
	}
	r.Policy = &Policy{
		Estimator:              pick(g, []string{"", "o200k_base", "cl100k_base", "bytes"}),
		Boundary:               pick(g, []Boundary{"", Paragraph, Sentence, Line}),
		MaxPieceBytes:          pick(g, []int{0, 1, 20, 60, 200}),
		NormalizeLogTimestamps: g.IntN(2) == 0,
		NearDupDedup:           pick(g, []*bool{nil, new(true), new(false)}),
		ResponseReserveTokens:  g.IntN(r.TokenBudget),
	}
	if g.IntN(4) == 0 {
		r.Policy.DisabledRules = []string{string(pick(g, rules))}
	}
	return r
}

func newGen(seed uint64) gen { return gen{rand.New(rand.NewPCG(seed, 7))} }
