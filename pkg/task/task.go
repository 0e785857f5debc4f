package task

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/route"
)

// Task is what someone is about to do. All fields are optional.
type Task struct {
	ID           string   `json:"task_id,omitempty"`
	Title        string   `json:"title,omitempty"`
	Objective    string   `json:"objective,omitempty"`
	Scope        []string `json:"scope,omitempty"`                // paths, folders ("src/") and globs it works in
	Deliverables []string `json:"deliverables,omitempty"`         // paths it produces; prose among them is no path
	ChangedFiles []string `json:"changed_files,omitempty"`        // paths it has changed already
	Symbols      []string `json:"symbols,omitempty"`              // exact names it touches
	Tags         []string `json:"akms_tags,omitempty"`            // knowledge tags; absent: derived
	Steps        []string `json:"implementation_steps,omitempty"` // what will be done, in any order
	Phase        string   `json:"phase,omitempty"`                // free word, carried and never judged
}

// Load reads a task file; Parse tells how. Errors: task_not_found, or Parse's.
func Load(path string) (Task, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Task{}, fault.New(fault.NotFound, CodeTaskNotFound, "there is no such task file").At(path, 0, 0)
	}
	if err != nil {
		return Task{}, fault.Wrap(err, "read the task").At(path, 0, 0)
	}
	return Parse(path, data)
}

// Parse reads a task, JSON or YAML by its name as route.Decode has it. Fields
// it does not know are left alone: trackers keep more in their files. Errors:
// invalid_task, with every fault in its message, invalid_task_id, invalid_phase.
func Parse(name string, data []byte) (Task, error) {
	v, problems := route.Decode(name, data)
	if len(problems) > 0 {
		p := problems[0]
		return Task{}, invalid(CodeInvalidTask, "the task cannot be read: %s", p.Message).At(name, p.Line, p.Column)
	}
	t, err := Of(v)
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return Task{}, e.At(name, 0, 0)
	}
	return t, err
}

// Of reads a task that is in memory already; errors as for Parse.
func Of(v canon.Value) (Task, error) {
	if v.Kind() != canon.Map {
		return Task{}, invalid(CodeInvalidTask, "a task is a mapping, this is %s", v.Kind())
	}
	r := reader{v: v}
	t := Task{
		Title: r.text("title"), Objective: r.text("objective"), Scope: r.list("scope"), Deliverables: r.list("deliverables"),
		ChangedFiles: r.list("changed_files"), Symbols: r.list("symbols"), Tags: r.list("akms_tags"), Steps: r.list("implementation_steps"),
	}
	if len(r.faults) > 0 {
		return Task{}, invalid(CodeInvalidTask, "%s", strings.Join(r.faults, "; "))
	}
	var err error
	if t.ID, err = r.word("task_id", CodeInvalidID); err != nil {
		return Task{}, err
	}
	if t.Phase, err = r.word("phase", CodeInvalidPhase); err != nil {
		return Task{}, err
	}
	return t, t.check()
}

// check holds a task that came as a Go value to the rules of Of.
func (t *Task) check() error {
	if !sound(t.ID) {
		return invalid(CodeInvalidID, "task_id: %s is no identifier", fault.Quote(t.ID))
	}
	if strings.ContainsFunc(t.Phase, unicode.IsControl) {
		return invalid(CodeInvalidPhase, "phase: %s is no word", fault.Quote(t.Phase))
	}
	return nil
}

// sound reports whether an identifier could name something: identities hold no
// white space, "/" and "@" (spec/layer.md), and no controls.
func sound(id string) bool {
	return id != "." && id != ".." && !strings.ContainsFunc(id, func(r rune) bool {
		return canon.IsSpace(r) || unicode.IsControl(r) || r == '/' || r == '\\' || r == '@'
	})
}

// reader takes fields out of a mapping and keeps what is wrong with them.
type reader struct {
	v      canon.Value
	faults []string
}

func (r *reader) fault(text string) { r.faults = append(r.faults, text) }

func (r *reader) text(name string) string {
	f, _ := r.v.Get(name)
	s, ok := f.Str()
	if !ok && f.Kind() != canon.Null {
		r.fault(name + ": a string expected, this is " + f.Kind().String())
	}
	return canon.Trim(s)
}

func (r *reader) list(name string) []string {
	f, _ := r.v.Get(name)
	switch f.Kind() {
	case canon.Null:
		return nil
	case canon.List:
	default:
		r.fault(name + ": a list expected, this is " + f.Kind().String())
		return nil
	}
	out := make([]string, 0, f.Len())
	for i := range f.Len() {
		s, ok := f.Item(i).Str()
		if !ok {
			r.fault(name + ": the entries are strings, one is " + f.Item(i).Kind().String())
			continue
		}
		out = append(out, s)
	}
	return out
}

// word is an optional short text; a number is taken by its digits.
func (r *reader) word(name, code string) (string, error) {
	f, ok := r.v.Get(name)
	if !ok || f.Kind() == canon.Null {
		return "", nil
	}
	s, ok := f.Str()
	if f.Kind() == canon.Int {
		s, ok = string(f.Append(nil, canon.CodePoint)), true
	}
	if s = canon.Trim(s); !ok || s == "" {
		return "", invalid(code, "%s: a word expected, this is %s", name, f.Kind())
	}
	return s, nil
}
