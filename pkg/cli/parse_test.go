package cli

import (
	"reflect"
	"testing"

	flags "github.com/jessevdk/go-flags"
)

// go-flags takes a value that opens with a quotation mark for a Go string unless
// the flag forbids it.
func TestNoFlagUnquotesItsValue(t *testing.T) {
	for _, tool := range []string{"dc-index", "dc-seed", "dc-walk", "dc-budget", "majordomus"} {
		a := &app{tool: tool}
		p, _ := a.parser(a.commands())
		eachOption(p.Command, func(o *flags.Option) {
			typ := o.Field().Type
			for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
				typ = typ.Elem()
			}
			if typ.Kind() == reflect.String && o.Field().Tag.Get("unquote") != "false" {
				t.Errorf("%s: --%s has no unquote:\"false\"", tool, o.LongName)
			}
		})
	}
}

func eachOption(c *flags.Command, f func(*flags.Option)) {
	eachOfGroup(c.Group, f)
	for _, sub := range c.Commands() {
		eachOption(sub, f)
	}
}

func eachOfGroup(g *flags.Group, f func(*flags.Option)) {
	for _, o := range g.Options() {
		f(o)
	}
	for _, sub := range g.Groups() {
		eachOfGroup(sub, f)
	}
}
