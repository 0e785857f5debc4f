package graph

import "math"

// Round gives a relevance or confidence in three places, half away from zero.
// A product of short decimals that ends in a half lies in binary a hair to
// either side of it; the hair is made up for, so that the result is the one a
// reader finds on paper.
func Round(x float64) float64 { return round(x, 1e3) }

// Round6 is Round to six places.
func Round6(x float64) float64 { return round(x, 1e6) }

// hair is more than binary products of a few factors are off by, and less than
// what two different decimal ones of that length differ by.
const hair = 1e-9

func round(x, scale float64) float64 {
	return math.Floor(float64(x*scale)+0.5+hair) / scale
}
