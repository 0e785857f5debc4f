package terms

// stop reports whether a word says nothing about what is sought.
func stop(w string) bool {
	switch w {
	case "the", "and", "for", "are", "was", "were", "has", "have", "had", "not", "but", "with", "without", "that", "this", "these",
		"those", "from", "into", "onto", "its", "their", "there", "then", "than", "when", "where", "which", "while", "who",
		"whom", "whose", "why", "how", "what", "all", "any", "can", "could", "should", "would", "will", "shall", "may", "might", "must",
		"does", "did", "doing", "done", "been", "being", "our", "your", "you", "they", "them", "she", "him", "her", "his", "also",
		"about", "after", "before", "between", "because", "some", "such", "only", "over", "under", "other", "each", "via", "per",
		"make", "makes", "made", "use", "uses", "used", "using", "please", "want", "need", "needs":
		return true
	}
	return false
}
