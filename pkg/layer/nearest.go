package layer

import (
	"maps"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

// nearestOf is the entry of list nearest to name, "" when none is near: at most
// a third of the name may differ. Ties go to the first in order.
func nearestOf(name string, list []string) string {
	best, limit := "", nearLimit(name)
	lower := strings.ToLower(name)
	for _, s := range slices.Sorted(slices.Values(list)) {
		if d := distance(lower, strings.ToLower(s), limit); d <= limit {
			best, limit = s, d-1
		}
	}
	return best
}

func nearLimit(name string) int { return max(1, min(len(name)/3, 8)) }

func nearestKind(name string, kinds map[object.Kind]*KindSpec) string {
	var list []string
	for k := range maps.Keys(kinds) {
		list = append(list, string(k))
	}
	return nearestOf(name, list)
}

// maxCompared cuts the texts that are compared, so that one comparison is cheap
// whatever a repository holds.
const maxCompared = 128

// distance is the edit distance of two texts, or limit+1 when it is greater
// than limit. Two neighbours that changed places count as one edit.
func distance(a, b string, limit int) int {
	if limit < 0 {
		return limit + 1
	}
	a, b = a[:min(len(a), maxCompared)], b[:min(len(b), maxCompared)]
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var rows [3][maxCompared + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, prev, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			v := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				v = min(v, before[j-2]+1)
			}
			cur[j] = v
			least = min(least, v)
		}
		if least > limit {
			return limit + 1
		}
	}
	return rows[len(a)%3][len(b)]
}
