package layer

import (
	"cmp"
	"strings"
)

// compareVersions orders versions piece by piece, numbers by value and before
// words; a release stands above its pre-releases ("1.0-rc1" below "1.0").
func compareVersions(a, b string) int {
	a, b = strings.TrimPrefix(a, "v"), strings.TrimPrefix(b, "v")
	ra, pa, _ := strings.Cut(a, "-")
	rb, pb, _ := strings.Cut(b, "-")
	if c := comparePieces(ra, rb); c != 0 {
		return c
	}
	switch {
	case pa == pb:
		return 0
	case pa == "":
		return 1
	case pb == "":
		return -1
	}
	return comparePieces(pa, pb)
}

func comparePieces(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		p, q := "0", "0"
		if i < len(x) {
			p = x[i]
		}
		if i < len(y) {
			q = y[i]
		}
		if c := comparePiece(p, q); c != 0 {
			return c
		}
	}
	return 0
}

func comparePiece(a, b string) int {
	an, bn := digits(a), digits(b)
	if an && bn {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	if an != bn {
		if an {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
