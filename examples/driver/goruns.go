package driver

import (
	"context"
	"errors"
	"os"

	"github.com/seed38182bad/parallax/envs/gosrc"
)

// example is what the command does when it is given no arguments; nil if what it
// needs is not here.
func example() []string {
	const file = "examples/bank/bank.plx"
	if _, err := os.Stat(file); err != nil {
		return nil
	}
	return []string{"compare", file}
}

// goRuns is the dynamic side of Go packages: what envs/gorun has to provide.
type goRuns struct {
	prog *gosrc.Program
	cfg  gosrc.Config
}

var errNoGoRuns = errors.New("runs of Go packages cannot be observed yet; check looks at them statically, and .plx files can be run")

func (goRuns) Plan(context.Context, runConfig) ([]string, error) { return nil, errNoGoRuns }

func (goRuns) Start(context.Context, runConfig, int) (session, error) { return nil, errNoGoRuns }
