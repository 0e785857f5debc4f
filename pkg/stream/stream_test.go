package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// sample is a whole stream of a few records.
func sample(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Stream: Index, Tool: "dc-index", Version: "test", Git: object.Git{WorkingTree: "clean"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b<&>\u2028\x7f", "c\n\"\\"} {
		if err := w.Record(KindObject, object.Object{URI: object.URI(object.File, id), Kind: object.File, Identity: id}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Record(KindEdge, object.Edge{From: "x", To: "y", Kind: object.Tracks}); err != nil {
		t.Fatal(err)
	}
	if err := w.Record("weather", map[string]float64{"sun": 0.1, "rain": 1e21, "wind": -0.0}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(strings.Repeat("0", 64)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll gives the records of a stream and the first error.
func readAll(in []byte, o ReaderOptions) (recs []Record, end End, err error) {
	r := NewReader(bytes.NewReader(in), "standard input", o)
	defer r.Close()
	for rec, err := range r.Records() {
		if err != nil {
			return recs, End{}, err
		}
		recs = append(recs, rec.Clone())
	}
	return recs, r.End(), nil
}

func TestRoundTrip(t *testing.T) {
	in := sample(t)
	recs, end, err := readAll(in, ReaderOptions{Streams: []string{Index}})
	if err != nil {
		t.Fatal(err)
	}
	if len(recs) != 5 || end.Counts[KindObject] != 3 || end.Fingerprint != strings.Repeat("0", 64) {
		t.Errorf("records %d, end %+v", len(recs), end)
	}
	var o object.Object
	if err := recs[1].Decode(&o); err != nil || o.Identity != "b<&>\u2028\x7f" {
		t.Errorf("identity %q, %v", o.Identity, err)
	}
	if !bytes.Contains(in, []byte("b<&>\u2028\x7f")) {
		t.Error("characters that need no escape were escaped")
	}
}

func TestOtherSpellingsOfTheSameRecordsAreTaken(t *testing.T) {
	in := sample(t)
	for name, text := range map[string]string{
		"crlf":              strings.ReplaceAll(string(in), "\n", "\r\n"),
		"blank lines":       strings.ReplaceAll(string(in), "\n", "\n\n \t\n"),
		"no last line end":  strings.TrimSuffix(string(in), "\n"),
		"BOM":               "\ufeff" + string(in),
		"one line":          strings.ReplaceAll(string(in), "\n", " "),
		"no space at all":   strings.ReplaceAll(string(in), "\n", ""),
		"values over lines": strings.ReplaceAll(string(in), `,"`, ",\n\t\""),
		"spaces":            strings.ReplaceAll(string(in), `":`, `" : `),
		"escapes":           strings.ReplaceAll(string(in), "<", `\u003C`),
		"numbers":           strings.ReplaceAll(strings.ReplaceAll(string(in), `"sun":0.1`, `"sun":1.0E-1`), `"schema":1,`, `"schema":1.0,`),
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := readAll([]byte(text), ReaderOptions{}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDamageIsAlwaysSeen(t *testing.T) {
	in := sample(t)
	lines := bytes.SplitAfter(in, []byte("\n"))
	for cut := range in {
		if _, _, err := readAll(in[:cut], ReaderOptions{}); !isBroken(err) && cut < len(in)-1 {
			t.Fatalf("cut at %d of %d: %v", cut, len(in), err)
		}
	}
	for i := range lines[:len(lines)-1] {
		less := bytes.Join(append(append([][]byte{}, lines[:i]...), lines[i+1:]...), nil)
		if _, _, err := readAll(less, ReaderOptions{}); !isBroken(err) {
			t.Errorf("line %d left out: %v", i+1, err)
		}
	}
	digest := bytes.Index(in, []byte(`"digest":"`)) + len(`"digest":"`)
	for i := range in {
		for _, bit := range []byte{1, 4, 32} {
			bad := bytes.Clone(in)
			bad[i] ^= bit
			if white(in[i]) && white(bad[i]) || i >= digest && i < digest+64 || in[i] == 'e' && bad[i] == 'E' && in[i+1] == '+' {
				continue // another spelling of the same, or the digest's own value
			}
			if _, _, err := readAll(bad, ReaderOptions{}); !isBroken(err) {
				t.Fatalf("bit %d of byte %d (%q) flipped: %v", bit, i, in[i], err)
			}
		}
	}
}

func white(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func isBroken(err error) bool { return err != nil && fault.As(err).Class == fault.Broken }

func TestBrokenStreams(t *testing.T) {
	head := `{"record":"header","stream":"index","schema":1,"tool":"t","version":"1","git":{"working_tree":"clean"}}` + "\n"
	end := `{"record":"end","stream":"index","counts":{},"fingerprint":"f"}` + "\n"
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "empty"},
		{"only blank lines", "\n\n", "empty"},
		{"no header", end, "begins with a header"},
		{"second header", head + head + end, "second header"},
		{"schema", strings.Replace(head, `"schema":1`, `"schema":2`, 1) + end, "schema 2"},
		{"another stream", strings.Replace(head, `"index"`, `"walk"`, 1) + end, "a stream of \"walk\""},
		{"end of another stream", head + strings.Replace(end, `"index"`, `"walk"`, 1), "the end is of"},
		{"after the end", head + end + head, "follows the end"},
		{"junk after the end", head + end + "x", "a value cannot begin"},
		{"no record key", head + `{"uri":"a"}` + "\n" + end, ":2: a value without the key record"},
		{"record is a number", head + `{"record":1}` + "\n" + end, ":2: the key record holds 1"},
		{"not an object", head + "[1]\n" + end, "is not a record"},
		{"duplicate key", head + `{"record":"x","a":{"b":1,"b":2}}` + "\n" + end, `:2: the key "b" comes twice`},
		{"duplicate key, other spelling", head + `{"record":"x","a":1,"\u0061":2}` + "\n" + end, "comes twice"},
		{"not UTF-8", head + "{\"record\":\"x\",\"a\":\"\xff\"}\n" + end, ":2: the text is not UTF-8 at the bytes ff"},
		{"lone surrogate", head + `{"record":"x","a":"\ud800"}` + "\n" + end, "surrogate"},
		{"number out of range", head + `{"record":"x","a":1e999}` + "\n" + end, "out of range"},
		{"leading zero", head + `{"record":"x","a":01}` + "\n" + end, "begin with 0"},
		{"raw control", head + "{\"record\":\"x\",\"a\":\"\x01\"}\n" + end, "must be escaped"},
		{"BOM later", head + "\ufeff" + end, "a value cannot begin"},
		{"too deep", head + `{"record":"x","a":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + "}\n" + end, "nested deeper"},
		{"no end", head, "no end"},
		{"counts", head + `{"record":"x"}` + "\n" + end, "0 x records, 1 arrived"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := readAll([]byte(c.in), ReaderOptions{Streams: []string{Index}})
			if !isBroken(err) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "standard input:") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestDecodeNamesTheField(t *testing.T) {
	r := Record{Kind: KindObject, Line: []byte(`{"record":"object","uri":12}`), At: 4, name: "standard input"}
	err := r.Decode(new(object.Object))
	if !isBroken(err) || !strings.Contains(err.Error(), "standard input:4: object record: a number where a string belongs in uri: 12") {
		t.Errorf("got %v", err)
	}
}

func TestFilteredTakesFewerRecords(t *testing.T) {
	lines := bytes.SplitAfter(sample(t), []byte("\n"))
	less := bytes.Join(append(append([][]byte{}, lines[:1]...), lines[2:]...), nil)
	recs, _, err := readAll(less, ReaderOptions{Filtered: true})
	if err != nil || len(recs) != 4 {
		t.Errorf("records %d, %v", len(recs), err)
	}
	if _, _, err := readAll(less[:len(less)/2], ReaderOptions{Filtered: true}); !isBroken(err) {
		t.Errorf("cut off and filtered: %v", err)
	}
}

func TestZstd(t *testing.T) {
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := enc.EncodeAll(sample(t), nil)
	if recs, _, err := readAll(packed, ReaderOptions{}); err != nil || len(recs) != 5 {
		t.Errorf("records %d, %v", len(recs), err)
	}
	for cut := 5; cut < len(packed); cut++ {
		if _, _, err := readAll(packed[:cut], ReaderOptions{}); !isBroken(err) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
}

func TestALineHasNoLimit(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Stream: Index})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 64<<20)
	if err := w.Record("x", map[string]string{"a": long}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(""); err != nil {
		t.Fatal(err)
	}
	recs, _, err := readAll(b.Bytes(), ReaderOptions{})
	if err != nil || len(recs) != 1 || len(recs[0].Line) < len(long) {
		t.Errorf("%d records, %v", len(recs), err)
	}
}

func TestNumberSpelling(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "0.0": "0", "1.0": "1", "1e3": "1000", "0.25": "0.25", "1E-7": "1e-7", "1e21": "1e+21", "1e20": "100000000000000000000",
		"9007199254740992": "9007199254740992", "12345678901234567890": "12345678901234567000", "0.000001": "0.000001", "1.5e-9": "1.5e-9", "1e-10": "1e-10",
	} {
		got, err := appendNumber(nil, []byte(in))
		if err != nil || string(got) != want {
			t.Errorf("%s is spelled %s (%v), want %s", in, got, err, want)
		}
		if f := 0.0; json.Unmarshal(got, &f) == nil && math.Signbit(f) && f == 0 {
			t.Errorf("%s kept its sign", in)
		}
	}
}

// FuzzScan holds the scanner against the standard library: what it accepts is
// JSON with the same value, before and after respelling; what it refuses is
// refused there too or is one of the things it is stricter about.
func FuzzScan(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,-0,"x\u0041\/\n"],"b":null}`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, `[1e5,[],{}]`, ` { } `, `"\u001F"`, `12`, `-`, `[1,]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var s scanner
		in = bytes.TrimLeft(in, " \t\r\n")
		n, err := s.scan(in)
		var want any
		std := json.Unmarshal(in, &want)
		if err != nil || len(bytes.Trim(in[n:], " \t\r\n")) > 0 {
			if std == nil && err != nil && !strings.Contains(err.Error(), "twice") && !strings.Contains(err.Error(), "surrogate") && !strings.Contains(err.Error(), "deeper") {
				t.Fatalf("refused %q: %v", in, err)
			}
			return
		}
		if std != nil {
			t.Fatalf("accepted %q: %v", in, std)
		}
		ours := appendSpelled(nil, in[:n])
		var got any
		if err := json.Unmarshal(ours, &got); err != nil || !reflect.DeepEqual(normal(got), normal(want)) {
			t.Fatalf("%q became %q (%v)", in, ours, err)
		}
		if again := appendSpelled(nil, ours); !bytes.Equal(again, ours) {
			t.Fatalf("%q is respelled %q", ours, again)
		}
		if m, err := s.scan(ours); err != nil || m != len(ours) || !s.plain {
			t.Fatalf("our own spelling %q is not plain (%v)", ours, err)
		}
		if n, _ := s.scan(in); s.plain && !bytes.Equal(in[:n], ours) {
			t.Fatalf("%q counts as plain but is spelled %q", in[:n], ours)
		}
	})
}

// normal makes -0 zero and invalid UTF-8 comparable.
func normal(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(b), "-0", "0")
}

func FuzzReader(f *testing.F) {
	f.Add(sample(f))
	f.Add([]byte("{\"record\":\"header\"}\n"))
	f.Add(zstdMagic)
	f.Add(append(bytes.Clone(zstdMagic), '8')) // a reserved bit of the frame's head
	f.Fuzz(func(t *testing.T, in []byte) {
		_, end, err := readAll(in, ReaderOptions{})
		if err == nil && end.Stream == "" && len(end.Counts) > 0 {
			t.Fatal("an end without a stream")
		}
		if err != nil && fault.As(err).Class != fault.Broken {
			t.Fatalf("%v is not of class Broken", err)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, Header{Stream: Index})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 20_000 {
		id := fmt.Sprintf("src/pkg%03d/file%05d.go", i/100, i)
		o := object.Object{URI: object.URI(object.Implementation, id), Kind: object.Implementation, Identity: id, Hash: strings.Repeat("a", 40),
			Provenance: object.Provenance{Path: id, Directory: "src", SourceClass: "code", Bytes: 1234}, Meta: &object.Meta{Language: "go"}}
		if err := w.Record(KindObject, o); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close("f"); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	for b.Loop() {
		r := NewReader(bytes.NewReader(buf.Bytes()), "x", ReaderOptions{})
		for _, err := range r.Records() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
