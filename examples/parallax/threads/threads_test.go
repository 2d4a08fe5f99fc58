package threads

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/examples/conflicts"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/serial"
	"github.com/seed38182bad/parallax/examples/typestate"
)

var threadPrograms = gogentest.Flags("threads", 50, 50, 2, "concurrent programs")

// TestThreads holds what is said of runs to what happened in them, which the schedule of a drawn program tells. What a
// run is said to have shown is so, and what it has shown is said. The program prints the same natively and watched, and
// over all paths nothing is missed.
//
//	go test ./examples/parallax/threads -run TestThreads -v -threads 2000 -timeout 2h
func TestThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	told := gogentest.Each(t, threadPrograms, Draw, threads)
	for _, k := range []string{"race", "serial", "lockorder", "typestate used", "typestate open"} {
		require.Greater(t, told[k+", so"], 0, k)
	}
}

const handleProperty = `property handle
events   Shut Use
initial  open
state    open  leak   the handle is not shut
state    shut
state    used      error  the handle is used after it was shut

open -> shut: Shut
shut -> used: Use
shut -> used: Shut

new    drawn.open
on     Shut: (*drawn.handle).shut
on     Use:  (*drawn.handle).use
`

func threads(t *testing.T, p *Program) {
	require.NoError(t, os.WriteFile(filepath.Join(p.Dir, "handle.property"), []byte(handleProperty), 0o666))
	native := p.Output(t)
	var out, wrong bytes.Buffer
	command := driver.Command{Checkers: []*dataflow.Analyzer{
		race.Analyzer(), serial.Analyzer(), conflicts.Analyzer(), lockorder.Analyzer(), typestate.Analyzer(),
	}}
	driver.Run(t.Context(), command, []string{"compare", "-json", "-run", "-C", p.Dir, "-checker",
		"race,serial,lockorder,typestate",
		"-lockorder.all", "-typestate.property", "handle.property", "."}, nil, &out, &wrong)
	require.Equal(t, native, wrong.String(), "what the program prints")
	var o driver.Output
	require.NoError(t, json.Unmarshal(out.Bytes(), &o), wrong.String())
	require.Empty(t, o.Errors)
	require.Empty(t, o.Kept)
	text := strings.Split(p.Files["main.go"], "\n")
	var found []envs.Finding
	for _, r := range o.Rows {
		if r.Class == envs.DynamicOnly && !byAddress(p, text, r.Finding) && !byLocker(p, text, r.Finding) {
			t.Errorf("a run alone shows %s:%d: %s", r.Finding.Checker, r.Finding.Pos.Line, r.Finding.Message)
		}
		found = append(found, r.Dynamic...)
	}
	for _, s := range p.Scenarios {
		v := &verdict{T: t, Scenario: s, truth: truthOf(s.Events), found: found, told: p.Shapes}
		v.races()
		v.serial()
		v.lockorder()
		v.handles()
	}
}

// byAddress reports whether a finding is a race with an access by the address of a field: over all paths that is no
// access of the field, as the README says.
func byAddress(p *Program, text []string, f envs.Finding) bool {
	s := scenarioOf(p, f)
	if f.Kind != race.Kind || s == nil {
		return false
	}
	t := truthOf(s.Events)
	return slices.ContainsFunc(t.races(), func(pair [2]int) bool {
		a, b := t.events[pair[0]].Line, t.events[pair[1]].Line
		return (a == f.Pos.Line || b == f.Pos.Line) && strings.Contains(text[a-1]+text[b-1], "*")
	})
}

// byLocker reports whether a finding is of a scenario in which the shared side of a lock is taken through a
// sync.Locker. Over all paths that counts as the exclusive side, as the README says, and keeps others from coming
// between.
func byLocker(p *Program, text []string, f envs.Finding) bool {
	s := scenarioOf(p, f)
	return f.Kind == serial.Kind && s != nil && strings.Contains(strings.Join(text[s.First-1:s.Last], "\n"), ".RLocker()")
}

func scenarioOf(p *Program, f envs.Finding) *Scenario {
	for i := range p.Scenarios {
		if s := &p.Scenarios[i]; s.First <= f.Pos.Line && f.Pos.Line <= s.Last {
			return s
		}
	}
	return nil
}

// A verdict compares what was found in a scenario with what is so.
type verdict struct {
	*testing.T
	Scenario
	*truth
	found []envs.Finding // of all scenarios
	told  map[string]int
}

// lines are where the findings of a kind show in the scenario: one finding may be about several scenarios.
func (v *verdict) lines(kind string) (all []int) {
	for _, f := range v.found {
		for _, p := range f.Sites() {
			if f.Kind == kind && v.has(p) {
				all = append(all, p.Line)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (v *verdict) has(p envs.Position) bool { return v.First <= p.Line && p.Line <= v.Last }

func (v *verdict) wrong(checker, format string, args ...any) {
	v.told[checker+", wrong"]++
	v.Errorf("%s: %s: %s", v.Name, checker, fmt.Sprintf(format, args...))
}

// hold holds what is reported to what may be reported.
func (v *verdict) hold(checker string, reported, so []int) {
	for _, l := range reported {
		if slices.Contains(so, l) {
			v.told[checker+", so"]++
		} else {
			v.wrong(checker, "not so at %d", l)
		}
	}
}

// races: each access that is reported is in a race, and of each pair in a race one is reported.
func (v *verdict) races() {
	var in []int
	reported := v.lines(race.Kind)
	missed := map[string]bool{}
	for _, pair := range v.truth.races() {
		a, b := v.truth.events[pair[0]], v.truth.events[pair[1]]
		in = append(in, a.Line, b.Line)
		if !slices.Contains(reported, a.Line) && !slices.Contains(reported, b.Line) {
			missed[fmt.Sprintf("%s at %d and %s at %d of %s", a.Op, a.Line, b.Op, b.Line, a.Object)] = true
		}
	}
	for m := range missed {
		v.wrong("race", "%s is not reported", m)
	}
	v.hold("race", reported, in)
}

// serial: a transaction that is reported is on a cycle, and if there is a cycle, one is reported.
func (v *verdict) serial() {
	may := map[string]bool{}
	for _, tx := range v.transactions(true) {
		may[tx.fn] = may[tx.fn] || tx.cyclic
	}
	cycle := ""
	for _, tx := range v.transactions(false) {
		if tx.cyclic {
			cycle = tx.fn
		}
	}
	any := false
	for _, f := range v.found {
		if f.Kind != serial.Kind || !v.has(f.Pos) {
			continue
		}
		any = true
		name, _, _ := strings.Cut(strings.ReplaceAll(f.Subject, "drawn.", "main."), "$")
		if may[name] {
			v.told["serial, so"]++
		} else {
			v.wrong("serial", "%s at %d is serializable", f.Subject, f.Pos.Line)
		}
	}
	if cycle != "" && !any {
		v.wrong("serial", "a cycle of %s is not reported", cycle)
	}
}

// lockorder: what is reported is a wait of a cycle, and each cycle is reported at one of its waits.
func (v *verdict) lockorder() {
	var in []int
	reported := v.lines("lock-cycle")
	for _, waits := range v.cycles(true) {
		in = append(in, waits...)
	}
	for locks, waits := range v.cycles(false) {
		if !slices.ContainsFunc(waits, func(l int) bool { return slices.Contains(reported, l) }) {
			slices.Sort(waits)
			v.wrong("lockorder", "the cycle of %s at %v is not reported", locks, slices.Compact(waits))
		}
	}
	v.hold("lockorder", reported, in)
}

// handles: what is used after it was shut was; if no other function has it, it is reported. What is not shut was not.
func (v *verdict) handles() {
	used, open := v.truth.handles()
	reported := v.lines("handle-used")
	v.hold("typestate used", reported, slices.Concat(slices.Collect(maps.Values(used))...))
	for h, lines := range used {
		if !slices.Contains(reported, lines[0]) && !strings.HasPrefix(h, "passed") {
			v.wrong("typestate used", "not reported at %d", lines[0])
		}
	}
	var made []int
	for _, f := range v.found {
		if f.Kind == "handle-open" && v.has(f.Pos) {
			made = append(made, f.Story[0].Pos.Line)
		}
	}
	v.hold("typestate open", made, slices.Collect(maps.Values(open)))
}
