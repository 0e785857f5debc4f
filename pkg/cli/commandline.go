package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"majordomus/pkg/operation"
)

// commandLine gives the words, flags and standard input by which the command
// line says an input, as the operation's definition has it. What goes as a file
// is written into dir.
func commandLine(o *operation.Operation, in json.RawMessage, dir string) (args []string, stdin []byte, err error) {
	args = slices.Clone(o.CLI.Words)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(in, &members); err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		raw := members[name]
		switch flag := o.CLI.Flag(name); {
		case slices.Contains(o.CLI.Args, name):
		case name == o.CLI.Stdin:
			stdin = plain(raw)
		case slices.Contains(o.CLI.Files, name):
			file, err := fileOf(dir, name, raw)
			if err != nil {
				return nil, nil, err
			}
			args = append(args, "--"+flag, file)
		case o.CLI.Stdin == wholeInput:
			stdin = in
		case flag == "":
			return nil, nil, fmt.Errorf("%s: the command line has no way to say %s", o.ID, name)
		default:
			more, err := flagArgs(flag, raw)
			if err != nil {
				return nil, nil, err
			}
			args = append(args, more...)
		}
	}
	for _, name := range o.CLI.Args {
		if slices.Contains(o.CLI.Files, name) && len(members[name]) > 0 && members[name][0] == '"' {
			file, err := fileOf(dir, name, members[name])
			if err != nil {
				return nil, nil, err
			}
			args = append(args, file)
			continue
		}
		words, err := wordsOf(dir, name, members[name])
		if err != nil {
			return nil, nil, err
		}
		args = append(args, words...)
	}
	return args, stdin, nil
}

// plain is a JSON string's text, and any other JSON as it is.
func plain(raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	return raw
}

// fileOf writes a member to a file and names it.
func fileOf(dir, name string, raw json.RawMessage) (string, error) {
	file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".json")
	return file, os.WriteFile(file, plain(raw), 0o600)
}

// wordsOf are the positional words of a member: its text, its list, or a file
// that holds anything else.
func wordsOf(dir, name string, raw json.RawMessage) ([]string, error) {
	var list []string
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		return list, nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []string{text}, nil
	}
	file, err := fileOf(dir, name, raw)
	return []string{file}, err
}

func flagArgs(flag string, raw json.RawMessage) ([]string, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case nil:
		return nil, nil
	case bool:
		if !v {
			return nil, nil
		}
		return []string{"--" + flag}, nil
	case []any:
		var args []string
		for _, one := range v {
			args = append(args, fmt.Sprintf("--%s=%v", flag, one))
		}
		return args, nil
	}
	return []string{fmt.Sprintf("--%s=%v", flag, v)}, nil
}
