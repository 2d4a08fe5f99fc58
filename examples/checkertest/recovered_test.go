package checkertest_test

import (
	"bytes"
	"context"
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
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/leaks"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/nilness"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/stale"
	"github.com/seed38182bad/parallax/examples/views"
)

// panics are statements that certainly end in a panic, where zero is 0 and minus is -1.
var panics = map[string]string{
	"index":           `var s []int; sink = s[zero]`,
	"certainIndex":    `var s []int; sink = s[5]`,
	"arrayIndex":      `var a [3]int; sink = a[zero+3]`,
	"stringIndex":     `sink = int("abc"[minus])`,
	"slice":           `var s []int; sink = len(s[zero+1:])`,
	"stringSlice":     `sink = len("abc"[zero+2:zero+1])`,
	"fieldLoad":       `var p *object; sink = p.x`,
	"fieldStore":      `var p *object; p.x = 1`,
	"load":            `var p *int; sink = *p`,
	"store":           `var p *int; *p = 1`,
	"method":          `var p *object; p.get()`,
	"elementOfNil":    `var p *[4]int; sink = p[zero]`,
	"mapWrite":        `var m map[int]int; m[zero] = 1`,
	"nilFunc":         `var f func(int) int; sink = f(zero)`,
	"nilInterface":    `var e error; sink = len(e.Error())`,
	"quotient":        `sink = 1 / zero`,
	"remainder":       `sink = 1 % zero`,
	"assertion":       `var x any = "x"; sink = x.(int)`,
	"interfaceOfType": `var x any = 1; sink = len(x.(error).Error())`,
	"makeSlice":       `sink = len(make([]int, minus))`,
	"makeChan":        `sink = len(make(chan int, minus))`,
	"closeNil":        `var c chan int; close(c)`,
	"closeTwice":      `c := make(chan int); close(c); close(c)`,
	"sendClosed":      `c := make(chan int, 1); close(c); c <- 1`,
	"selectClosed":    `c := make(chan int, 1); close(c); select { case c <- 1: case <-never: }`,
	"explicit":        `panic("no")`,
	"conditional":     `if zero == 0 { panic(zero) }; sink = 1`,
	"sliceToArray":    `s := make([]int, zero); sink = [4]int(s)[0]`,
	"shift":           `sink = 1 << minus`,
	"unhashable":      `m := map[any]int{}; m[[]int{}] = 1`,
	"unhashableRead":  `m := map[any]int{}; sink = m[[]int{}]`,
	"compare":         `var x, y any = []int{}, []int{}; if x == y { sink = 1 }`,
	"callee":          `fails(zero)`,
	"variable":        `failing(zero)`,
	"library":         `sink = len(strings.Repeat("x", minus))`,
	"callback":        `slices.SortFunc([]int{2, 1}, func(x, y int) int { return x / zero })`,
	"literal":         `func() { sink = 1 / zero }()`,
	"iterator":        `for i := range three { sink = i / zero }`,
}

// places are functions that execute PANIC and recover from it. NAME is their own name.
var places = map[string]string{
	"here": `func NAME(zero, minus int) { defer func() { recover() }(); PANIC }`,
	"caller": `func NAME(zero, minus int) { defer func() { recover() }(); NAMEInner(zero, minus) }; func ` +
		`NAMEInner(zero, minus int) { PANIC }`,
	"through": `func NAME(zero, minus int) { defer func() { recover() }(); NAMEInner(zero, minus) }; func ` +
		`NAMEInner(zero, minus int) { defer func() { count++ }(); PANIC }`,
	"named":    `func NAME(zero, minus int) { defer rescue(); PANIC }`,
	"bound":    `func NAME(zero, minus int) { f := rescuer{}.rescue; defer f(); PANIC }`,
	"promoted": `func NAME(zero, minus int) { f := holder.rescue; defer f(holder{}); PANIC }`,
	"iface":    `func NAME(zero, minus int) { var r interface{ rescue() } = rescuer{}; defer r.rescue(); PANIC }`,
	"nested": `func NAME(zero, minus int) { defer func() { recover() }(); defer func() { recover(); panic("again") ` +
		`}(); PANIC }`,
	"late":   `func NAME(zero, minus int) { defer func() { recover() }(); defer func() { PANIC }(); count++ }`,
	"within": `func NAME(zero, minus int) { defer func() { defer func() { recover() }(); PANIC }(); count++ }`,
	"repanic": `func NAME(zero, minus int) { defer rescue(); NAMEInner(zero, minus) }; func NAMEInner(zero, minus ` +
		`int) { defer func() { panic(recover()) }(); PANIC }`,
	"generic": `func NAME(zero, minus int) { NAMEInner[string](zero, minus) }; func NAMEInner[X any](zero, minus ` +
		`int) { var x X; defer func() { recover(); _ = x }(); PANIC }`,
	"goroutine": `func NAME(zero, minus int) { done := make(chan int); go func() { defer close(done); defer func() { ` +
		`recover() }(); PANIC }(); <-done }`,
	"result": `func NAME(zero, minus int) { if !NAMEInner(zero, minus) { panic("not recovered") } }; func ` +
		`NAMEInner(zero, minus int) (ok bool) { defer func() { ok = recover() != nil }(); PANIC; return false }`,
	"guarded":  `func NAME(zero, minus int) { if zero == 0 { defer func() { recover() }() }; PANIC }`,
	"locked":   `func NAME(zero, minus int) { defer func() { recover() }(); mu.Lock(); defer mu.Unlock(); PANIC }`,
	"looped":   `func NAME(zero, minus int) { for range 2 { defer func() { recover() }() }; PANIC }`,
	"branched": `func NAME(zero, minus int) { defer func() { recover() }(); for i := range 3 { if i == 1 PANIC } }`,
	"goexit": `func NAME(zero, minus int) { var g sync.WaitGroup; g.Go(func() { defer func() { count++ }(); defer ` +
		`func() { recover(); runtime.Goexit() }(); PANIC }); g.Wait() }`,
}

const recoveredHead = `package main

import ("runtime"; "slices"; "strings"; "sync")

type object struct{ x int }
func (o *object) get() int { return o.x }
type rescuer struct{}
func (rescuer) rescue() { recover() }
type holder struct{ rescuer }
var (
	sink, count int
	small int8
	never chan int
	mu sync.Mutex
	failing = fails
)
func rescue() { recover() }
func fails(zero int) { panic(zero) }
func three(yield func(int) bool) { _ = yield(0) && yield(1) && yield(2) }
var _ = runtime.Goexit
var _ = slices.Sort[[]int]
var _ = strings.Repeat
`

// recovered is a program that executes each of the panics in each of the places. After each something is wrong for
// certain: a conversion, and a nil pointer in the line after it.
func recovered() (text string, after map[int]string) {
	after = map[int]string{}
	var b strings.Builder
	b.WriteString(recoveredHead)
	main := "func main() {\n"
	for _, place := range slices.Sorted(maps.Keys(places)) {
		for _, what := range slices.Sorted(maps.Keys(panics)) {
			name := place + "_" + what
			b.WriteString(strings.NewReplacer("NAME", name, "PANIC", "{ "+panics[what]+" }").Replace(places[place]) + "\n")
			fmt.Fprintf(&b, "func after_%s(zero, minus int) {\n\tdefer func() { recover() }()\n\t%s(zero, minus)\n", name, name)
			line := strings.Count(b.String(), "\n") + 1
			after[line], after[line+1] = "bounds", "nilness"
			b.WriteString("\tfor i := 127; i < 129; i++ { small = int8(i) }\n\tvar p *object; p.x = 1\n}\n")
			main += fmt.Sprintf("\tafter_%s(count-count, -1)\n", name)
		}
	}
	return b.String() + main + "}\n", after
}

// A panic that is recovered is a way like any other. What comes after it is looked at over all paths and in runs,
// whatever panics and wherever it is recovered, and with several checkers at once.
func TestRecovered(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	text, after := recovered()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o600))
	ctx := t.Context()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Patterns: []string{"./..."}, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, prog.Errors)

	var all []*dataflow.Analyzer
	static := map[string]bool{}
	for _, a := range []*dataflow.Analyzer{
		withAll(t, bounds.Analyzer()), withAll(t, nilness.Analyzer()), stale.Analyzer(), eraser.Analyzer(), race.Analyzer(),
		views.Analyzer(), leaks.Analyzer(), lockorder.Analyzer(),
	} {
		res, err := a.Fixpoint(ctx, prog, dataflow.Options{})
		require.NoError(t, err)
		for _, f := range res.Findings {
			static[place(f)] = true
		}
		all = append(all, a)
	}
	dynamic := watchAll(ctx, t, prog, dir, all)
	lines := strings.Split(text, "\n")
	var missed []string
	for line, by := range after {
		if at := fmt.Sprintf("%s %d", by, line); !static[at] || !dynamic[at] {
			missed = append(missed, fmt.Sprintf("%s: over all paths %v, in the run %v: %s", at, static[at], dynamic[at],
				lines[line-2]))
		}
	}
	require.Empty(t, missed)
	for at := range dynamic {
		require.True(t, static[at], "%s: dynamic only", at)
	}
}

func withAll(t *testing.T, a *dataflow.Analyzer) *dataflow.Analyzer {
	require.NoError(t, a.Flags.Set("all", "true"))
	return a
}

func place(f envs.Finding) string { return fmt.Sprintf("%s %d", f.Checker, f.Pos.Line) }

// watchAll is what several checkers find in one run, in which each record fits and no checker contradicts it.
func watchAll(ctx context.Context, t *testing.T, prog *gosrc.Program, dir string,
	all []*dataflow.Analyzer) map[string]bool {
	var out bytes.Buffer
	cfg := gorun.Config{Dir: dir, Stdout: &out, Stderr: &out, All: true, Accesses: true, Order: true, Meetings: true}
	for _, a := range all {
		cfg.Checks = append(cfg.Checks, a.Checks...)
	}
	b, err := gorun.Prepare(ctx, prog, cfg)
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	s := b.Session(ctx)
	w := dataflow.NewWatch(prog, all...)
	var wrong []string
	for ev, err := range s.Events() {
		require.NoError(t, err)
		if err := w.Event(&ev); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	_, err = s.Wait()
	require.NoError(t, err, out.String())
	require.Empty(t, wrong)
	found := map[string]bool{}
	for _, f := range w.Findings() {
		found[place(f)] = true
	}
	return found
}
