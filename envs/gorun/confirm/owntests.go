package confirm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// mostSeeds is how many tests are written for a pair of functions.
const mostSeeds = 4

// ownTests writes tests for findings that nothing has shown.
func (c *confirmer) ownTests(ctx context.Context, list []*Attempt) error {
	left := slices.DeleteFunc(slices.Clone(list), func(a *Attempt) bool {
		return a.Shown != nil || c.cfg.Witness(a.Finding.Checker) == 0
	})
	if len(left) == 0 || ctx.Err() != nil {
		return nil
	}
	c.cfg.Progress("writing tests")
	type written struct {
		file string
		text []byte
	}
	files := map[string][]byte{}
	tests := map[string]written{}            // by name
	of := make([]map[string]bool, len(left)) // the names of the tests of a finding
	for i, s := range c.suspects(c.suite, left) {
		of[i] = map[string]bool{}
		n := -1 // the number of a pair, of all functions of the finding
		for _, fn := range s.functions() {
			pairs := amplify.Pairs(c.prog, fn)
			for _, p := range pairs[:min(len(pairs), mostPairs)] {
				n++
				for seed := range mostSeeds {
					name := fmt.Sprintf("%d_%d_%d", i, n, seed)
					comment := fmt.Sprintf("This is about %s: %s.", left[i].Finding.Pos, left[i].Finding.Message)
					file, text, err := amplify.Test(c.prog, p, amplify.Options{Name: name, Comment: comment, Seed: seed})
					if err != nil {
						if left[i].Why == "" {
							left[i].Why = "no test can be written for it: " + err.Error()
						}
						break
					}
					files[file] = text
					tests["TestParallax"+name] = written{file, text}
					of[i]["TestParallax"+name] = true
				}
			}
		}
	}
	if len(files) == 0 {
		return nil
	}
	t, err := c.built(ctx, left, files, "^TestParallax")
	if t == nil {
		return err
	}
	t.names = slices.DeleteFunc(t.names, func(n control.Name) bool { // others may have such a name
		_, ours := tests[n.Test]
		return !ours
	})
	errs := []error{err, c.lookAll(ctx, t)}
	for i, s := range c.suspects(t, left) {
		var plans []plan
		for _, n := range t.reaching(s) {
			if of[i][n.Test] {
				plans = append(plans, plan{test: n})
			}
		}
		errs = append(errs, c.try(ctx, t, s, left[i], plans))
		if x := left[i].Shown; x != nil {
			x.File, x.Source = tests[x.Test.Test].file, tests[x.Test.Test].text
			left[i].Why = ""
		} else if left[i].Why == "" && len(plans)+len(left[i].Tests) == 0 {
			left[i].Why = "no test reaches it, and none that was written does"
		}
	}
	return errors.Join(append(errs, t.Close())...)
}
