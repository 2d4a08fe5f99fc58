package atomtypes_test

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/atomtypes"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

func checker(flags ...string) checkertest.Checker {
	c := checkertest.Checker{Analyzer: atomtypes.Analyzer}
	for _, f := range flags {
		c.Flags = append(c.Flags, f+"=true")
	}
	return c
}

// funcs are the functions in which something is found.
func funcs(fs []envs.Finding) (names []string) {
	for _, f := range fs {
		names = append(names, f.Func)
	}
	return names
}
