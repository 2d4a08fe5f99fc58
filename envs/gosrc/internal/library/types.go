package library

import (
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// NeverReturns lists the functions after whose call control is lost.
func NeverReturns(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "os":
		return f.Name() == "Exit"
	case "syscall":
		return f.Name() == "Exit"
	case "runtime":
		return f.Name() == "Goexit"
	case "log":
		return strings.HasPrefix(f.Name(), "Fatal") || strings.HasPrefix(f.Name(), "Panic")
	case "testing":
		switch f.Name() {
		case "FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf":
			return true
		}
	}
	return false
}

func IsNewCond(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Name() == "NewCond" && fn.String() == "sync.NewCond"
}

// LockedTypes remembers which types have a lock in them.
type LockedTypes struct{ known sync.Map }

// Holds reports whether a value of type t has a lock of package sync in it: one of those that must not be copied
// after they were used.
func (k *LockedTypes) Holds(t types.Type) bool {
	if !shape.HasParts(t) {
		return false
	}
	if known, ok := k.known.Load(t); ok {
		return known.(bool)
	}
	has := k.find(t)
	k.known.Store(t, has)
	return has
}

func (k *LockedTypes) find(t types.Type) bool {
	if pkg, name := shape.NameOf(t); pkg == "sync" {
		switch name {
		case "Mutex", "RWMutex", "WaitGroup", "Cond":
			return true
		}
	}
	return shape.AnyElem(t.Underlying(), k.Holds)
}

// IsLockType reports whether the methods of a type are lock operations.
func IsLockType(t types.Type) bool {
	pkg, name := shape.NameOf(t)
	return (pkg == "sync" || pkg == gvisorSync) && lockRecv(name) != ""
}

// IsOpaque reports whether a type is one whose values are accessed by its methods only, which are taken for accesses
// of the whole.
func IsOpaque(t types.Type) bool {
	pkg, _ := shape.NameOf(t)
	return pkg == "sync" || pkg == "sync/atomic"
}

// Quiet reports whether a function that is not known starts no thread that executes something of the program, and
// neither keeps nor returns what it is passed.
func Quiet(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return false
	}
	name := obj.Name()
	if strings.HasPrefix(name, "Append") {
		return false // the result is an argument
	}
	switch obj.Pkg().Path() {
	case "strings", "strconv", "math", "math/bits", "unicode", "unicode/utf8", "sync/atomic":
		return true
	case "math/rand", "math/rand/v2":
		return obj.Signature().Recv() == nil && !strings.HasPrefix(name, "New")
	case "fmt":
		return strings.HasPrefix(strings.TrimLeft(name, "FS"), "rint") || strings.HasPrefix(name, "Print")
	case "log":
		return obj.Signature().Recv() == nil && name != "New" && !strings.HasPrefix(name, "Set") && name != "Default"
	case "errors":
		return name == "New"
	case "os":
		return name == "Exit" || name == "Getenv"
	case "sort":
		return name != "Reverse"
	case "time":
		return name != "AfterFunc"
	case "sync":
		return name == "Add" || name == "Done"
	}
	return false
}
