package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"sort"
	"strings"

	"majordomus/pkg/code"
	"majordomus/pkg/object"
)

// tag is a line of ctags' JSON.
type tag struct {
	Name, Path, Kind, Scope string
	Line                    int
}

// wanted are the kinds of ctags that this package gives as symbols, too.
var wanted = map[string]bool{
	"func": true, "function": true, "method": true, "class": true, "struct": true, "interface": true, "enum": true, "trait": true,
	"typedef": true, "type": true, "macro": true, "namespace": false, "union": true, "object": true, "singletonMethod": true,
	"implementation": false, "generator": true, "annotation": true, "record": true, "talias": true, "protocol": true,
}

// symbols compares by file and name: a tag is found when a symbol of its name
// covers its line.
func symbols(dir string, only []string) error {
	files, err := sources(dir)
	if err != nil {
		return err
	}
	tags, err := ctags(dir)
	if err != nil {
		return err
	}
	type score struct{ tags, found, ours, known int }
	scores := map[string]*score{}
	for _, f := range files {
		s := scores[f.lang]
		if s == nil {
			s = &score{}
			scores[f.lang] = s
		}
		mine := code.Parse(f.lang, f.path, f.src).Symbols
		all := tags[f.path]
		for _, t := range all {
			if !wanted[t.Kind] || strings.HasPrefix(t.Name, "__anon") || strings.HasPrefix(t.Name, "Anonymous") {
				continue
			}
			s.tags++
			if covers(mine, t) {
				s.found++
			} else if len(only) > 0 && only[0] == f.lang {
				fmt.Printf("- %s:%d %s %s\n", t.Path, t.Line, t.Kind, t.Name)
			}
		}
		for _, m := range mine {
			if m.Kind == "extension" || m.Kind == "variable" || m.Kind == "constant" || m.Kind == "property" {
				continue
			}
			s.ours++
			if known(all, m) {
				s.known++
			} else if len(only) > 0 && only[0] == f.lang {
				fmt.Printf("+ %s:%d-%d %s %s\n", f.path, m.Start, m.End, m.Kind, m.Name)
			}
		}
	}
	var langs []string
	for l := range scores {
		langs = append(langs, l)
	}
	sort.Strings(langs)
	for _, l := range langs {
		s := scores[l]
		fmt.Printf("%-11s ctags %6d, found %.3f   ours %6d, known to ctags %.3f\n", l, s.tags, ratio(s.found, s.tags), s.ours, ratio(s.known, s.ours))
	}
	return nil
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// last is the last part of a symbol's name.
func last(name string) string {
	name, _, _ = strings.Cut(name, "~")
	return name[strings.LastIndexAny(name, ".")+1:]
}

func covers(symbols []object.Symbol, t tag) bool {
	want := last(strings.ReplaceAll(t.Name, " ", ""))
	for _, s := range symbols {
		if last(strings.TrimPrefix(s.Name, "~")) == strings.TrimPrefix(want, "~") || strings.HasSuffix(s.Name, t.Name) {
			if s.Start <= t.Line && t.Line <= s.End {
				return true
			}
		}
	}
	return false
}

func known(tags []tag, s object.Symbol) bool {
	for _, t := range tags {
		if strings.TrimPrefix(last(s.Name), "~") == strings.TrimPrefix(last(strings.ReplaceAll(t.Name, " ", "")), "~") && s.Start <= t.Line && t.Line <= s.End {
			return true
		}
	}
	return false
}

func ctags(dir string) (map[string][]tag, error) {
	cmd := exec.Command("ctags", "--output-format=json", "--fields=+nKsS", "--kinds-all=*", "-R", "-f", "-", ".")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	tags := map[string][]tag{}
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var t tag
		if json.Unmarshal(sc.Bytes(), &t) == nil && t.Name != "" {
			t.Path = strings.TrimPrefix(t.Path, "./")
			tags[t.Path] = append(tags[t.Path], t)
		}
	}
	return tags, sc.Err()
}
