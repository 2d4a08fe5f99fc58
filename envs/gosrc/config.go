package gosrc

import "github.com/seed38182bad/parallax/envs/gosrc/internal/loading"

// Config says which packages to load, and how.
type Config struct {
	// Dir is the folder in which patterns are resolved; the current one if empty.
	Dir string
	// Patterns name packages as the go command does; "." if there is none.
	Patterns []string
	// Tests loads the packages' tests too. A package that has tests in its own package is then seen once, with them,
	// or without if they have errors.
	Tests bool
	// Env is the environment of the go command; that of the process if nil.
	Env []string
	// BuildFlags are passed to the go command, for instance "-tags=x".
	BuildFlags []string
	// Overlay replaces files, by absolute name.
	Overlay map[string][]byte
	// Deps reads the bodies of all dependencies, so that calls into them can be followed. Without it dependencies are
	// known by their types, which takes a fraction of the time and memory; a call that leaves the matched packages is
	// then an open one.
	Deps bool
	// KeepSyntax keeps syntax trees, comments and type information of the loaded packages, which otherwise are
	// dropped once the functions are built. Who rewrites source needs it, and who lets go/ssa build more, such as
	// another instance of a generic function.
	KeepSyntax bool
}

// A Package is one loaded package whose functions have bodies: its Path, its form in SSA and as it was loaded, and
// whether it is a Root, which a pattern matched.
type Package = loading.Package

// An Error is something that kept a package, or a part of it, from being read: its Pos, the Package by its path, and
// the message.
type Error = loading.Error
