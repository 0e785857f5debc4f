// Package synth makes repositories that do not exist: of any size, seeded, with
// issues, milestones, rules, decisions, contracts, sessions, knowledge and code
// that refer to each other. Every object is a pure function of the seed, its
// kind and its number, so a million of them need no memory and the same spec
// gives the same bytes. Tests and benchmarks stand on it; it invents nothing
// the layer could not declare.
package synth

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// Spec asks for a repository.
type Spec struct {
	Objects int    // about so many objects, 10 to 1,000,000
	Seed    uint64 // the same seed gives the same repository
}

// Sizes an honest Spec can have.
const (
	MinObjects = 10
	MaxObjects = 1_000_000
)

// Check refuses a size out of range.
func (s Spec) Check() error {
	if s.Objects < MinObjects || s.Objects > MaxObjects {
		return fault.New(fault.Invalid, "invalid_input", "a synthetic repository has %d to %d objects, not %d", MinObjects, MaxObjects, s.Objects)
	}
	return nil
}

// counts is how many objects of each family a spec gives.
type counts struct {
	milestones, issues, rules, adrs, contracts, sessions, knowledge, documents, code, tests int
}

// fixed are the policy and the scope.
const fixed = 2

func (s Spec) counts() counts {
	share := func(per, least int) int { return max(least, s.Objects/per) }
	c := counts{milestones: share(400, 1), issues: share(12, 2), rules: share(80, 1), adrs: share(60, 1),
		contracts: share(100, 1), sessions: share(60, 0), knowledge: share(60, 0), documents: share(30, 0)}
	rest := s.Objects - fixed - c.milestones - c.issues - c.rules - c.adrs - c.contracts - c.sessions - c.knowledge - c.documents
	c.tests = max(0, rest/4)
	c.code = max(1, rest-c.tests)
	packages := (c.code + perPackage - 1) / perPackage
	if most := 1 + (packages+1)/2; c.contracts > most {
		c.code += c.contracts - most
		c.contracts = most
	}
	return c
}

// dice gives the random numbers of one object, whatever was made before it.
func (s Spec) dice(k object.Kind, i int) *rand.Rand {
	var h uint64 = 14695981039346656037
	for _, c := range []byte(k) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(s.Seed, h^uint64(i)*0x9e3779b97f4a7c15))
}

func issueID(i int) string     { return fmt.Sprintf("I%07d", i) }
func milestoneID(i int) string { return fmt.Sprintf("m%06d", i) }
func adrID(i int) string       { return fmt.Sprintf("adr-%06d", i) }
func sessionID(i int) string   { return fmt.Sprintf("s%06d", i) }
func knowledgeID(i int) string { return fmt.Sprintf("know.%06d", i) }

// perPackage and perModule shape the tree of code: modules of packages of
// files.
const (
	perPackage = 20
	perModule  = 20
)

func moduleDir(i int) string  { return fmt.Sprintf("src/mod%05d", i/(perPackage*perModule)) }
func packageDir(i int) string { return fmt.Sprintf("%s/pkg%02d", moduleDir(i), i/perPackage%perModule) }
func codePath(i int) string {
	return fmt.Sprintf("%s/%s%02d.go", packageDir(i), "file", i%perPackage)
}

// testPath is the file that tests code file testOf(i).
func testPath(i int) string { return strings.TrimSuffix(codePath(testOf(i)), ".go") + "_test.go" }

// testOf spreads the tests over the code, three files a test.
func testOf(i int) int { return i * 3 }

// contractPath places contract 0 at the root and the others in every second
// package.
func contractPath(i int) string {
	if i == 0 {
		return "AGENTS.md"
	}
	return packageDir((i-1)*2*perPackage) + "/AGENTS.md"
}
