package library

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

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
	path, name, recv := obj.Pkg().Path(), obj.Name(), ""
	if n := shape.NamedOf(shape.RecvType(obj)); n != nil {
		recv = n.Obj().Name()
	}
	if path == gvisorSync {
		path, recv = "sync", lockRecv(recv)
	}
	if known := models[path]; known != nil {
		if m := known[recv+"."+name]; m != nil {
			return m
		}
		return None
	}
	switch path {
	case "sync/atomic":
		return atomicModel(name)
	case "slices", "sort", "maps", "strings", "bytes", "iter", "path/filepath", "io/fs", "go/ast", "expvar",
		"container/heap", "unicode/utf8", "flag", "runtime/pprof", "testing", "testing/quick", "go/types", "os":
		if shape.TakesFunc(obj.Signature()) {
			return &Model{Effect: CallsOften}
		}
	}
	return None
}

// models are those of functions by their package, receiver and name.
var models = map[string]map[string]*Model{
	"sync": {
		"Mutex.Lock":       {Effect: Acquires, Flags: envs.OneSided},
		"Mutex.TryLock":    {Effect: Tries},
		"Mutex.Unlock":     {Effect: Releases},
		"RWMutex.Lock":     {Effect: Acquires},
		"RWMutex.RLock":    {Effect: Acquires, Flags: envs.Shared},
		"RWMutex.TryLock":  {Effect: Tries},
		"RWMutex.TryRLock": {Effect: Tries, Flags: envs.Shared},
		"RWMutex.Unlock":   {Effect: Releases},
		"RWMutex.RUnlock":  {Effect: Releases, Flags: envs.Shared},
		"Cond.Wait":        {Effect: CondWaits},
		"Cond.Signal":      {Effect: Notifies},
		"Cond.Broadcast":   {Effect: Notifies, Flags: envs.Group},
		"WaitGroup.Wait":   {Effect: Joins},
		"WaitGroup.Add":    {Effect: Announces},
		"WaitGroup.Done":   {Effect: Tells},
		"WaitGroup.Go":     {Effect: Forks, Arg: 1, Group: true},
		"Once.Do":          {Effect: CallsOnce, Arg: 1},
		"Map.Range":        {Effect: CallsOften},
	},
	"time":    {".AfterFunc": {Effect: ForksLater, Arg: 1}},
	"context": {".AfterFunc": {Effect: ForksLater, Arg: 1}},
	"golang.org/x/sync/errgroup": {
		"Group.Go":    {Effect: Forks, Arg: 1, Group: true},
		"Group.TryGo": {Effect: ForksLater, Arg: 1, Group: true},
		"Group.Wait":  {Effect: Joins},
	},
	"golang.org/x/sync/singleflight": {
		"Group.Do":     {Effect: CallsOnce, Arg: 2},
		"Group.DoChan": {Effect: ForksLater, Arg: 2},
	},
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

func atomicModel(name string) *Model {
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
