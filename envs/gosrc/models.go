package gosrc

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

type effect uint8

const (
	plain        effect = iota
	acquires            // argument 0 is the lock
	tries               //
	releases            //
	condWaits           // argument 0 is the condition variable
	notifies            //
	tells               // argument 0 is the group of threads that is told of the end of one
	announces           // argument 0 is the group of threads that will be told more often
	joins               // waits for goroutines
	forks               // starts argument arg; nothing else happens
	forksLater          // starts argument arg, and is a call as well
	callsOnce           // calls argument arg at most once before it returns
	callsOften          // calls its function arguments any number of times
	atomicLoads         // argument 0 is the address
	atomicStores        //
	atomicUpdates
)

// A model is what the lowering knows of a function of the standard library, or of
// golang.org/x/sync, beyond its body.
type model struct {
	effect effect
	flags  envs.Flags
	arg    int
	group  bool // argument 0 is the group of threads that is told when the one ends that is started
}

var none = &model{}

// modelOf looks a function up by its package, receiver and name.
func modelOf(fn *ssa.Function) *model {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || fn.Parent() != nil {
		return none
	}
	recv := ""
	if r := obj.Signature().Recv(); r != nil {
		t := types.Unalias(r.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			recv = n.Obj().Name()
		}
	}
	name := obj.Name()
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
			return &model{effect: forksLater, arg: 1}
		}
	case "context":
		if name == "AfterFunc" {
			return &model{effect: forksLater, arg: 1}
		}
	case "golang.org/x/sync/errgroup":
		switch {
		case recv == "Group" && name == "Go":
			return &model{effect: forks, arg: 1, group: true}
		case recv == "Group" && name == "TryGo":
			return &model{effect: forksLater, arg: 1, group: true}
		case recv == "Group" && name == "Wait":
			return &model{effect: joins}
		}
	case "golang.org/x/sync/singleflight":
		if name == "Do" {
			return &model{effect: callsOnce, arg: 2}
		}
		if name == "DoChan" {
			return &model{effect: forksLater, arg: 2}
		}
	case "slices", "sort", "maps", "strings", "bytes", "iter", "path/filepath", "io/fs", "go/ast", "expvar", "container/heap",
		"unicode/utf8", "flag", "runtime/pprof", "testing", "testing/quick", "go/types", "os":
		for v := range obj.Signature().Params().Variables() {
			if _, ok := v.Type().Underlying().(*types.Signature); ok {
				return &model{effect: callsOften}
			}
		}
	}
	return none
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

func syncModel(recv, name string) *model {
	switch recv {
	case "Mutex", "RWMutex":
		m := &model{}
		side, shared := strings.CutPrefix(name, "R")
		if strings.HasPrefix(name, "TryR") {
			side, shared = "TryLock", true
		}
		if shared {
			m.flags = envs.Shared
		}
		switch side {
		case "Lock":
			m.effect = acquires
			if recv == "Mutex" {
				m.flags = envs.OneSided
			}
		case "TryLock":
			m.effect = tries
		case "Unlock":
			m.effect = releases
		default:
			return none
		}
		return m
	case "Cond":
		switch name {
		case "Wait":
			return &model{effect: condWaits}
		case "Signal", "Broadcast":
			return &model{effect: notifies}
		}
	case "WaitGroup":
		switch name {
		case "Wait":
			return &model{effect: joins}
		case "Add":
			return &model{effect: announces}
		case "Done":
			return &model{effect: tells}
		case "Go":
			return &model{effect: forks, arg: 1, group: true}
		}
	case "Once":
		if name == "Do" {
			return &model{effect: callsOnce, arg: 1}
		}
	case "Map":
		if name == "Range" {
			return &model{effect: callsOften}
		}
	}
	return none
}

func atomicModel(recv, name string) *model {
	m := &model{flags: envs.Volatile}
	switch {
	case strings.HasPrefix(name, "Load"):
		m.effect = atomicLoads
	case strings.HasPrefix(name, "Store"):
		m.effect = atomicStores
	case strings.HasPrefix(name, "Add"), strings.HasPrefix(name, "Swap"), strings.HasPrefix(name, "CompareAndSwap"),
		strings.HasPrefix(name, "And"), strings.HasPrefix(name, "Or"):
		m.effect = atomicUpdates
	default:
		return none
	}
	return m
}

func isRLocker(fn *ssa.Function) bool {
	return fn.Name() == "RLocker" && fn.String() == "(*sync.RWMutex).RLocker"
}

// accesses reports whether a call with address a does no more with it than access
// the memory or the lock there.
func (l *lowerer) accesses(c *ssa.CallCommon, a ssa.Value) bool {
	if c.IsInvoke() || len(c.Args) == 0 || c.Args[0] != a {
		return false
	}
	fn, ok := c.Value.(*ssa.Function)
	if !ok {
		return false
	}
	switch l.named(fn).end.model.effect {
	case acquires, tries, releases, atomicLoads, atomicStores, atomicUpdates:
	default:
		return false
	}
	for _, v := range c.Args[1:] {
		if v == a {
			return false
		}
	}
	return true
}
