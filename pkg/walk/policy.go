package walk

import (
	"majordomus/pkg/object"
)

// The relevances that selectors other than relation and intent_match offer.
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
	Defaults  Defaults         `json:"defaults"`
}

// TierPolicy is one tier.
type TierPolicy struct {
	Tier    object.Tier   `json:"tier"`
	Meaning string        `json:"meaning"` // the fixed sentence an answer shows
	Kinds   []object.Kind `json:"kinds"`   // whose own tier it is; history also has every other kind
}

// EdgePolicy is how much an edge passes on in either direction.
type EdgePolicy struct {
	Kind    object.EdgeKind `json:"kind"`
	Forward float64         `json:"forward"` // multiplier from the one that declares it
	Reverse float64         `json:"reverse"` // multiplier towards the one that declares it
	Why     string          `json:"why"`
	ahead   string          // reason of a thing reached forward
	back    string          // reason of a thing reached in reverse
}

// RefusedEdge is an edge that is never walked.
type RefusedEdge struct {
	Kind object.EdgeKind `json:"kind"`
	Why  string          `json:"why"`
}

// SelectorPolicy says what a selector finds.
type SelectorPolicy struct {
	Selector Selector `json:"selector"`
	Finds    string   `json:"finds"`
	Offers   string   `json:"offers"` // the relevance, in words and numbers
	Inferred bool     `json:"inferred"`
}

// Defaults are the constants of a request and of costs.
type Defaults struct {
	BudgetTokens  int64   `json:"budget_tokens"`
	MaxDepth      int     `json:"max_depth"`
	Floor         float64 `json:"floor"`
	Frontier      int     `json:"frontier"`
	BytesPerToken int     `json:"bytes_per_token"`
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
			"the milestone it belongs to", "belongs to the same milestone"},
		{object.DefinedIn, .80, .80, "a claim is what its source says", "the source that defines it", "a claim this file defines"},
		{object.DependsOn, .90, .60, "what a thing needs comes before it; what needs it comes after",
			"something it depends on", "depends on it"},
		{object.Evidences, .60, .60, "a claim and the work that supports it", "a claim it gives evidence for", "gives evidence for it"},
		{object.Exercises, .60, .70, "a use case shows a rule at work", "a rule it exercises", "a use case that exercises it"},
		{object.GovernedBy, .90, .50, "a decision or rule in force over a thing binds work on it", "in force over it", "something it governs"},
		{object.ImplementedBy, .85, .85, "a claim and the code that keeps it", "the code that implements it", "a claim it implements"},
		{object.Imports, .60, .45, "code that is used says more than code that uses", "code it imports", "code that imports it"},
		{object.LoadWith, 1.0, .50, "declared to be read together", "declared to be loaded with it", "declares to be loaded with it"},
		{object.PutInForce, .80, .85, "a decision and what it puts in force", "something the decision puts in force", "a decision that puts it in force"},
		{object.RelatedTo, .70, .70, "declared to be related, in no direction", "declared to be related", "declares to be related"},
		{object.Runs, .60, .50, "a use case and its commands", "a command it runs", "a use case that runs it"},
		{object.Serves, .50, .40, "an application and its use cases", "an application it serves", "a use case that serves it"},
		{object.Supersedes, .70, .70, "the later decision is read with what it replaced", "an earlier decision it supersedes", "a later decision that supersedes it"},
		{object.TestedBy, .85, .85, "code and its tests change together", "a test of it", "something it tests"},
		{object.Tracks, .70, .90, "a record that keeps an eye on a file knows about it", "a file it tracks", "tracks this file"},
	}
}

// PolicyTable gives the table. It is a value of its own: callers may change it.
func PolicyTable() Policy {
	p := Policy{Edges: edgePolicies(),
		Refused:  []RefusedEdge{{"is_a", "a taxonomy's class would join everything of that class to everything else, two hops apart"}},
		Defaults: Defaults{BudgetTokens: 24_000, MaxDepth: 3, Floor: .25, Frontier: DefaultFrontier, BytesPerToken: 4},
		Selectors: []SelectorPolicy{
			{SelSeed, "what the request names", "1, required", false},
			{SelRelation, "what declared edges lead to from the seeds", "the best product of multipliers over any walk within the depth", false},
			{SelScopePath, "what lies at or under the request's paths and the scope of issues and milestones at depth 1 or less",
				"0.8 for implementation, test and file, 0.7 for any other kind", false},
			{SelContract, "contracts that reach one of those paths: by their folder, a glob or what they track", "0.85", false},
			{SelGovernance, "the policy and the scope; with all_blocking_rules every active blocking rule", "1, required; a rule 0.6", false},
			{SelSession, "sessions that changed files under those paths or ran on this branch; this checkout's newest handover and checkpoint",
				"0.75, 0.5, 0.95 and 0.8; half for a record git cannot place before our head", false},
			{SelIntent, "what the words of the intent hit", "0.6 of a score below 1", true},
		}}
	for _, t := range object.Tiers() {
		p.Tiers = append(p.Tiers, TierPolicy{Tier: t, Meaning: Meaning(t), Kinds: tierKinds(t)})
	}
	return p
}
