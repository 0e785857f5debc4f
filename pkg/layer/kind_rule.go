package layer

import "majordomus/pkg/object"

// fillRule reads a rule: blocking or advisory, and what it builds on.
func fillRule(d *draft) {
	fillCommon(d)
	d.meta.Class = d.oneOf("class", "blocking", "advisory")
	d.meta.Scope = d.list("scope")
	d.refer(object.DependsOn, object.Rule, d.list("depends_on")...)
}
