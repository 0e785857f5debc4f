package fragment

import "encoding/json"

// The types in this file are protocol: their JSON is the input of the
// operations. Decode reads them exactly.

// Request is what Compile works on.
type Request struct {
	// Query is what the context is for; an empty one ranks nothing.
	Query string `json:"query"`
	// Fragments are the pieces, at most 1,024.
	Fragments []Fragment `json:"fragments"`
	// TokenBudget is the limit in tokens, 1..10,000,000.
	TokenBudget int `json:"token_budget"`
	// TargetModel picks the price in Policy.Pricing.
	TargetModel string `json:"target_model,omitempty"`
	// Policy holds the options; nil means all defaults.
	Policy *Policy `json:"policy,omitempty"`
}

// Fragment is one piece of context. It has a content, a path or media; content
// and media together are an image and its caption.
type Fragment struct {
	// ID names the fragment; absent, it is derived from the content.
	ID *ID `json:"id,omitempty"`
	// Content is the text, at most 1 MiB of UTF-8.
	Content *string `json:"content,omitempty"`
	// Path is a file to read as the content, where the adapter allows it.
	Path *string `json:"path,omitempty"`
	// Kind is a hint: code, log, prose, screenshot, diff, json or any word.
	Kind string `json:"kind,omitempty"`
	// Priority packs higher numbers first, 0..255.
	Priority uint8 `json:"priority,omitempty"`
	// Metadata is a JSON object of at most 64 KiB, carried as written.
	// Members read here: verbatim, cache (booleans) and target (a string).
	Metadata json.RawMessage `json:"metadata,omitempty"`
	// Media is an inline image.
	Media *Media `json:"media,omitempty"`
}

// Media is an inline image.
type Media struct {
	// Mime is image/png, image/jpeg, image/gif or image/webp.
	Mime string `json:"mime"`
	// Base64 holds the bytes in standard base64, at most 4 MiB of it.
	Base64 string `json:"bytes_b64"`
}

// Policy holds the options of a compilation. Absent members have defaults.
type Policy struct {
	// ResponseReserveTokens is kept free of the budget, for the answer.
	ResponseReserveTokens int `json:"response_reserve_tokens,omitempty"`
	// NearDupDedup drops what differs only in case, white space or, in logs,
	// leading timestamps. Default true.
	NearDupDedup *bool `json:"near_dup_dedup,omitempty"`
	// DisabledRules names classification rules that are not to be tried.
	DisabledRules []string `json:"disabled_rules,omitempty"`
	// MaxPieceBytes is the size up to which text is kept in one piece.
	// Default 2048.
	MaxPieceBytes int `json:"max_piece_bytes,omitempty"`
	// Boundary is where pieces end: paragraph (default), sentence or line.
	Boundary Boundary `json:"boundary,omitempty"`
	// NormalizeLogTimestamps folds log lines that differ only in a leading
	// timestamp.
	NormalizeLogTimestamps bool `json:"normalize_log_timestamps,omitempty"`
	// Estimator counts: bytes, o200k_base (default) or cl100k_base.
	Estimator string `json:"estimator,omitempty"`
	// Pricing turns saved tokens into money.
	Pricing *Pricing `json:"pricing,omitempty"`
	// IDsAsStrings writes every id of the result as a decimal string.
	IDsAsStrings bool `json:"ids_as_strings,omitempty"`
	// SlimResponse leaves the text out of the sections, which repeat content.
	SlimResponse bool `json:"slim_response,omitempty"`
}

// Pricing is a price table.
type Pricing struct {
	// Version names the table, repeated in the result.
	Version string `json:"version"`
	// Currency is the unit of the prices, such as USD.
	Currency string `json:"currency"`
	// Models maps a model's name to its price.
	Models map[string]Price `json:"models"`
}

// Price is what a model costs.
type Price struct {
	// InputMicrosPerMillionTokens is the price of a million input tokens in
	// millionths of the currency.
	InputMicrosPerMillionTokens uint64 `json:"input_micros_per_million_tokens"`
}

// Boundary is where a piece may end.
type Boundary string

// The boundaries, coarsest first.
const (
	Paragraph Boundary = "paragraph" // at blank lines
	Sentence  Boundary = "sentence"  // after a sentence, or at blank lines
	Line      Boundary = "line"      // after any line
)

// Warning is something that was ignored or looks wrong, for a person.
type Warning = string
