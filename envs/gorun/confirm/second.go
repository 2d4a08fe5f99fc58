package confirm

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A Second is a call that a second thread makes, which a test does not have, while a function is called.
type Second struct {
	Calls string // what it calls
	Func  string // beside a call of this function
	Call  int    // of which this is the number in the execution, from 1
}

// String is what ParseSecond reads.
func (s *Second) String() string {
	return fmt.Sprintf("%s beside %s at call %d", s.Calls, s.Func, s.Call)
}

var secondText = regexp.MustCompile(`^(.+) beside (.+) at call (\d+)$`)

// ParseSecond reads what String gives.
func ParseSecond(text string) (*Second, error) {
	m := secondText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return nil, fmt.Errorf("%q: want FUNCTION beside FUNCTION at call NUMBER", text)
	}
	n, err := strconv.Atoi(m[3])
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return &Second{m[1], m[2], n}, nil
}

// What a second thread is made to do for a finding.
const (
	mostPairs = 5
	mostTests = 3
	mostCalls = 2 // of the function, in a test
)

// secondThreads gives the tests that come to findings which nothing has shown a second thread.
func (c *confirmer) secondThreads(ctx context.Context, list []*Attempt) error {
	left := slices.DeleteFunc(slices.Clone(list), func(a *Attempt) bool {
		return a.Shown != nil || a.Why != "" || len(a.Tests) == 0
	})
	if len(left) == 0 || ctx.Err() != nil {
		return nil
	}
	c.cfg.Progress("building the tests with second threads")
	type span struct{ from, to int }
	of := map[envs.FuncID]span{} // the indices of the pairs of a function
	var pairs []amplify.Pair
	for _, s := range c.suspects(c.suite, left) {
		for _, fn := range s.functions() {
			if _, known := of[fn]; known {
				continue
			}
			from, list := len(pairs), amplify.Pairs(c.prog, fn)
			list = slices.DeleteFunc(list, func(p amplify.Pair) bool { return p.Doubtful }) // perhaps no program does it
			pairs = append(pairs, list[:min(len(list), mostPairs)]...)
			of[fn] = span{from, len(pairs)}
		}
	}
	cfg := amplify.Config{Controlled: true, Overlay: c.cfg.Load.Overlay}
	files, refused, err := amplify.Second(ctx, c.prog, pairs, cfg)
	if err != nil {
		return err
	}
	t, err := c.built(ctx, left, files, c.cfg.Run)
	if t == nil {
		return err
	}
	t.names = slices.DeleteFunc(t.names, func(n control.Name) bool {
		return !slices.ContainsFunc(left, func(a *Attempt) bool { return slices.Contains(a.Tests, n) })
	})
	errs := []error{err, c.lookAll(ctx, t)}
	why := map[int]string{}
	for _, r := range refused {
		why[r.Number] = r.Reason
	}
	old := c.suspects(c.suite, left)
	for i, s := range c.suspects(t, left) {
		var plans []plan
		reason := ""
		for n := range mostPairs {
			for _, fn := range old[i].functions() {
				at := of[fn].from + n
				if at >= of[fn].to {
					continue
				}
				if why[at] != "" {
					reason = why[at]
					continue
				}
				plans = append(plans, c.plans(t, s, pairs[at], at)...)
			}
		}
		if len(plans) == 0 {
			left[i].Why = "no test that reaches it has a second thread, and none can be added"
			if reason != "" {
				left[i].Why += ": " + reason
			}
			continue
		}
		errs = append(errs, c.try(ctx, t, s, left[i], plans))
		if x := left[i].Shown; x != nil && x.End != control.Pass {
			serial, err := c.serial(ctx, t, pairs, x)
			x.Serial = serial
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, t.Close())...)
}

// functions are those of the finding, in their order.
func (s *suspect) functions() (ids []envs.FuncID) {
	for id := range s.funcs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// plans are those in which a second thread calls the second function of a pair.
func (c *confirmer) plans(t *suite, s *suspect, p amplify.Pair, number int) (list []plan) {
	tests := t.reaching(s)
	for call := 1; call <= mostCalls; call++ {
		for _, test := range tests[:min(len(tests), mostTests)] {
			second := &Second{c.prog.Func(p.Second).Name, c.prog.Func(p.Func).Name, call}
			list = append(list, plan{test, second, []string{amplify.Env(number, call, amplify.Beside)}})
		}
	}
	return list
}

// serial reports whether an execution ends alike if the calls of a pair are made one after the other.
func (c *confirmer) serial(ctx context.Context, t *suite, pairs []amplify.Pair, x *Shown) (alike bool, err error) {
	number := slices.IndexFunc(pairs, func(p amplify.Pair) bool {
		return c.prog.Func(p.Second).Name == x.Second.Calls && c.prog.Func(p.Func).Name == x.Second.Func
	})
	for _, mode := range []amplify.Mode{amplify.Before, amplify.After} {
		opts := c.options()
		opts.Executions, opts.Failures, opts.All = 5, 5, true
		opts.Env = []string{amplify.Env(number, x.Second.Call, mode)}
		made, err := t.tests.Explore(ctx, x.Test, opts, nil, func(*gorun.Session) {})
		if err != nil {
			return false, err
		}
		for _, y := range made.Shown {
			if y.End == x.End && (&Shown{Text: y.Text}).Said() == x.Said() {
				return true, nil
			}
		}
	}
	return false, nil
}

// Overlay are files with which the tests have a second thread, and what is to be in their environment then.
func (s *Second) Overlay(ctx context.Context, load gosrc.Config) (files map[string][]byte, env string, err error) {
	load.Tests, load.KeepSyntax = true, true
	prog, err := gosrc.Load(ctx, load)
	if err != nil {
		return nil, "", err
	}
	var pair amplify.Pair
	found := 0
	for id := range envs.FuncID(prog.NumFuncs()) {
		switch fn := prog.Func(id); {
		case fn == nil:
		case fn.Name == s.Func && fn.Name == s.Calls:
			pair.Func, pair.Second = id, id
			found += 2
		case fn.Name == s.Func:
			pair.Func = id
			found++
		case fn.Name == s.Calls:
			pair.Second = id
			found++
		}
	}
	if found != 2 {
		return nil, "", fmt.Errorf("a second thread calls %s: these functions are not there", s)
	}
	cfg := amplify.Config{Controlled: true, Overlay: load.Overlay}
	files, refused, err := amplify.Second(ctx, prog, []amplify.Pair{pair}, cfg)
	if err == nil && len(refused) > 0 {
		err = fmt.Errorf("a second thread calls %s: %s", s, refused[0].Reason)
	}
	return files, amplify.Env(0, s.Call, amplify.Beside), err
}
