package layer

import (
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/object"
)

var issueKeys = []string{"milestone", "depends_on", "blocks", "scope", "non_scope", "priority", "profile", "acceptance_criteria",
	"evidence", "slug", "type", "class", "goal", "context", "rationale", "deliverables", "verification", "risks", "references",
	"assignee", "estimate", "order", "project", "parent", "commands", "tests", "out_of_scope", "version", "closed_at", "completed_at"}

var milestoneKeys = []string{"slug", "order", "scope", "non_scope", "depends_on", "claims", "status", "goal", "context", "rationale",
	"acceptance_criteria", "exit_criteria", "deliverables", "priority", "profile", "project", "version", "due", "due_date", "evidence",
	"issues", "risks", "references"}

// fillCommon reads what any kind may declare.
func fillCommon(d *draft) {
	d.meta.Slug = d.loose("slug")
	d.meta.Date = d.loose("date")
	d.meta.CreatedAt = d.loose("created_at")
	d.meta.UpdatedAt = d.loose("updated_at")
	d.meta.Tracks = d.list("tracks")
	d.referPath(object.Tracks, d.meta.Tracks...)
	if d.spec.Kind != object.ADR {
		d.referAny(object.RelatedTo, d.list("related")...)
	}
	if d.body != nil {
		for _, l := range d.body.links {
			d.refs = append(d.refs, Ref{Edge: object.RelatedTo, Name: l.to, Mode: ToLink})
		}
	}
}

// fillIssue reads an issue of this layer, whose status its users derive.
func fillIssue(d *draft) {
	fillCommon(d)
	if i := d.find("status"); i >= 0 {
		d.violation(d.values[i], "an issue declares no status: it is derived from what names the issue")
	}
	d.obj.Status = ""
	d.meta.Milestone = d.text("milestone")
	d.meta.Priority = d.text("priority")
	d.meta.Profile = d.text("profile")
	d.meta.Scope = d.list("scope")
	d.meta.Order = d.integer("order")
	d.meta.Evidence = d.evidence()
	if d.meta.Milestone != "" {
		d.refer(object.BelongsTo, object.Milestone, d.meta.Milestone)
	}
	d.refer(object.DependsOn, object.Issue, d.list("depends_on")...)
}

// evidence reads [{commit, covers}], and bare commits.
func (d *draft) evidence() (out []object.Evidence) {
	d.each("evidence", func(n *yaml.Node, sub *record, text string) {
		if sub == nil {
			out = append(out, object.Evidence{Commit: text})
			return
		}
		if c := sub.text("commit", "sha"); c != "" {
			out = append(out, object.Evidence{Commit: c, Covers: strings.Join(sub.list("covers"), ", ")})
		}
	})
	return out
}

func fillMilestone(d *draft) {
	fillCommon(d)
	d.meta.Order = d.integer("order")
	d.meta.Scope = d.list("scope")
	d.meta.Priority = d.text("priority")
	d.meta.Profile = d.text("profile")
	d.meta.Evidence = d.evidence()
	d.refer(object.DependsOn, object.Milestone, d.list("depends_on")...)
	d.refer(object.Evidences, object.Claim, d.list("claims")...)
}

// fillClaim reads one member of a claims file.
func fillClaim(d *draft) {
	fillCommon(d)
	d.referPath(object.DefinedIn, d.list("source", "sources")...)
	d.referPath(object.ImplementedBy, d.list("implementation", "implementations")...)
	d.referPath(object.TestedBy, d.list("test", "tests")...)
}

func fillUseCase(d *draft) {
	fillCommon(d)
	d.meta.Priority = d.text("priority")
	d.refer(object.Runs, object.Command, d.list("commands")...)
	d.doctrines(object.Exercises)
	d.refer(object.Evidences, object.Claim, d.list("claims")...)
	d.refer(object.Serves, object.Application, d.list("applications")...)
}

func fillApplication(d *draft) {
	fillCommon(d)
	d.referBack(object.Serves, object.UseCase, d.list("use_cases")...)
	d.doctrines(object.GovernedBy)
}

// doctrines are rules under their older name; one that no rule has is no
// mistake, the index holds nothing of the kind.
func (d *draft) doctrines(edge object.EdgeKind) {
	for _, n := range d.list("doctrines") {
		d.refs = append(d.refs, Ref{Edge: edge, Name: n, Mode: ToKind, Kind: object.Rule, Quiet: true})
	}
}

// sessionKind is the declaration of what a session's place holds: handovers and
// checkpoints stand there too and say so.
func (c *Config) sessionKind(spec *KindSpec, r *record) *KindSpec {
	if k := r.get("kind"); k != nil && (k.Value == string(object.Handover) || k.Value == string(object.Checkpoint)) {
		return c.kinds[object.Kind(k.Value)]
	}
	return spec
}

// fillSession reads a closed session, a handover or a checkpoint.
func fillSession(d *draft) {
	fillCommon(d)
	d.meta.Branch = d.text("branch")
	d.meta.Head = d.text("head", "commit")
	d.meta.Task = d.loose("task")
	d.meta.ChangedFiles = d.list("changed_files")
	d.meta.Commits = d.list("commits")
	d.refer(object.RelatedTo, object.Issue, d.list("issues", "issue")...)
	d.refer(object.RelatedTo, object.Milestone, d.list("milestones", "milestone")...)
}
