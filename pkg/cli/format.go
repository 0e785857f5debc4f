package cli

import (
	"io"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
)

// formatFlags say how a result is written.
type formatFlags struct {
	Format string `long:"format" unquote:"false" value-name:"FORMAT" choice:"text" choice:"json" choice:"md" default-mask:"text on a terminal, else json" description:"text, json or md"`
}

// resolve is the format asked for, else text for a person and JSON for a
// program.
func (a *app) format(f formatFlags, o outputFlags) string {
	if f.Format != "" {
		return f.Format
	}
	if a.stdoutTerminal && !o.toFile() {
		return "text"
	}
	return "json"
}

// writeAnswer prints an answer; over budget it is printed all the same and the
// status says so.
func (a *app) writeAnswer(f formatFlags, o outputFlags, answer *budget.Answer) error {
	var err error
	switch a.format(f, o) {
	case "text":
		text := withLineEnd(devcontext.Text(answer, devcontext.TextOptions{Width: a.width(), Color: a.colored() && !o.toFile()}))
		err = a.writeRaw(o, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	case "md":
		err = a.writeText(o, withLineEnd(devcontext.Report(answer)))
	default:
		err = a.writeEncoded(o, answer)
	}
	if err == nil && answer.Budget.OverBudget {
		return &outcome{fault.OverBudget}
	}
	return err
}

// writeEncoded writes an answer as writeJSON does, which looks at every byte
// again.
func (a *app) writeEncoded(o outputFlags, answer *budget.Answer) error {
	line, err := budget.Encode(answer)
	if err != nil {
		return err
	}
	return a.write(o, func(w io.Writer) error {
		_, err := w.Write(line)
		return err
	})
}

func withLineEnd(s string) string { return strings.TrimRight(s, "\n") + "\n" }
