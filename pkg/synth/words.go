package synth

import (
	"math/rand/v2"
	"strings"
)

var nouns = []string{"cache", "parser", "ledger", "session", "router", "queue", "schema", "index", "token", "budget",
	"worker", "socket", "account", "invoice", "webhook", "migration", "metric", "snapshot", "journal", "lease"}

var verbs = []string{"retry", "validate", "rotate", "merge", "stream", "compact", "resolve", "throttle", "encode", "verify",
	"replay", "collect", "publish", "refund", "import", "archive", "measure", "shard", "repair", "expire"}

var qualities = []string{"atomic", "bounded", "idempotent", "lazy", "ordered", "safe", "stable", "strict", "typed", "quiet"}

func pick(words []string, i int) string { return words[i%len(words)] }

func any1(r *rand.Rand, words []string) string { return words[r.IntN(len(words))] }

// sentence is a plain line of prose about the product.
func sentence(r *rand.Rand) string {
	return "The " + any1(r, qualities) + " " + any1(r, nouns) + " must " + any1(r, verbs) + " each " + any1(r, nouns) +
		" before the " + any1(r, nouns) + " can " + any1(r, verbs) + "."
}

func title(r *rand.Rand) string {
	v := any1(r, verbs)
	return strings.ToUpper(v[:1]) + v[1:] + " the " + any1(r, qualities) + " " + any1(r, nouns)
}

func paragraphs(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		for range 2 + r.IntN(4) {
			b.WriteString(sentence(r))
			b.WriteByte(' ')
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
