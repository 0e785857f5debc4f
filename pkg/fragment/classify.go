package fragment

// rule is a classification rule.
type rule string

// The rules, by name.
const (
	ruleMedia      rule = "media.atomic"
	ruleVerbatim   rule = "preserve.marked_verbatim"
	ruleCache      rule = "cache.stable_prefix"
	ruleCode       rule = "preserve.code"
	ruleConstraint rule = "preserve.negative_constraint"
	ruleLog        rule = "abstract.log_dedup"
	ruleExact      rule = "preserve.exact_values"
	ruleURL        rule = "preserve.url"
	ruleDefault    rule = "preserve.default"
)

// rules in the order they are tried.
var rules = []rule{ruleMedia, ruleVerbatim, ruleCache, ruleCode, ruleConstraint, ruleLog, ruleExact, ruleURL, ruleDefault}

// logRules is the order for what its caller calls a log: every distinct line
// of a log stays, a sentence of a constraint too, so folding goes first.
var logRules = []rule{ruleMedia, ruleVerbatim, ruleCache, ruleCode, ruleLog, ruleConstraint, ruleExact, ruleURL, ruleDefault}

// because is why a rule holds, for a person.
var because = map[rule]string{
	ruleMedia:      "an image packs as one piece with its caption",
	ruleVerbatim:   "the caller marked it verbatim",
	ruleCache:      "the caller marked it as part of the stable prefix",
	ruleCode:       "it holds code, a diff or data, where every character counts",
	ruleConstraint: "it holds a sentence that forbids something",
	ruleLog:        "it is a log, of which every distinct line stays once",
	ruleExact:      "it is dense with exact values",
	ruleURL:        "it holds a URL",
	ruleDefault:    "nothing in it asks for special care",
}

// kindLog is the hint that puts the log rule first.
const kindLog = "log"

// classify is step 3: the first rule that matches.
func classify(it *item, s *settings) {
	it.constraint = hasConstraint(it.text)
	for _, r := range order(it) {
		if !s.disabled[r] && matches(r, it, s) {
			it.rule = r
			break
		}
	}
	it.critical = it.rule != ruleLog && it.rule != ruleDefault
}

// order gives the rules in the order they are tried on an item.
func order(it *item) []rule {
	if it.kind == kindLog {
		return logRules
	}
	return rules
}

func matches(r rule, it *item, s *settings) bool {
	switch r {
	case ruleMedia:
		return it.image != nil
	case ruleVerbatim:
		return it.marks.verbatim
	case ruleCache:
		return it.marks.cache
	case ruleCode:
		return isCode(it.kind, it.text)
	case ruleConstraint:
		return it.constraint
	case ruleLog:
		return it.kind == kindLog || looksLikeLog(it.text, s.policy.NormalizeLogTimestamps)
	case ruleExact:
		return denseInValues(it.text)
	case ruleURL:
		return hasURL(it.text)
	}
	return true
}
