package gosrc

import "github.com/seed38182bad/parallax/envs/gosrc/internal/loading"

// Config says which packages to load, and how.
type Config = loading.Config

// A Package is one loaded package whose functions have bodies: its Path, its form in SSA and as it was loaded, and
// whether it is a Root, which a pattern matched.
type Package = loading.Package

// An Error is something that kept a package, or a part of it, from being read: its Pos, the Package by its path, and
// the message.
type Error = loading.Error
