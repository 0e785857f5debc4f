package cli

import (
	"encoding/json"
	"errors"
	"io/fs"

	"majordomus/pkg/fault"
	"majordomus/pkg/route"
	"majordomus/pkg/seed"
	"majordomus/pkg/task"
)

// boundFlags name a task whose required nodes seed a context.
type boundFlags struct {
	Task   string `long:"task" unquote:"false" value-name:"FILE" description:"Task whose required nodes are seeds too: JSON when the name ends in .json, else YAML; - is standard input"`
	Routes string `long:"routes" unquote:"false" value-name:"FILE" description:"Route index that binds the task's paths and symbols; - is standard input"`
}

// bound is the task of the flags; nil without one. stdin is what else may read
// standard input.
func (a *app) bound(f boundFlags, stdin ...string) (*seed.Bound, error) {
	if f.Task == "" && f.Routes != "" {
		return nil, fault.New(fault.Usage, "usage", "--routes binds a task, and there is none").WithHint("give --task FILE too")
	}
	if f.Task == "" {
		return nil, nil
	}
	if err := oneStdin(append(stdin, f.Task, f.Routes)...); err != nil {
		return nil, err
	}
	t, err := a.task(f.Task)
	if err != nil {
		return nil, err
	}
	ix, err := a.routes(f.Routes)
	return &seed.Bound{Task: t, Routes: ix}, err
}

// oneStdin refuses two inputs that are both standard input.
func oneStdin(files ...string) error {
	n := 0
	for _, f := range files {
		if f == "-" {
			n++
		}
	}
	if n > 1 {
		return fault.New(fault.Usage, "usage", "standard input can be read once").WithHint("give a file for all inputs but one")
	}
	return nil
}

// task reads a task file.
func (a *app) task(path string) (task.Task, error) {
	data, err := a.file(path, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return task.Task{}, fault.New(fault.NotFound, task.CodeTaskNotFound, "there is no such task file").At(path, 0, 0)
	}
	if err != nil {
		return task.Task{}, err
	}
	return task.Parse(inputName(path), data)
}

// inputName is how errors call a FILE argument.
func inputName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// taskJSON is a task file as operations take it.
func (a *app) taskJSON(path string) (task.RawTask, error) {
	t, err := a.task(path)
	if err != nil {
		return nil, err
	}
	return json.Marshal(t)
}

// routes reads a route index; nil without a file. The error is
// route_index_invalid.
func (a *app) routes(path string) (*route.Index, error) {
	if path == "" {
		return nil, nil
	}
	data, err := a.file(path, 0)
	if err != nil {
		return nil, route.Invalid(path, unread(path, err))
	}
	ix, issues := route.Parse(inputName(path), data)
	return ix, route.Invalid(inputName(path), issues)
}

// unread are the issues of a route index that cannot be read.
func unread(path string, err error) []route.Issue {
	if _, issues := route.Load(path); issues != nil && issues[0].Code == route.ReadError {
		issues[0].Message = bare(err).Error()
		return issues
	}
	return []route.Issue{{Code: route.ReadError, Location: []route.Step{}, Message: err.Error()}}
}

// routesJSON is a route index as operations take it.
func (a *app) routesJSON(path string) (json.RawMessage, error) {
	ix, err := a.routes(path)
	if err != nil || ix == nil {
		return nil, err
	}
	return ix.Canonical(), nil
}

// changed reads a list of changed paths; nil without a file.
func (a *app) changed(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	data, err := a.file(path, 0)
	if err != nil {
		return nil, err
	}
	list, err := task.ChangedList(data)
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return nil, e.At(inputName(path), 0, 0)
	}
	return list, err
}
