package fragment

// The types in this file are protocol: their JSON is the output of the
// operations.

// Result is what Compile returns.
type Result struct {
	// Content is the assembled text: the cache section, then the body.
	Content string `json:"content"`
	// Sections are the parts of Content that are not empty, cache first.
	Sections []Section `json:"sections"`
	// Decisions has one row per fragment, in input order.
	Decisions []Decision `json:"decisions"`
	// Sources gives a handle for the bytes of every fragment, in input order;
	// an image with a caption has two rows, the image first.
	Sources []Source `json:"sources"`
	// RetrievalHandles names what did not go in whole, in input order.
	RetrievalHandles []Retrieval `json:"retrieval_handles"`
	// Media are the images that are in, so the caller knows what to attach.
	Media []MediaRef `json:"media"`
	// Insights are the figures.
	Insights Insights `json:"insights"`
	// Risk is the highest of the decisions'.
	Risk Risk `json:"risk"`
	// Warnings name what was ignored.
	Warnings []Warning `json:"warnings"`
	// Estimator is what counted.
	Estimator EstimatorRef `json:"estimator"`
}

// SectionKind says which part of the content a section is.
type SectionKind string

// The sections, in order.
const (
	CacheSection SectionKind = "cache" // the stable prefix
	BodySection  SectionKind = "body"  // everything else
)

// Section is a part of the content.
type Section struct {
	// Kind is cache or body.
	Kind SectionKind `json:"kind"`
	// Content is its text, left out of a slim response.
	Content string `json:"content,omitempty"`
	// FragmentIDs are the fragments in it, in input order.
	FragmentIDs []ID `json:"fragment_ids"`
}

// Action is what became of a fragment.
type Action string

// The actions.
const (
	Preserve Action = "preserve" // in the body, word for word
	Cache    Action = "cache"    // in the cache section, word for word
	Abstract Action = "abstract" // in the body, repeated lines folded
	Retrieve Action = "retrieve" // not in; the handle has it
	Drop     Action = "drop"     // a copy of its twin, or superseded by it
)

// Risk says what a reader of the content may miss.
type Risk string

// The risks, lowest first.
const (
	Low    Risk = "low"    // nothing is missing but copies
	Medium Risk = "medium" // what is not critical was cut, folded or left out
	High   Risk = "high"   // critical content is not fully in
)

// Decision is what became of one fragment and why.
type Decision struct {
	// FragmentID is the fragment's id, given or derived.
	FragmentID ID `json:"fragment_id"`
	// Index is its place in the request, from 0.
	Index int `json:"index"`
	// ContentHash is the SHA-256 of its bytes (of the image where it has one).
	ContentHash string `json:"content_hash"`
	// Action is what became of it.
	Action Action `json:"action"`
	// RuleID is the rule that decided: of classification, or of dedup.
	RuleID string `json:"rule_id"`
	// Relevance to the query, 0..1.
	Relevance float64 `json:"relevance"`
	// Risk of what is missing of it.
	Risk Risk `json:"risk"`
	// Reason is a sentence for a person.
	Reason string `json:"reason"`
	// Packed counts pieces where not all went in.
	Packed *Packed `json:"packed,omitempty"`
	// Twin is the index of the fragment that stands for a dropped one.
	Twin *int `json:"twin,omitempty"`
	// Handle serves the fragment's bytes when it did not go in whole.
	Handle string `json:"handle,omitempty"`
}

// Packed counts the pieces of a cut fragment.
type Packed struct {
	// Pieces went in.
	Pieces int `json:"pieces"`
	// Of is how many there are.
	Of int `json:"of"`
}

// Source is a handle for bytes of a fragment.
type Source struct {
	// FragmentID is whose bytes they are.
	FragmentID ID `json:"fragment_id"`
	// Handle resolves to the bytes in a store.
	Handle string `json:"handle"`
}

// Retrieval is a handle for bytes that are not in the content as they are.
type Retrieval struct {
	// Handle resolves to the bytes in a store.
	Handle string `json:"handle"`
	// FragmentID is whose bytes they are.
	FragmentID ID `json:"fragment_id"`
	// EstimatedTokens is what fetching them costs, in tokens.
	EstimatedTokens int `json:"estimated_tokens"`
}

// MediaRef is an image that is in.
type MediaRef struct {
	// FragmentID is whose image it is.
	FragmentID ID `json:"fragment_id"`
	// Mime is its type.
	Mime string `json:"mime"`
	// Handle resolves to its bytes.
	Handle string `json:"handle"`
}

// Insights are the figures of a compilation, in tokens of the estimator.
type Insights struct {
	// TokensIn is the sum of what every fragment counts by itself.
	TokensIn int `json:"tokens_in"`
	// TokensOut is the assembled content, counted, plus the images in it.
	TokensOut int `json:"tokens_out"`
	// TokensSaved is TokensIn less TokensOut, at least 0.
	TokensSaved int `json:"tokens_saved"`
	// TokensSavedByRule says what left tokens out: a dedup rule,
	// abstract.log_dedup, or pack.budget for what did not fit.
	TokensSavedByRule map[string]int `json:"tokens_saved_by_rule"`
	// EstimatedCostSavedMicros is the price of TokensSaved in millionths,
	// rounded down; present when the pricing knows the target model.
	EstimatedCostSavedMicros *uint64 `json:"estimated_cost_saved_micros,omitempty"`
	// Currency is the pricing's.
	Currency string `json:"currency,omitempty"`
	// PricingVersion is the pricing's.
	PricingVersion string `json:"pricing_version,omitempty"`
}

// EstimatorRef says what counted.
type EstimatorRef struct {
	// Name is bytes, o200k_base or cl100k_base.
	Name string `json:"name"`
	// Fingerprint identifies the vocabulary.
	Fingerprint string `json:"fingerprint"`
}
