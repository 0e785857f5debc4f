package operation

import (
	"context"
	"io"
	"net/http"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

const module = "devcontext"

// operationsOf the development context.
func devcontextOperations() []*Operation {
	return []*Operation{compileOperation(), explainOperation(), policyOperation(), rebudgetOperation(), renderOperation(), diffOperation()}
}

func compileOperation() *Operation {
	o := Define(Operation{
		ID: "devcontext.compile", Summary: "compile what a piece of work needs to read",
		Description: "Call this first for any task in the repository. Name the issue, the milestone, the paths you will touch, or an intent in words; " +
			"with nothing you get only what governs all work. The answer lists what to read in order, each with its reason, certainty (1 is declared, below 1 inferred) " +
			"and cost in tokens, and what was left out and why. required entries must be read. It holds no bodies: read them with majordomus_object or render them. " +
			"budget_tokens bounds the sum of the costs; over_budget says the required ones alone exceed it.",
		Module: module, Kind: Query, Stability: Verified, Tags: []string{"context", "session", "planning", "introspection"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "compile"}, Flags: requestFlags()}, MCP: &MCP{Tool: "majordomus_devcontext"},
		HTTP:  []Route{{http.MethodGet, "/api/v1/devcontext"}, {http.MethodPost, "/api/v1/devcontext"}},
		Cache: Cache{Entries: keptCompiles}, Exits: []fault.Class{fault.OverBudget, fault.NotFound, fault.Invalid},
		Cases: []Case{
			{"no-seed", func(Subject) any { return seed.Request{} }},
			{"issue", func(s Subject) any { return seed.Request{Issue: &s.Issue} }},
			{"milestone", func(s Subject) any { return seed.Request{Milestone: &s.Milestone} }},
			{"intent", func(s Subject) any { return seed.Request{Intent: &s.Intent} }},
		},
	}, [2]string{"DevContextInput", "CompiledContext"}, func(ctx context.Context, e *Env, q seed.Request) (*budget.Answer, error) {
		c, _, err := e.compile(ctx, q)
		if err != nil {
			return nil, err
		}
		return c.answer, nil
	})
	o.Ends = overBudget
	o.Summarize = func(out any) string { return summary(out.(*budget.Answer)) } //nolint:forcetypeassert // Define gives the type
	o.Stream = func(ctx context.Context, e *Env, in any, w io.Writer) error {
		c, _, err := e.compile(ctx, in.(seed.Request)) //nolint:forcetypeassert // Define gives the type
		if err != nil {
			return err
		}
		return walk.Write(c.walk, stream.Header{Tool: "majordomus", Version: Version}, func(h stream.Header) (*stream.Writer, error) { return stream.NewWriter(w, h) })
	}
	return o
}

// requestFlags are the flags of a request that may come more than once.
func requestFlags() map[string]string { return map[string]string{"uris": "uri", "paths": "path"} }

// overBudget is the class of an answer.
func overBudget(out any) fault.Class {
	if a, ok := out.(*budget.Answer); ok && a.Budget.OverBudget {
		return fault.OverBudget
	}
	return 0
}

// ExplainInput is a request and the uri to explain in its answer.
type ExplainInput struct {
	seed.Request
	URI           string `json:"uri"`                      // what to explain: of an object, or of a symbol in one
	RequestDigest string `json:"request_digest,omitempty"` // of an answer this process still holds, in place of the request
}

func explainOperation() *Operation {
	o := Define(Operation{
		ID: "devcontext.explain", Summary: "explain why something is in a context or out of it",
		Description: "Call this when you wonder why a uri was selected, left out or not reached. Give the request you compiled (or its request_digest) and the uri. " +
			"standing is selected, excluded, deduplicated or not_reached; detail says why in a sentence, with the limits that would let it in; " +
			"fits_at_tokens is the budget at which it and everything before it fits. A uri that exists nowhere is refused.",
		Module: module, Kind: Query, Stability: Verified, Tags: []string{"context", "introspection"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "explain"}, Args: []string{"uri"}, Flags: requestFlags(), Omit: []string{"request_digest"}}, MCP: &MCP{Tool: "majordomus_devcontext_explain"},
		HTTP:  []Route{{http.MethodGet, "/api/v1/devcontext/explain"}},
		Cache: Cache{Entries: keptExplains}, Exits: []fault.Class{fault.NotFound, fault.Invalid},
		Cases: []Case{{"issue", func(s Subject) any { return ExplainInput{Request: seed.Request{Issue: &s.Issue}, URI: s.URI} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in ExplainInput) (*devcontext.Explanation, error) {
		a, g, err := e.answer(ctx, nil, in.RequestDigest, &in.Request)
		if err != nil {
			return nil, err
		}
		return e.explains.get(ctx, g.Store.Fingerprint()+" "+a.RequestDigest+" "+in.URI, func(context.Context) (*devcontext.Explanation, error) {
			return devcontext.Explain(a, g.Store, in.URI)
		})
	})
	o.Summarize = func(out any) string { return summaryOfExplanation(out.(*devcontext.Explanation)) } //nolint:forcetypeassert // Define gives the type
	return o
}

// answer gives the answer that an input names: at hand, kept, or compiled now.
func (e *Env) answer(ctx context.Context, at *budget.Answer, digest string, q *seed.Request) (*budget.Answer, *Generation, error) {
	g, err := e.Workspace.Generation(ctx)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case at != nil:
		return at, g, nil
	case digest != "":
		w, err := e.kept(digest)
		if err != nil {
			return nil, nil, err
		}
		a, err := budget.Spend(w, budget.Options{})
		return a, g, err
	case q != nil:
		c, g, err := e.compile(ctx, *q)
		if err != nil {
			return nil, nil, err
		}
		return c.answer, g, nil
	}
	return nil, nil, fault.New(fault.Invalid, "invalid_input", "nothing names an answer").
		WithHint("give an answer, the request_digest of one that is kept, or a request")
}

// PolicyAnswer is the policy table with the settings of this process.
type PolicyAnswer struct {
	walk.Policy
	Digest   string         `json:"digest"`   // SHA-256 of the table, as answers carry it
	Settings PolicySettings `json:"settings"` // what this process was started with
}

// PolicySettings is what no request says and yet changes an answer.
type PolicySettings struct {
	Estimator string `json:"estimator"` // how tokens are counted
	NoLocal   bool   `json:"no_local"`  // this checkout's handover and checkpoint are left out
	History   bool   `json:"history"`   // beside an intent, the git log takes part in the inference
	Frontier  int    `json:"frontier"`  // things beyond reach reported for each reason
}

func policyOperation() *Operation {
	return Define(Operation{
		ID: "devcontext.policy", Summary: "show how contexts are compiled",
		Description: "Call this to learn the rules behind an answer: the tiers and what is in them, how much relevance each kind of edge passes on in either direction and why, " +
			"what each selector finds and offers, and the defaults of a request. It does not depend on the repository.",
		Module: module, Kind: Query, Stability: Verified, Tags: []string{"context", "introspection"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "policy"}}, MCP: &MCP{Tool: "majordomus_devcontext_policy"},
		HTTP:  []Route{{http.MethodGet, "/api/v1/devcontext/policy"}},
		Cases: []Case{{"table", func(Subject) any { return Nothing{} }}},
	}, [2]string{}, func(_ context.Context, e *Env, _ Nothing) (PolicyAnswer, error) {
		p := PolicyAnswer{Policy: walk.PolicyTable(), Digest: walk.PolicyDigest(), Settings: PolicySettings{e.s.Estimator, e.s.NoLocal, e.s.History, e.s.Frontier}}
		if p.Settings.Frontier == 0 {
			p.Settings.Frontier = walk.DefaultFrontier
		}
		return p, nil
	})
}

// RebudgetInput names a saved walk or answer and the limits to spend it under.
type RebudgetInput struct {
	RequestDigest string         `json:"request_digest,omitempty"` // of an answer this process still holds
	Answer        *budget.Answer `json:"answer,omitempty"`         // a saved answer
	BudgetTokens  *int64         `json:"budget_tokens,omitempty"`  // tokens; absent: as it was asked
	Floor         *float64       `json:"floor,omitempty"`          // relevance, not below the walk's; absent: as it was asked
}

func rebudgetOperation() *Operation {
	o := Define(Operation{
		ID: "devcontext.rebudget", Summary: "spend a compiled context again under another budget",
		Description: "Call this when an answer left out things you need, or cost too much: give its request_digest (or the saved answer) and another budget_tokens. " +
			"Nothing is walked again, so it is cheap; the answer is byte for byte the one a fresh compile under that budget gives. floor can be raised, not lowered below the walk's.",
		Module: module, Kind: Query, Stability: Verified, Tags: []string{"context", "planning"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "rebudget"}, Stdin: "answer", Omit: []string{"request_digest"}}, MCP: &MCP{Tool: "majordomus_devcontext_rebudget"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/devcontext/rebudget"}},
		Exits: []fault.Class{fault.OverBudget, fault.NotFound, fault.Invalid, fault.Broken},
		Cases: []Case{{"answer", func(s Subject) any { return RebudgetInput{Answer: s.Answer, BudgetTokens: new(int64(4000))} }}},
	}, [2]string{}, func(_ context.Context, e *Env, in RebudgetInput) (*budget.Answer, error) {
		o := budget.Options{BudgetTokens: in.BudgetTokens, Floor: in.Floor}
		switch {
		case in.Answer != nil && in.RequestDigest != "":
			return nil, fault.New(fault.Invalid, "invalid_input", "an answer and a request_digest name two things to spend").WithHint("give one of them")
		case in.Answer != nil:
			return budget.Again(in.Answer, o)
		case in.RequestDigest == "":
			return nil, fault.New(fault.Invalid, "invalid_input", "nothing names an answer").WithHint("give request_digest or answer")
		}
		w, err := e.kept(in.RequestDigest)
		if err != nil {
			return nil, err
		}
		a, err := budget.Spend(w, o)
		if err == nil {
			e.keep(a.RequestDigest, w)
		}
		return a, err
	})
	o.Ends = overBudget
	o.Summarize = func(out any) string { return summary(out.(*budget.Answer)) } //nolint:forcetypeassert // Define gives the type
	return o
}

func renderOperation() *Operation {
	return Define(Operation{
		ID: "devcontext.render", Summary: "turn a compiled context into a prompt with bodies",
		Description: "Call this to get the bodies of a compiled context in one text, in its order, each fenced as untrusted data with its path and reasons, and the list of what was left out. " +
			"Name the answer by request_digest, or give a request to compile first. max_tokens bounds the whole text; required bodies that do not fit are a refusal, never a silent cut.",
		Module: module, Kind: Query, Stability: Verified, Tags: []string{"context"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "render"}, Stdin: "answer", Omit: []string{"request_digest", "request"}, Text: "text"}, MCP: &MCP{Tool: "majordomus_devcontext_render"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/devcontext/render"}},
		Exits: []fault.Class{fault.OverBudget, fault.NotFound, fault.Invalid, fault.Broken, fault.Refused},
		Cases: []Case{{"issue", func(s Subject) any { return RenderInput{Answer: s.Answer} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in RenderInput) (Rendered, error) {
		if in.Answer != nil && in.RequestDigest != "" || in.Request != nil && (in.Answer != nil || in.RequestDigest != "") {
			return Rendered{}, fault.New(fault.Invalid, "invalid_input", "answer, request_digest and request name more than one answer").WithHint("give one of them")
		}
		if in.Request == nil { // of its own time: a body that changed since is refused
			return e.render(ctx, in)
		}
		return whileChanging(e.Workspace, func() (Rendered, error) { return e.render(ctx, in) })
	})
}

func (e *Env) render(ctx context.Context, in RenderInput) (Rendered, error) {
	a, g, err := e.answer(ctx, in.Answer, in.RequestDigest, in.Request)
	if err != nil {
		return Rendered{}, err
	}
	text, err := devcontext.Render(a, g.Bodies, devcontext.RenderOptions{Form: devcontext.Form(in.Format), MaxTokens: in.MaxTokens, AllowStale: in.AllowStale})
	if err != nil {
		return Rendered{}, err
	}
	return Rendered{Text: string(text), Tokens: int64(e.est.Count(text))}, nil
}

// DiffInput is two answers.
type DiffInput struct {
	A budget.Answer `json:"a"` // the earlier answer
	B budget.Answer `json:"b"` // the later answer
}

func diffOperation() *Operation {
	o := Define(Operation{
		ID: "devcontext.diff", Summary: "compare two compiled contexts",
		Description: "Call this with two saved answers to learn what came, what went and what changed between them, and why: another budget, another request, another state of the repository.",
		Module:      module, Kind: Query, Stability: Verified, Tags: []string{"context", "introspection"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"devcontext", "diff"}, Args: []string{"a", "b"}}, MCP: &MCP{Tool: "majordomus_devcontext_diff"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/devcontext/diff"}},
		Exits: []fault.Class{fault.Invalid, fault.Broken},
		Cases: []Case{{"same", func(s Subject) any { return DiffInput{*s.Answer, *s.Answer} }}},
	}, [2]string{}, func(_ context.Context, _ *Env, in DiffInput) (*devcontext.Difference, error) {
		return devcontext.Diff(&in.A, &in.B), nil
	})
	o.Summarize = func(out any) string { return summaryOfDifference(out.(*devcontext.Difference)) } //nolint:forcetypeassert // Define gives the type
	return o
}
