package library

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
)

func IsBuiltin(c *ssa.CallCommon, name string) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// An Effect is what a call does beyond its body.
type Effect uint8

const (
	Plain        Effect = iota
	Acquires            // argument 0 is the lock
	Tries               //
	Releases            //
	CondWaits           // argument 0 is the condition variable
	Notifies            //
	Tells               // argument 0 is the group of threads that is told of the end of one
	Announces           // argument 0 is the group of threads that will be told more often
	Joins               // waits for goroutines
	Forks               // starts argument arg; nothing else happens
	ForksLater          // starts argument arg, and is a call as well
	CallsOnce           // calls argument arg at most once before it returns
	CallsOften          // calls its function arguments any number of times
	AtomicLoads         // argument 0 is the address
	AtomicStores        //
	AtomicUpdates
)

// A Model is what the lowering knows of a function of the standard library, or of golang.org/x/sync, beyond its body.
type Model struct {
	Effect Effect
	Flags  envs.Flags
	Arg    int
	Group  bool // argument 0 is the group of threads that is told when the one ends that is started
}

// Accesses reports whether a call does no more with argument 0 than access the memory or the lock there.
func (m *Model) Accesses() bool {
	switch m.Effect {
	case Acquires, Tries, Releases, AtomicLoads, AtomicStores, AtomicUpdates:
		return true
	}
	return false
}

var None = &Model{}

// ModelOf looks a function up by its package, receiver and name.
func ModelOf(fn *ssa.Function) *Model {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || fn.Parent() != nil {
		return None
	}
	recv, name := "", obj.Name()
	if n := shape.NamedOf(shape.RecvType(obj)); n != nil {
		recv = n.Obj().Name()
	}
	switch obj.Pkg().Path() {
	case "sync":
		return syncModel(recv, name)
	case gvisorSync:
		if lock := lockRecv(recv); lock != "" {
			return syncModel(lock, name)
		}
	case "sync/atomic":
		return atomicModel(recv, name)
	case "time":
		if recv == "" && name == "AfterFunc" {
			return &Model{Effect: ForksLater, Arg: 1}
		}
	case "context":
		if name == "AfterFunc" {
			return &Model{Effect: ForksLater, Arg: 1}
		}
	case "golang.org/x/sync/errgroup":
		switch {
		case recv == "Group" && name == "Go":
			return &Model{Effect: Forks, Arg: 1, Group: true}
		case recv == "Group" && name == "TryGo":
			return &Model{Effect: ForksLater, Arg: 1, Group: true}
		case recv == "Group" && name == "Wait":
			return &Model{Effect: Joins}
		}
	case "golang.org/x/sync/singleflight":
		if name == "Do" {
			return &Model{Effect: CallsOnce, Arg: 2}
		}
		if name == "DoChan" {
			return &Model{Effect: ForksLater, Arg: 2}
		}
	case "slices", "sort", "maps", "strings", "bytes", "iter", "path/filepath", "io/fs", "go/ast", "expvar",
		"container/heap", "unicode/utf8", "flag", "runtime/pprof", "testing", "testing/quick", "go/types", "os":
		if shape.TakesFunc(obj.Signature()) {
			return &Model{Effect: CallsOften}
		}
	}
	return None
}

// gvisorSync has locks of its own, with the methods of those of package sync.
const gvisorSync = "gvisor.dev/gvisor/pkg/sync"

// lockRecv is the lock of package sync that a type has the methods of, empty if it is no lock.
func lockRecv(name string) string {
	switch name = strings.TrimPrefix(name, "CrossGoroutine"); name {
	case "Mutex", "RWMutex":
		return name
	}
	return ""
}

func syncModel(recv, name string) *Model {
	switch recv {
	case "Mutex", "RWMutex":
		m := &Model{}
		side, shared := strings.CutPrefix(name, "R")
		if strings.HasPrefix(name, "TryR") {
			side, shared = "TryLock", true
		}
		if shared {
			m.Flags = envs.Shared
		}
		switch side {
		case "Lock":
			m.Effect = Acquires
			if recv == "Mutex" {
				m.Flags = envs.OneSided
			}
		case "TryLock":
			m.Effect = Tries
		case "Unlock":
			m.Effect = Releases
		default:
			return None
		}
		return m
	case "Cond":
		switch name {
		case "Wait":
			return &Model{Effect: CondWaits}
		case "Signal", "Broadcast":
			return &Model{Effect: Notifies}
		}
	case "WaitGroup":
		switch name {
		case "Wait":
			return &Model{Effect: Joins}
		case "Add":
			return &Model{Effect: Announces}
		case "Done":
			return &Model{Effect: Tells}
		case "Go":
			return &Model{Effect: Forks, Arg: 1, Group: true}
		}
	case "Once":
		if name == "Do" {
			return &Model{Effect: CallsOnce, Arg: 1}
		}
	case "Map":
		if name == "Range" {
			return &Model{Effect: CallsOften}
		}
	}
	return None
}

func atomicModel(recv, name string) *Model {
	m := &Model{Flags: envs.Volatile}
	switch {
	case strings.HasPrefix(name, "Load"):
		m.Effect = AtomicLoads
	case strings.HasPrefix(name, "Store"):
		m.Effect = AtomicStores
	case strings.HasPrefix(name, "Add"), strings.HasPrefix(name, "Swap"), strings.HasPrefix(name, "CompareAndSwap"),
		strings.HasPrefix(name, "And"), strings.HasPrefix(name, "Or"):
		m.Effect = AtomicUpdates
	default:
		return None
	}
	return m
}

// OfLocker is what a call of a method of sync.Locker does to the lock that it is called on.
func OfLocker(m *types.Func) *Model {
	if m == nil || m.Pkg() == nil || m.Pkg().Path() != "sync" {
		return None
	}
	switch m.Name() {
	case "Lock":
		return &Model{Effect: Acquires}
	case "Unlock":
		return &Model{Effect: Releases}
	}
	return None
}

func IsRLocker(fn *ssa.Function) bool {
	return fn.Name() == "RLocker" && fn.String() == "(*sync.RWMutex).RLocker"
}
