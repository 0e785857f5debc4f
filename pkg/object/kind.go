package object

// Kind names a family of objects. The layer can declare kinds of its own, so
// the set is open.
type Kind string

// The built-in kinds (spec/layer.md).
const (
	Issue          Kind = "issue"
	Milestone      Kind = "milestone"
	Project        Kind = "project"
	ADR            Kind = "adr"
	Rule           Kind = "rule"
	Policy         Kind = "policy"
	Scope          Kind = "scope"
	Context        Kind = "context"
	Profile        Kind = "profile"
	Prompt         Kind = "prompt"
	Skill          Kind = "skill"
	UseCase        Kind = "use-case"
	Application    Kind = "application"
	Taxonomy       Kind = "taxonomy"
	Claim          Kind = "claim"
	Knowledge      Kind = "knowledge"
	Session        Kind = "session"
	Handover       Kind = "handover"
	Checkpoint     Kind = "checkpoint"
	Document       Kind = "document"
	Command        Kind = "command"
	File           Kind = "file"
	Implementation Kind = "implementation"
	Test           Kind = "test"
)

// Tier is a rank of the spend: everything of a stronger tier is offered the
// budget first. The zero Tier is invalid.
type Tier string

// The tiers, strongest first.
const (
	TierTask       Tier = "task"       // what was asked for: issues, milestones, projects
	TierGovernance Tier = "governance" // what binds the work: policy, scope, rules, contracts, profiles
	TierSource     Tier = "source"     // what the work touches: source files, tests, commands
	TierDecision   Tier = "decision"   // architecture decisions in force
	TierKnowledge  Tier = "knowledge"  // sessions, handovers, checkpoints, knowledge, prompts, skills
	TierHistory    Tier = "history"    // what happened around it: sibling issues, documents, everything else
)

// Tiers lists the tiers, strongest first.
func Tiers() []Tier {
	return []Tier{TierTask, TierGovernance, TierSource, TierDecision, TierKnowledge, TierHistory}
}

// Rank is the tier's position in Tiers; an unknown tier ranks after all.
func (t Tier) Rank() int {
	switch t {
	case TierTask:
		return 0
	case TierGovernance:
		return 1
	case TierSource:
		return 2
	case TierDecision:
		return 3
	case TierKnowledge:
		return 4
	case TierHistory:
		return 5
	}
	return 6
}

// Tier is the kind's own tier (spec/devcontext.md, "Tier by kind").
func (k Kind) Tier() Tier {
	switch k {
	case Issue, Milestone, Project:
		return TierTask
	case Policy, Scope, Rule, Context, Profile:
		return TierGovernance
	case Implementation, Test, File, Command:
		return TierSource
	case ADR:
		return TierDecision
	case Session, Handover, Checkpoint, Knowledge, Prompt, Skill:
		return TierKnowledge
	}
	return TierHistory
}

// IsFile reports whether objects of the kind are plain files and not records:
// their identity is their path.
func (k Kind) IsFile() bool { return k == File || k == Implementation || k == Test }
