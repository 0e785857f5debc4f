package budget

import "majordomus/pkg/object"

// Meaning is the fixed sentence of a tier.
func Meaning(t object.Tier) string {
	switch t {
	case object.TierTask:
		return "what was asked for: the issues, milestones and projects of the work"
	case object.TierGovernance:
		return "what binds the work: the policy, the scope, the rules, contracts and profiles that apply"
	case object.TierSource:
		return "what the work touches: source files, tests and commands"
	case object.TierDecision:
		return "what was decided about it: the architecture decisions in force"
	case object.TierKnowledge:
		return "what is known about it: sessions, handovers, checkpoints, knowledge, prompts and skills"
	}
	return "what happened around it: sibling issues, documents and everything else"
}
