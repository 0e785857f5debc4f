package layer

import (
	"bytes"
	"math"
	"strings"

	"majordomus/pkg/object"
)

// tokenShape is a known form of credential: text it opens with and what follows.
type tokenShape struct {
	what     string
	opening  string
	alphabet string // characters that follow, "-" ranges written out by alphabets
	least    int    // characters at least
	most     int
}

const (
	alnum   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	upper36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower36 = "0123456789abcdefghijklmnopqrstuvwxyz"
	hex16   = "0123456789abcdef"
	urlSafe = alnum + "-_"
)

// tokenShapes are the shapes looked for; every opening has four bytes at least.
func tokenShapes() []tokenShape {
	return []tokenShape{
		{"GitHub token", "ghp_", alnum, 36, 255}, {"GitHub token", "gho_", alnum, 36, 255},
		{"GitHub token", "ghu_", alnum, 36, 255}, {"GitHub token", "ghs_", alnum, 36, 255},
		{"GitHub token", "ghr_", alnum, 36, 255}, {"GitHub token", "github_pat_", alnum + "_", 60, 255},
		{"GitLab token", "glpat-", urlSafe, 20, 64}, {"GitLab token", "glrt-", urlSafe, 20, 64},
		{"AWS access key", "AKIA", upper36, 16, 16}, {"AWS access key", "ASIA", upper36, 16, 16},
		{"Slack token", "xoxb-", alnum + "-", 24, 255}, {"Slack token", "xoxp-", alnum + "-", 24, 255},
		{"Slack token", "xoxa-", alnum + "-", 24, 255}, {"Slack token", "xoxr-", alnum + "-", 24, 255},
		{"Slack token", "xoxs-", alnum + "-", 24, 255}, {"Slack token", "xapp-", alnum + "-", 24, 255},
		{"Stripe key", "sk_live_", alnum, 20, 255}, {"Stripe key", "rk_live_", alnum, 20, 255},
		{"Stripe key", "sk_test_", alnum, 20, 255}, {"Stripe secret", "whsec_", alnum, 24, 255},
		{"OpenAI key", "sk-proj-", urlSafe, 40, 255}, {"OpenAI key", "sk-svcacct-", urlSafe, 40, 255},
		{"Anthropic key", "sk-ant-", urlSafe, 40, 255}, {"Google API key", "AIza", urlSafe, 35, 35},
		{"npm token", "npm_", alnum, 36, 36}, {"PyPI token", "pypi-AgE", urlSafe, 50, 500},
		{"Docker token", "dckr_pat_", urlSafe, 20, 64}, {"DigitalOcean token", "dop_v1_", hex16, 64, 64},
		{"Shopify token", "shpat_", hex16, 32, 32}, {"Linear key", "lin_api_", alnum, 32, 64},
		{"Vault token", "hvs.", urlSafe, 24, 255}, {"Databricks token", "dapi", hex16, 32, 34},
		{"age key", "AGE-SECRET-KEY-1", upper36, 58, 58}, {"Sentry token", "sntrys_", alnum + "+/=_", 40, 500},
		{"private key", "-----BEGIN ", "", 0, 0},
	}
}

// Secrets looks for tokens of known shapes, all of them in one pass. Of the first four bytes of an
// opening every third position sees two side by side, so only each third pair of
// the text is looked up; the steps do not wait for one another, which made this
// three times as fast as skipping by what was read.
type Secrets struct {
	shapes []tokenShape
	pairs  [1 << 16 / 64]uint64 // two bytes that stand in an opening
	which  [1 << 16]uint8       // of a pair, its entry in where
	where  [][]openingOffset    // which openings hold it, and how far from their start
}

type openingOffset struct{ shape, back int }

// stride is how far apart the pairs looked at are: an opening of four bytes holds
// three.
const stride = 3

// NewSecrets makes the finder; it can be shared.
func NewSecrets() *Secrets {
	f := &Secrets{shapes: tokenShapes(), where: make([][]openingOffset, 1)}
	for i, s := range f.shapes {
		for j := range stride {
			k := uint16(s.opening[j])<<8 | uint16(s.opening[j+1])
			f.pairs[k>>6] |= 1 << (k & 63)
			if f.which[k] == 0 {
				f.which[k] = uint8(len(f.where))
				f.where = append(f.where, nil)
			}
			f.where[f.which[k]] = append(f.where[f.which[k]], openingOffset{i, j})
		}
	}
	return f
}

// In reports whether a file's bytes hold what Parse would withhold as a secret.
// Who serves bytes asks it: an index without symbols has not read every file.
func (f *Secrets) In(data []byte) bool {
	_, _, found := f.find(data)
	return found
}

// find gives a token with a second piece of evidence, the first there is within
// a few bytes: its offset and what it looks like. The value itself never leaves
// this function.
func (f *Secrets) find(data []byte) (at int, what string, found bool) {
	pairs := &f.pairs
	for i := 1; i < len(data); i += stride {
		k := uint16(data[i-1])<<8 | uint16(data[i])
		if pairs[k>>6]>>(k&63)&1 == 0 {
			continue
		}
		for _, o := range f.where[f.which[k]] {
			start := i - 1 - o.back
			if s := &f.shapes[o.shape]; start >= 0 && s.evident(data, start) {
				return start, s.what, true
			}
		}
	}
	return 0, "", false
}

// evident reports whether a token of the shape starts at an offset and
// something else speaks for it too.
func (s *tokenShape) evident(data []byte, at int) bool {
	if end := at + len(s.opening); end > len(data) || string(data[at:end]) != s.opening || at > 0 && isWordByte(data[at-1]) {
		return false
	}
	rest := data[at+len(s.opening):]
	if s.alphabet == "" {
		return evidentKey(rest)
	}
	n := 0
	for n < len(rest) && n <= s.most && strings.IndexByte(s.alphabet, rest[n]) >= 0 {
		n++
	}
	if n < s.least || n > s.most || n < len(rest) && isWordByte(rest[n]) {
		return false
	}
	body := string(rest[:n])
	return !placeholder(body) && entropy(body) >= minEntropy(s.alphabet)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// evidentKey judges what follows "-----BEGIN ": the name of a private key, and
// a line of its body.
func evidentKey(rest []byte) bool {
	line, body, _ := bytes.Cut(rest, []byte("\n"))
	line = bytes.TrimRight(line, " \r")
	if len(line) > 60 || !bytes.Contains(line, []byte("PRIVATE KEY")) {
		return false
	}
	for range 6 { // headers may stand before the body
		var l []byte
		l, body, _ = bytes.Cut(body, []byte("\n"))
		l = bytes.TrimSpace(l)
		if len(l) >= 40 && len(bytes.Trim(l, alnum+"+/=")) == 0 && entropy(string(l)) >= 4 {
			return true
		}
	}
	return false
}

// placeholder reports whether a token's body says of itself that it is none.
func placeholder(body string) bool {
	l := strings.ToLower(body)
	for _, w := range []string{"example", "placeholder", "your", "xxxx", "redacted", "changeme", "dummy", "sample", "00000000"} {
		if strings.Contains(l, w) {
			return true
		}
	}
	return false
}

func minEntropy(alphabet string) float64 {
	switch len(alphabet) {
	case len(hex16):
		return 2.8
	case len(upper36):
		return 2.9
	}
	return 3.2
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	h := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			h -= p * math.Log2(p)
		}
	}
	return h
}

// withhold judges bytes whose text may feed nothing: those that hold a secret
// and those that are not UTF-8. The file keeps path and cost.
func (c *Config) withhold(cl Claim, data []byte) (Parsed, bool) {
	p := Parsed{Withheld: true}
	if at, what, found := c.secrets.find(data); found {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		p.note(object.Warning, trackedSecret, "line %d holds what looks like a %s; the text of the file is withheld", line, what)
	} else if bad := firstInvalid(data); bad >= 0 {
		line := 1 + bytes.Count(data[:bad], []byte("\n"))
		p.note(object.Warning, invalidUTF8, "line %d is not UTF-8; the text of the file is withheld", line)
	} else {
		return Parsed{}, false
	}
	kind := object.File
	if spec := c.kinds[cl.Kind]; spec != nil && len(spec.Identity) == 0 && spec.Members == "" || isContractForm(cl.Form) {
		kind = cl.Kind // the path alone decides it
	}
	p.add(plainObject(kind, cl.Lang))
	return p, true
}
