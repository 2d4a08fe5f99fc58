package regen

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

var (
	suitePkgs  = flag.String("regen.pkgs", "", "comma-separated packages whose own tests run regenerated")
	suiteDir   = flag.String("regen.dir", "", "directory in which they are resolved")
	suiteRun   = flag.String("regen.run", "-test.short", "space-separated flags for their tests")
	suiteRound = flag.Int("regen.rounds", 1, "runs of each test binary")
	suiteKept  = flag.Bool("regen.kept", false, "list functions that keep their body")
	suiteOnly  = flag.String("regen.only", "", "regenerate only functions that match this expression")
	suiteOut   = flag.String("regen.out", "", "only write the overlay to this directory")
)

// TestPackages runs the tests of the packages named by flags on regenerated code:
//
//	go test -run TestPackages -v -regen.pkgs sort,go/types
func TestPackages(t *testing.T) {
	if *suitePkgs == "" {
		t.Skip("no packages given with -regen.pkgs")
	}
	for _, p := range strings.Split(*suitePkgs, ",") {
		t.Run(p, func(t *testing.T) {
			if *suiteOut != "" {
				prog, pkgs, err := Load(*suiteDir, true, p)
				if err != nil {
					t.Fatal(err)
				}
				res, err := Regenerate(prog, pkgs, Options{})
				if err != nil {
					t.Fatal(err)
				}
				file, err := res.WriteOverlay(*suiteOut)
				if err != nil {
					t.Fatal(err)
				}
				logCoverage(t, res)
				t.Log(file)
				return
			}
			rep, err := SelfCheck(context.Background(), Check{
				Dir: *suiteDir, Package: p, Run: strings.Fields(*suiteRun), Rounds: *suiteRound, Keep: suiteKeep(),
			})
			if err != nil {
				t.Fatal(err)
			}
			logCoverage(t, rep.Result)
			n, r := rep.Native, rep.Regenerated
			t.Logf("native ok=%v %v, regenerated ok=%v %v, ratio %.2f, generation %v", n.OK, n.User, r.OK, r.User,
				float64(r.User)/float64(n.User), rep.Generation)
			if !rep.Faithful() {
				t.Errorf("regenerated fails %v, native %v\n%s", r.Failed, n.Failed, tail(r.Output, 6000))
			}
		})
	}
}

func suiteKeep() func(*ssa.Function) string {
	if *suiteOnly == "" {
		return nil
	}
	re := regexp.MustCompile(*suiteOnly)
	return func(fn *ssa.Function) string {
		if re.MatchString(fn.String()) {
			return ""
		}
		return "not asked for"
	}
}

func logCoverage(t *testing.T, res *Result) {
	for _, c := range res.Packages {
		t.Logf("%s: %d of %d functions", c.Package, c.Written, c.Functions)
	}
	if *suiteKept {
		for _, k := range res.Kept {
			t.Log(k)
		}
	}
}

func tail(s string, n int) string {
	if len(s) > n {
		return fmt.Sprintf("%s\n...\n%s", s[:n/2], s[len(s)-n/2:])
	}
	return s
}
