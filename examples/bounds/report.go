package bounds

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

// A defect is what is wrong if a check fails.
type defect struct {
	kind, text string
	number     string // what its numbers are, if they are no lengths
}

// defects are those of the checks that are about numbers.
var defects = map[envs.CheckKind]defect{
	envs.IndexCheck:      {"index-out-of-range", "the index may be out of range", "index"},
	envs.SliceCheck:      {"slice-out-of-range", "the bounds of the slice may be out of range", "bound"},
	envs.SizeCheck:       {"negative-size", "the size may be negative", "size"},
	envs.DivisionCheck:   {"division-by-zero", "the divisor may be zero", "divisor"},
	envs.ShiftCheck:      {"negative-shift", "the shift count may be negative", "count"},
	envs.ConversionCheck: {"lossy-conversion", "the conversion may change the number", "number"},
}

// message says what is wrong with which numbers.
func (c *checker) message(d defect, env envs.Env, s *numbers.State, check *envs.Check) string {
	var with []string
	for _, t := range check.Terms() {
		what, is := map[envs.Measure]string{envs.Whole: d.number, envs.Len: "length", envs.Cap: "capacity"}[t.Of], " "
		name := env.Program().Knows().Named(env.Func(), t.Reg)
		switch {
		case name == "":
		case t.Of == envs.Whole:
			what, is = what+" "+name, " = "
		default:
			what, is = what+" of "+name, " = "
		}
		if v, ok := c.values.Known(t); ok {
			with = append(with, what+is+v.String())
		} else if iv := numbers.Rough(s.Range(t)); iv.Lo == iv.Hi {
			with = append(with, fmt.Sprint(what, is, iv.Lo))
		} else if iv != numbers.Rough(numbers.Limits(t)) {
			with = append(with, fmt.Sprint(what, " in ", iv))
		} else if name != "" {
			with = append(with, what)
		}
	}
	if len(with) == 0 {
		return d.text
	}
	return d.text + " (" + strings.Join(with, ", ") + ")"
}
