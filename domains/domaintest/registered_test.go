package domaintest_test

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// registered are the types that some test holds to the laws: as the elements or
// the states of a suite, or as its lattice.
func registered(pkgs []*packages.Package) map[string]bool {
	f := newFlows()
	for _, p := range pkgs {
		f.pkg(p)
	}
	const suites = module + "lattice/latticetest."
	return f.reach(typeParam(suites+"Suite", 0), typeParam(suites+"StateSuite", 0), field(suites+"Suite", "Lattice"))
}

// TestEveryTypeIsRegistered fails for an exported type that is neither held to the
// laws by a test nor listed in notDomains.
func TestEveryTypeIsRegistered(t *testing.T) {
	pkgs := load(t)
	is := registered(pkgs)
	unused := maps.Clone(notDomains)
	for _, name := range exportedTypes(pkgs) {
		short := strings.TrimPrefix(name, module)
		_, listed := notDomains[short]
		delete(unused, short)
		path := short[:strings.LastIndex(short, ".")]
		switch {
		case is[name] && listed:
			t.Errorf("%s is held to the laws by a test: remove it from notDomains in domains/domaintest/notdomains_test.go",
				short)
		case !is[name] && !listed:
			t.Errorf("no test holds the exported type %s to the laws.\n"+
				"If it is a lattice or an element of one, check latticetest.Suite[E]{Lattice: ..., Elements: ...} "+
				"with it in a test of %s;\n"+
				"if it is a state, latticetest.StateSuite[S]{States: ...}. The type must be seen in the test: "+
				"where a helper takes\n"+
				"an interface or a type parameter, call it with a value of the type itself.\n"+
				"If it is neither, add a line to notDomains in domains/domaintest/notdomains_test.go:\n"+
				"\t%q: \"why it is no domain\",", short, path, short)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("notDomains in domains/domaintest/notdomains_test.go lists %s, which is no exported type: remove it", name)
	}
	for name, reason := range notDomains {
		require.NotEmpty(t, reason, name)
	}
}

// exportedTypes returns the names of all exported types outside of tests, sorted. An
// alias is the type that it stands for.
func exportedTypes(pkgs []*packages.Package) []string {
	names := map[string]bool{}
	for _, p := range pkgs {
		if p.ID != p.PkgPath || p.Name == "main" {
			continue // a variant with tests
		}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if obj, ok := scope.Lookup(name).(*types.TypeName); ok && obj.Exported() && !obj.IsAlias() {
				names[p.PkgPath+"."+name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// What the test of registration finds depends on how the suites are called. These
// are the ways that occur.
func TestRegistrationIsSeen(t *testing.T) {
	is := registered(load(t))
	for name, way := range map[string]string{
		"lattice.Set":             "an element",
		"lattice.Dense":           "a state behind a pointer",
		"lattice.State":           "a state of any element, in a generic helper",
		"lattice.Powerset":        "a lattice in the field of the suite",
		"domains/interval.Domain": "a lattice that a helper takes as an interface",
	} {
		require.Contains(t, is, module+name, way)
	}
	for _, name := range []string{"lattice.Map", "lattice.Mergeable", "lattice.Operators", "domains/machine.Value",
		"lattice/latticetest.Suite"} {
		require.NotContains(t, is, module+name)
	}
}
