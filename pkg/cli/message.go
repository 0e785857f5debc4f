package cli

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	flags "github.com/jessevdk/go-flags"

	"majordomus/pkg/fault"
)

// plainMessage is go-flags' message in our words.
func plainMessage(p *flags.Parser, e *flags.Error) string {
	m := strings.TrimSpace(e.Message)
	words := quotedWords(m)
	switch {
	case e.Type == flags.ErrUnknownFlag && len(words) > 0:
		if len(words[0]) > 1 {
			return "unknown flag --" + words[0]
		}
		return "unknown flag -" + words[0]
	case e.Type == flags.ErrUnknownCommand && len(words) > 0:
		return fmt.Sprintf("%s has no command %s", commandName(p), fault.Quote(words[0]))
	case e.Type == flags.ErrInvalidChoice && len(words) > 1:
		_, allowed, _ := strings.Cut(m, "Allowed values are: ")
		return fmt.Sprintf("%s: %s is none of %s", words[1], fault.Quote(words[0]), allowed)
	case e.Type == flags.ErrMarshal && len(words) > 0:
		return fmt.Sprintf("%s: %s", words[0], wrongValue(m))
	case e.Type == flags.ErrExpectedArgument && len(words) > 0:
		return words[0] + " needs a value"
	case e.Type == flags.ErrNoArgumentForBool && len(words) > 0:
		return words[0] + " takes no value"
	}
	m = strings.NewReplacer("`", "", "'", "").Replace(m)
	if m == "" {
		return "the command line cannot be understood"
	}
	return strings.ToLower(m[:1]) + m[1:]
}

// quotedWords are what go-flags names between its quotes, in order.
func quotedWords(message string) []string {
	var words []string
	for {
		_, rest, found := strings.Cut(message, "`")
		if !found {
			return words
		}
		word, after, _ := strings.Cut(rest, "'")
		words, message = append(words, word), after
	}
}

// parsing is how the standard library names a value it cannot read.
func parsing() *regexp.Regexp { return regexp.MustCompile(`parsing ("(?:[^"\\]|\\.)*"): (.*)$`) }

// wrongValue says why a number cannot be read.
func wrongValue(message string) string {
	m := parsing().FindStringSubmatch(message)
	if m == nil {
		return "the value cannot be read"
	}
	value, err := strconv.Unquote(m[1])
	if err != nil {
		value = m[1]
	}
	want := "an integer"
	if strings.Contains(message, "float") {
		want = "a number"
	}
	if strings.Contains(m[2], "out of range") {
		return fault.Quote(value) + " is out of range"
	}
	return fmt.Sprintf("%s is not %s", fault.Quote(value), want)
}
