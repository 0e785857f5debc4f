package route

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"majordomus/pkg/canon"
	"majordomus/pkg/pattern"
)

// scalar resolves a scalar by the YAML 1.2 core schema: its tag when it wears
// one, its form when it is plain, else it is a string.
func scalar(n *yaml.Node) (canon.Value, error) {
	if n.Style&yaml.TaggedStyle != 0 {
		return tagged(n)
	}
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return canon.Text(n.Value), nil
	}
	return plain(n.Value), nil
}

func tagged(n *yaml.Node) (canon.Value, error) {
	tag := n.ShortTag()
	v := plain(n.Value)
	kind := v.Kind()
	ok := false
	switch tag {
	case "!!str":
		return canon.Text(n.Value), nil
	case "!!null":
		ok = kind == canon.Null
	case "!!bool":
		ok = kind == canon.True || kind == canon.False
	case "!!int":
		ok = kind == canon.Int
	case "!!float":
		if kind == canon.Int {
			f, _ := strconv.ParseFloat(n.Value, 64)
			return canon.Number(f), nil
		}
		ok = kind == canon.Float
	default:
		return canon.Value{}, fmt.Errorf("the tag %s is not one of the core schema", quote(tag))
	}
	if !ok {
		return canon.Value{}, fmt.Errorf("%s is no %s", quote(n.Value), strings.TrimPrefix(tag, "!!"))
	}
	return v, nil
}

var (
	coreInt   = pattern.Late(`^[-+]?[0-9]+$`)
	coreOct   = pattern.Late(`^0o[0-7]+$`)
	coreHex   = pattern.Late(`^0x[0-9a-fA-F]+$`)
	coreFloat = pattern.Late(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
)

// plain resolves a plain scalar.
func plain(s string) canon.Value {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return canon.Value{}
	case "true", "True", "TRUE":
		return canon.Bool(true)
	case "false", "False", "FALSE":
		return canon.Bool(false)
	case ".nan", ".NaN", ".NAN":
		return canon.Number(math.NaN())
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return canon.Number(math.Inf(1))
	case "-.inf", "-.Inf", "-.INF":
		return canon.Number(math.Inf(-1))
	}
	if c := s[0]; c != '+' && c != '-' && c != '.' && (c < '0' || c > '9') {
		return canon.Text(s)
	}
	switch {
	case coreInt().MatchString(s):
		return canon.Integer(s)
	case coreOct().MatchString(s):
		return integer(s[2:], 8)
	case coreHex().MatchString(s):
		return integer(s[2:], 16)
	case coreFloat().MatchString(s):
		f, _ := strconv.ParseFloat(s, 64) // out of range is an infinity, and refused as one
		return canon.Number(f)
	}
	return canon.Text(s)
}

func integer(digits string, base int) canon.Value {
	n, _ := new(big.Int).SetString(digits, base)
	return canon.Integer(n.String())
}
