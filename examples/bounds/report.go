package bounds

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/numbers"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/envs"
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
func (d defect) message(env envs.Env, s *numbers.State, check *envs.Check) string {
	var with []string
	for _, t := range check.Terms() {
		what := map[envs.Measure]string{envs.Whole: d.number, envs.Len: "length", envs.Cap: "capacity"}[t.Of]
		if v, ok := env.Known(t); ok {
			with = append(with, fmt.Sprintf("%s %s", what, v))
		} else if iv := numbers.Rough(s.Range(t)); iv.Lo == iv.Hi {
			with = append(with, fmt.Sprintf("%s %d", what, iv.Lo))
		} else if iv != linear.Full() {
			with = append(with, fmt.Sprintf("%s in %s", what, iv))
		}
	}
	if len(with) == 0 {
		return d.text
	}
	return d.text + " (" + strings.Join(with, ", ") + ")"
}
