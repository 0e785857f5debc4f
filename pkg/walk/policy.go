package walk

import (
	"fmt"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/token"
)

// The relevances that selectors offer; a relation offers what its edges pass on.
const (
	relSeed         = 1.0
	relScopeSource  = 0.8
	relScopeOther   = 0.7
	relContract     = 0.85
	relGovernance   = 1.0
	relBlockingRule = 0.6
	relSessionPath  = 0.75
	relSessionHere  = 0.5
	relHandover     = 0.95
	relCheckpoint   = 0.8
	relStaleFactor  = 0.5 // a local record that git cannot place before our head
	relIntentFactor = 0.6
	relScopeADR     = 0.9
)

// DefaultFrontier is how many things beyond reach are reported for each reason.
const DefaultFrontier = 500

// Policy is the whole table a walk follows: what is in which tier, how much an
// edge passes on, what each selector offers.
type Policy struct {
	Tiers     []TierPolicy     `json:"tiers"`     // strongest first
	Edges     []EdgePolicy     `json:"edges"`     // by kind
	Refused   []RefusedEdge    `json:"refused"`   // edges that are never walked
	Selectors []SelectorPolicy `json:"selectors"` // by rank
	Defaults  Defaults         `json:"defaults"`  // of a request, and the constants of costs
}

// TierPolicy is one tier.
type TierPolicy struct {
	Tier    object.Tier   `json:"tier"`    // which one
	Meaning string        `json:"meaning"` // the fixed sentence an answer shows
	Kinds   []object.Kind `json:"kinds"`   // whose own tier it is; history also has every other kind
}

// EdgePolicy is how much an edge passes on in either direction.
type EdgePolicy struct {
	Kind    object.EdgeKind `json:"kind"`    // of the edge
	Forward float64         `json:"forward"` // multiplier from the one that declares it
	Reverse float64         `json:"reverse"` // multiplier towards the one that declares it
	Why     string          `json:"why"`     // the reason for the weights, in a sentence
	ahead   string          // reason of a thing reached forward; it names no entry, so that many ways say it alike
	back    string          // reason of a thing reached in reverse
}

// RefusedEdge is an edge that is never walked.
type RefusedEdge struct {
	Kind object.EdgeKind `json:"kind"` // of the edge
	Why  string          `json:"why"`  // the reason, in a sentence
}

// SelectorPolicy says what a selector finds.
type SelectorPolicy struct {
	Selector Selector `json:"selector"` // which one
	Finds    string   `json:"finds"`    // what it finds, in words
	Offers   string   `json:"offers"`   // the relevance, in words and numbers
	Inferred bool     `json:"inferred"` // it guesses: confidence is below 1
}

// Defaults are the constants of a request and of costs.
type Defaults struct {
	BudgetTokens  int64   `json:"budget_tokens"`   // tokens an answer may cost
	MaxDepth      int     `json:"max_depth"`       // hops along edges
	Floor         float64 `json:"floor"`           // relevance under which a thing is left out
	Frontier      int     `json:"frontier"`        // things beyond reach reported for each reason
	BytesPerToken int     `json:"bytes_per_token"` // what the estimator bytes divides by
}

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

func tierKinds(t object.Tier) []object.Kind {
	switch t {
	case object.TierTask:
		return []object.Kind{object.Issue, object.Milestone, object.Project}
	case object.TierGovernance:
		return []object.Kind{object.Policy, object.Scope, object.Rule, object.Context, object.Profile}
	case object.TierSource:
		return []object.Kind{object.Implementation, object.Test, object.File, object.Command}
	case object.TierDecision:
		return []object.Kind{object.ADR}
	case object.TierKnowledge:
		return []object.Kind{object.Session, object.Handover, object.Checkpoint, object.Knowledge, object.Prompt, object.Skill}
	}
	return []object.Kind{object.Application, object.Claim, object.Document, object.Taxonomy, object.UseCase}
}

// edgePolicies is the one place where edges have weights.
func edgePolicies() []EdgePolicy {
	return []EdgePolicy{
		{object.BelongsTo, .95, .45, "a milestone frames its issues; its other issues are siblings, not the work",
			"it is the milestone that what led here belongs to", "it belongs to the milestone that led here"},
		{object.DefinedIn, .80, .80, "a claim is what its source says",
			"it is the source of the claim that led here", "it is a claim that the file that led here defines"},
		{object.DependsOn, .90, .60, "what a thing needs comes before it; what needs it comes after",
			"what led here depends on it", "it depends on what led here"},
		{object.Evidences, .60, .60, "a claim and the work that supports it",
			"it is a claim that what led here gives evidence for", "it gives evidence for the claim that led here"},
		{object.Exercises, .60, .70, "a use case shows a rule at work",
			"it is a rule that the use case that led here exercises", "it is a use case that exercises the rule that led here"},
		{object.GovernedBy, .90, .50, "a decision or rule in force over a thing binds work on it",
			"it is in force over what led here", "it is governed by what led here"},
		{object.ImplementedBy, .85, .85, "a claim and the code that keeps it",
			"it is the code that implements the claim that led here", "it is a claim that the code that led here implements"},
		{object.Imports, .60, .45, "code that is used says more than code that uses",
			"what led here imports it", "it imports what led here"},
		{object.LoadWith, 1.0, .50, "declared to be read together",
			"it is declared to be loaded with what led here", "it declares to be loaded with what led here"},
		{object.PutInForce, .80, .85, "a decision and what it puts in force",
			"the decision that led here puts it in force", "it is a decision that puts what led here in force"},
		{object.RelatedTo, .70, .70, "declared to be related, in no direction",
			"what led here declares to be related to it", "it declares to be related to what led here"},
		{object.Runs, .60, .50, "a use case and its commands",
			"it is a command that the use case that led here runs", "it is a use case that runs the command that led here"},
		{object.Serves, .50, .40, "an application and its use cases",
			"it is an application that the use case that led here serves", "it is a use case that serves the application that led here"},
		{object.Supersedes, .70, .70, "the later decision is read with what it replaced",
			"it is an earlier decision that what led here supersedes", "it is a later decision that supersedes what led here"},
		{object.TestedBy, .85, .85, "code and its tests change together",
			"it is a test of what led here", "it is tested by what led here"},
		{object.Tracks, .70, .90, "a record that keeps an eye on a file knows about it",
			"it is a file that what led here tracks", "it tracks the file that led here"},
	}
}

// PolicyTable gives the table. It is a value of its own: callers may change it.
func PolicyTable() Policy {
	p := Policy{Edges: edgePolicies(),
		Refused: []RefusedEdge{{"is_a", "a taxonomy's class would join everything of that class to everything else, two hops apart"}},
		Defaults: Defaults{BudgetTokens: seed.DefaultBudget, MaxDepth: seed.DefaultDepth, Floor: seed.DefaultFloor, Frontier: DefaultFrontier,
			BytesPerToken: token.BytesPerToken},
		Selectors: []SelectorPolicy{
			{SelSeed, "what the request names", fmt.Sprintf("%v, required", relSeed), false},
			{SelRelation, "what declared edges lead to from the seeds, and the decisions in force over a path of the work",
				fmt.Sprintf("the best product of multipliers over any walk within the depth; %v to a decision over a path", relScopeADR), false},
			{SelScopePath, "what lies at or under the request's paths and the scope of issues and milestones at depth 1 or less",
				fmt.Sprintf("%v for implementation, test and file, %v for any other kind", relScopeSource, relScopeOther), false},
			{SelContract, "contracts that reach one of those paths: from where they stand, by a glob or by what they track; and what these import", fmt.Sprint(relContract), false},
			{SelGovernance, "the policy and the scope; with all_blocking_rules every active blocking rule",
				fmt.Sprintf("%v, required; a rule %v", relGovernance, relBlockingRule), false},
			{SelSession, "sessions that changed files under those paths or ran on this branch; this checkout's newest handover and checkpoint",
				fmt.Sprintf("%v, %v, %v and %v; times %v for a record git cannot place before our head",
					relSessionPath, relSessionHere, relHandover, relCheckpoint, relStaleFactor), false},
			{SelIntent, "what the words of the intent hit, and what the best hits import, are tested by and test; under history also what the git log shows of both; finished work that nothing else leads to is of tier history",
				fmt.Sprintf("%v of a score below 1; times the edge's multiplier for a neighbour", relIntentFactor), true},
		}}
	for _, t := range object.Tiers() {
		p.Tiers = append(p.Tiers, TierPolicy{Tier: t, Meaning: Meaning(t), Kinds: tierKinds(t)})
	}
	return p
}
