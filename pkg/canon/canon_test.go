package canon

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestSpelling(t *testing.T) {
	for _, c := range []struct{ in, code, unit string }{
		{`1e2`, `100.0`, `100`},
		{`0.1`, `0.1`, `0.1`},
		{`1e-7`, `1e-07`, `1e-7`},
		{`1e22`, `1e+22`, `1e+22`},
		{`1e16`, `1e+16`, `10000000000000000`},
		{`1e15`, `1000000000000000.0`, `1000000000000000`},
		{`0.0001`, `0.0001`, `0.0001`},
		{`0.00001`, `1e-05`, `0.00001`},
		{`1.5e300`, `1.5e+300`, `1.5e+300`},
		{`-0.0`, `-0.0`, `0`},
		{`-0`, `0`, `0`},
		{`5e-324`, `5e-324`, `5e-324`},
		{`12345678901234567890`, `12345678901234567890`, `12345678901234567000`},
		{`-9007199254740992`, `-9007199254740992`, `-9007199254740992`},
		{` { "b" : [ 1 , true, null ] , "a" : { } } `, `{"a":{},"b":[1,true,null]}`, `{"a":{},"b":[1,true,null]}`},
		{`"\u00e9\ud83d\ude00\/\u001f\u007f\u2028<&>\"\\\b\f\n\r\t"`, "\"é😀/\\u001f\x7f\u2028<&>\\\"\\\\\\b\\f\\n\\r\\t\"", "\"é😀/\\u001f\x7f\u2028<&>\\\"\\\\\\b\\f\\n\\r\\t\""},
		{`{"\uffff":1,"\ud83d\ude00":2,"z":3}`, "{\"z\":3,\"\uffff\":1,\"😀\":2}", "{\"z\":3,\"😀\":2,\"\uffff\":1}"},
	} {
		v, err := Parse([]byte(c.in))
		if err != nil {
			t.Fatalf("%s: %v", c.in, err)
		}
		if got := string(v.Append(nil, CodePoint)); got != c.code {
			t.Errorf("%s by code point: %s, want %s", c.in, got, c.code)
		}
		if got := string(v.Append(nil, UTF16)); got != c.unit {
			t.Errorf("%s by code unit: %s, want %s", c.in, got, c.unit)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		``, ` `, `{`, `[1,]`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `01`, `1.`, `.5`, `1e`, `+1`, `-`, `nul`, `truex`, `"a`, `"\x"`, `"\u12"`,
		`"\ud800"`, `"\udc00"`, `"\ud800\u0041"`, "\"\n\"", "\"\xff\"", "\xef\xbb\xbf{}", `{} {}`, `NaN`, `Infinity`, `-Infinity`, `1e400`,
		`{"a":1,"a":2}`, `[{"x":{"k":1,"\u006b":2}}]`, `'a'`, `"\u+123"`, strings.Repeat("[", 10_001),
	} {
		if v, err := Parse([]byte(in)); err == nil {
			t.Errorf("%q gave %s", in, v.Append(nil, CodePoint))
		}
	}
	var e *SyntaxError
	_, err := Parse([]byte("{\n \"a\": ?}"))
	if e, _ = err.(*SyntaxError); e == nil || e.Line != 2 || e.Column != 7 {
		t.Errorf("place: %v", err)
	}
}

func TestParseAllReports(t *testing.T) {
	v, again, err := ParseAll([]byte(`{"a":NaN,"b":[-Infinity,1e999,{"k":1,"k":2,"k":3}],"a":{"x":1,"x":2}}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"k", "k", "a", "x"}; !slices.Equal(again, want) {
		t.Errorf("repeated %q, want %q", again, want)
	}
	if x, _ := v.Get("a"); x.Finite() {
		t.Error("NaN is finite")
	}
}

func TestLargeMappingsRepeatNothing(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 30 {
		b.WriteString(strconv.Quote(strconv.Itoa(i)) + ":0,")
	}
	for i := range 30 {
		if _, err := Parse([]byte(b.String() + strconv.Quote(strconv.Itoa(i)) + ":1}")); err == nil {
			t.Errorf("key %d twice is accepted", i)
		}
	}
	if _, err := Parse([]byte(b.String() + `"30":1}`)); err != nil {
		t.Error(err)
	}
}

func TestKnownHash(t *testing.T) {
	type record struct {
		Reason     string `json:"reason"`
		NodeID     string `json:"node_id"`
		Provenance string `json:"provenance"`
	}
	got, err := HashOf(struct {
		Version string              `json:"schema_version"`
		Source  string              `json:"source_hash"`
		Path    map[string][]record `json:"by_path"`
		Symbol  map[string][]record `json:"by_symbol"`
	}{"v1", "sha256:x", map[string][]record{"src/a.py": {{"r", "n1", "p"}}}, map[string][]record{}})
	if want := "598327c39aa36ca2f80f70fca2403d60294948554e5c015bdecce69048d74cea"; err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		in   any
		want string
	}{
		{map[string]any{"b": []any{1.0, nil, json.Number("12345678901234567890")}, "a": math.MaxInt64}, `{"a":9223372036854775807,"b":[1.0,null,12345678901234567890]}`},
		{struct{ A float64 }{1}, `{"A":1}`},
		{"a\xffb", "\"a\uFFFDb\""},
	} {
		if v, err := Of(c.in); err != nil || string(v.Append(nil, CodePoint)) != c.want {
			t.Errorf("%v: %s, %v", c.in, v.Append(nil, CodePoint), err)
		}
	}
}

func TestNatural(t *testing.T) {
	sorted := []string{"", "-1", "0", "00", "01", "1", "2", "010", "10", "99999999999999999999", "100000000000000000000", "a", "a1", "a01b", "a1b", "a2", "a10", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := Natural(a, b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("Natural(%q, %q) = %d", a, b, got)
			}
		}
	}
}

func TestUTF16OrderIsThatOfCodeUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune{'a', 0x7ff, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff}
	word := func() string {
		w := make([]rune, r.IntN(4))
		for i := range w {
			w[i] = alphabet[r.IntN(len(alphabet))]
		}
		return string(w)
	}
	for range 20_000 {
		a, b := word(), word()
		if got, want := compareUTF16(a, b), slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))); got != want {
			t.Fatalf("%q %q: %d, want %d", a, b, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"b":[1,2.5e-7,-0.0],"a":"\ud83d\ude00\u001f"}`, `[]`, `"\u2028"`, `{"a":{},"a":1}`, `1e400`, `NaN`, "\"\xff\"", `-0`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		loose, again, looseErr := ParseAll(in)
		v, err := Parse(in)
		if err == nil && (looseErr != nil || len(again) > 0 || !bytes.Equal(loose.Append(nil, CodePoint), v.Append(nil, CodePoint))) {
			t.Fatalf("strict and loose differ on %q", in)
		}
		if err != nil {
			return
		}
		if !json.Valid(in) {
			t.Fatalf("%q is accepted, encoding/json refuses it", in)
		}
		for _, o := range []Order{CodePoint, UTF16} {
			once := v.Append(nil, o)
			back, err := Parse(once)
			if err != nil {
				if o == UTF16 && strings.Contains(string(once), "Infinity") {
					continue // an integer beyond a float
				}
				t.Fatalf("%q: %q: %v", in, once, err)
			}
			if twice := back.Append(nil, o); !bytes.Equal(once, twice) {
				t.Fatalf("not idempotent: %q, %q", once, twice)
			}
		}
		if s, ok := v.Str(); ok {
			var std string
			if err := json.Unmarshal(in, &std); err != nil || std != s {
				t.Fatalf("%q: %q, encoding/json %q %v", in, s, std, err)
			}
		}
		if f, ok := v.Float64(); ok {
			var std float64
			if err := json.Unmarshal(in, &std); err == nil && std != f {
				t.Fatalf("%q: %v, encoding/json %v", in, f, std)
			}
		}
	})
}

// What encoding/json refuses beyond JSON's grammar, we accept, and the reverse
// is only what Parse says it refuses.
func FuzzString(f *testing.F) {
	f.Add("a\x00\"\\é\u2028\U0001f600\x7f")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		spelled := AppendString(nil, s)
		var std string
		if err := json.Unmarshal(spelled, &std); err != nil || std != s {
			t.Fatalf("%q: %q %v", spelled, std, err)
		}
		quoted, _ := json.Marshal(s)
		if v, err := Parse(quoted); err != nil || v.text != s {
			t.Fatalf("%q: %q %v", quoted, v.text, err)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	var list []Value
	for i := range 1000 {
		list = append(list, Mapping([]Member{{Key{String, "node_id"}, Text("n" + strconv.Itoa(i))}, {Key{String, "a"}, Integer("12")}}))
	}
	v := Items(list)
	text := v.Append(nil, CodePoint)
	b.Run("append", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			v.Append(nil, CodePoint)
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			Parse(text) //nolint:errcheck // measured only
		}
	})
}
