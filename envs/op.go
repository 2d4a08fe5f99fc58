package envs

import (
	"fmt"
	"strings"
)

// A Reg is a register of one function: a number from 1 to Func.Regs-1. Register
// 0 stands for a constant operand; it is never defined and holds no shared data.
type Reg int32

// Kind says what an operation means. See the table in the package comment.
type Kind uint8

// The kinds of operations.
const (
	Nop Kind = iota
	Const
	Move
	Compute
	New
	Addr
	Load
	Store
	Atomic
	Acquire
	TryAcquire
	Release
	Wait
	Notify
	Fork
	Join
	Send
	Receive
	Close
	Call
	Defer
	Return
	Throw
	Catch
	Branch
	Switch
	Jump

	NumKinds // the number of kinds, not a kind
)

var kindNames = [NumKinds]string{
	"nop", "const", "move", "compute", "new", "addr", "load", "store", "atomic", "acquire", "tryacquire",
	"release", "wait", "notify", "fork", "join", "send", "receive", "close", "call", "defer", "return",
	"throw", "catch", "branch", "switch", "jump",
}

// String gives the kind's name in lower case, as in the package comment.
func (k Kind) String() string {
	if k < NumKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Flags refine an operation's kind. What one says depends on the kind: two flags that are
// about different kinds may be one bit.
type Flags uint8

const (
	// Shared marks the read side of a lock: RWMutex.RLock, RUnlock, TryRLock.
	Shared Flags = 1 << iota
	// Local marks an access to memory that certainly belongs to one frame or
	// thread: no other thread can have its address.
	Local
	// Volatile marks an access that synchronises by itself: a Java volatile, an
	// atomic load or store.
	Volatile
	// Handover marks a load that takes the value away from where it was, so that
	// no other thread can load it again. The location is overwritten, or the
	// element deleted, in the same block.
	Handover
	// Negated marks a Branch that takes its first target when the condition is
	// false.
	Negated
	// Skippable marks an operation that a Defer wrote out where paths come that do not
	// lead through the Defer, and skip it.
	Skippable
	// Reentrant marks an Acquire or TryAcquire that goes on at once if its thread holds
	// the lock already. Without it the thread waits for itself, on the shared side once
	// another one waits for the exclusive side.
	Reentrant
	// Chosen marks a Send or Receive that is one of several cases of a select: it is executed
	// once it need not wait.
	Chosen

	// Group marks a Join of a group of threads instead of a single one, as WaitGroup.Wait is,
	// and a Notify of all that wait instead of one of them: Cond.Broadcast.
	Group = Shared
	// OneSided marks an Acquire of a lock that has no shared side, by whatever name it is
	// taken elsewhere: Mutex.Lock.
	OneSided = Handover
	// Copied marks a Load that copies a lock with what it loads, which may have been used
	// before.
	Copied = Shared
	// Split marks a Load or Store of a value that lies in several variables, such as a
	// struct. It says what becomes of the value. The operations after it, each a Part, say
	// which variables are accessed.
	Split = Negated
	// Part marks a Load without a result, or a Store of register 0, that stands for the access
	// of the Split before it to one variable.
	Part = Chosen
)

// An Op is one operation. Operations live in Func.Ops and are shown to checkers
// by pointer; a checker neither changes nor keeps them, and keeps a Point
// instead.
type Op struct {
	Kind    Kind
	Flags   Flags
	Results uint16 // how many registers are defined, from Dst upwards; 0 if none
	PC      int32  // the operation's index in Func.Ops
	Dst     Reg    // the first register defined; 0 if Results is 0
	To      int32  // Jump: the target; Branch and Switch: index of the target list
	Handler int32  // where control goes when the operation throws; 0 if it leaves the frame
	// Deferred is the number of a Defer in its function, from 1, and of each operation that
	// it wrote out; otherwise 0.
	Deferred int32
	Uses     []Reg // the registers read, in the order of the table; never changed

	// Loc is the class of memory that a Load, Store, Atomic or Addr is about. Of a lock
	// operation it is that in which the lock lies. Of a Send, Receive, Close, Join or
	// Notify it is that in which the channel, the group of threads or the lock of the
	// condition is found. Of a Fork it is that of the group which the end of the thread is
	// told. It is nil if the environment has no name for it.
	Loc *Loc
	// Path names the lock of a lock operation, nil if it has no name.
	Path *Path
	// Callee is what a Call, Fork or Defer calls; each of them has one.
	Callee *Callee
}

// Is reports whether the operation has all the flags in f.
func (op *Op) Is(f Flags) bool { return op.Flags&f == f }

// Defines reports whether the operation defines register r.
func (op *Op) Defines(r Reg) bool {
	return op.Results > 0 && r >= op.Dst && r < op.Dst+Reg(op.Results)
}

// Waits reports whether a thread may have to wait at the operation for others.
func (op *Op) Waits() bool {
	switch op.Kind {
	case Acquire, Wait, Join, Send, Receive:
		return true
	}
	return false
}

// Splits reports whether the operation accesses variables of which those after it tell: see
// Split.
func (op *Op) Splits() bool { return (op.Kind == Load || op.Kind == Store) && op.Is(Split) }

// IsPart reports whether the operation tells of a variable that one before it accesses: see Part.
func (op *Op) IsPart() bool { return (op.Kind == Load || op.Kind == Store) && op.Is(Part) }

// Value is the register whose contents a Store, Send or Atomic puts in shared
// memory, or 0.
func (op *Op) Value() Reg {
	switch op.Kind {
	case Store, Send, Atomic:
		if n := len(op.Uses); n > 0 {
			return op.Uses[n-1]
		}
	}
	return 0
}

// String writes the operation as, for instance, "r3 = load r1 (T.f)".
func (op *Op) String() string {
	var b strings.Builder
	for i := range op.Results {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "r%d", op.Dst+Reg(i))
	}
	if op.Results > 0 {
		b.WriteString(" = ")
	}
	b.WriteString(op.Kind.String())
	for i, r := range op.Uses {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " r%d", r)
	}
	switch {
	case op.Path != nil:
		fmt.Fprintf(&b, " (%s)", op.Path)
	case op.Callee != nil:
		fmt.Fprintf(&b, " (%s)", op.Callee.Name)
	case op.Loc != nil:
		fmt.Fprintf(&b, " (%s)", op.Loc.Name)
	}
	return b.String()
}

// A LocClass says what kind of memory a Loc is.
type LocClass uint8

// The classes of memory.
const (
	Field  LocClass = iota // a field of an object
	Elem                   // an element of an array, slice, map or string
	Global                 // a package variable or static field
	Cell                   // what a pointer points to, or a variable captured by a closure
)

// A Loc is a class of memory locations that have one name, such as a field of a
// type in all its objects. Locs of one Program are canonical: the same class is
// the same pointer. Checkers compare pointers, so a program keeps its Locs by name
// and makes no second one. With two of them, accesses of the same memory are taken for
// accesses of different memory, and what is wrong between them is not found.
type Loc struct {
	Class LocClass
	Name  string // for instance "pkg.Type.field", "pkg.Var" or "[]pkg.Type"
	// Final says that no location of the class is written once another thread
	// can reach its object. It is set when the whole program has been seen.
	Final bool
	// Apart says that whatever accesses memory of the class names it: no pointer leads
	// into it, and it is not written as a part of something.
	Apart bool
	// Variable says that the class is a single variable, or one of each frame that
	// declares it, and not what many objects have.
	Variable bool
	// Unbuffered says that memory of the class holds no channels but such as have no
	// buffer: a Send waits for a Receive.
	Unbuffered bool
	// Declared is what is declared of who accesses the memory, nil if nothing is.
	Declared *Declaration
	// Leads says that a declared way to a lock leads through the memory: to write it changes
	// which lock that is.
	Leads bool
}

// A Callee is what a call operation calls.
type Callee struct {
	Name string // for people: "(*T).Get", "fn", "Iface.Method"
	// Full writes the name that FullName gives, when it is asked for; nil if that is
	// Name.
	Full fmt.Stringer
	// Funcs are the functions of the program that may be called, in ascending
	// order; empty if none is known.
	Funcs []FuncID
	// Open says that the call may also reach functions that Funcs does not list,
	// or that the program knows by name only. Without it a call of which no
	// callee returns ends the path. So does a Call that lists no Funcs and is not
	// Open, which Validate refuses.
	Open bool
	// Still says that a function that the program knows by name only starts no thread
	// that executes something of the program.
	Still bool
	// Quiet says that it also neither keeps nor returns what it is passed.
	Quiet bool
	// Args gives, for each of the callee's parameters, the path by which the
	// caller names the argument, nil where it has none. It is nil as a whole when
	// no argument has a path.
	Args []*Path
	// Own gives, for functions of Funcs, what they have instead of Args: closures that have
	// captured different things. Args is for whoever does not ask which one is called, and
	// true of all. See ArgsOf and Op.Calling.
	Own map[FuncID][]*Path
	// FirstArg is the index in Op.Uses of the first parameter's argument.
	FirstArg int
}

// Reaches reports whether the operation calls, or starts a thread with, a function that the program knows.
func (op *Op) Reaches() bool {
	return (op.Kind == Call || op.Kind == Fork) && op.Callee != nil && len(op.Callee.Funcs) > 0
}

// Calling is the operation, a Call or Fork, as one of fn only: with Callee.Args that are fn's own.
func (op *Op) Calling(fn FuncID) *Op {
	if op.Callee == nil {
		return op
	}
	if _, own := op.Callee.Own[fn]; !own {
		return op
	}
	to, callee := *op, *op.Callee
	callee.Args, callee.Own = callee.ArgsOf(fn), nil
	to.Callee = &callee
	return &to
}

// ArgsOf is Args for a call of fn, one of Funcs.
func (c *Callee) ArgsOf(fn FuncID) []*Path {
	if own, ok := c.Own[fn]; ok {
		return own
	}
	return c.Args
}

// FullName is the name by which the function is known everywhere, as in Func.Name:
// "(*database/sql.DB).Query", "os.Getenv"; for the method of an interface, with the
// interface that declares it: "(io.Reader).Read". It is empty if a function value is
// called whose function is not known.
func (c *Callee) FullName() string {
	if c.Full == nil {
		return c.Name
	}
	return c.Full.String()
}

// MapMethod is the method of Go's sync.Map that is called, as in "LoadOrStore"; empty if none is.
func (c *Callee) MapMethod() string {
	if c == nil {
		return ""
	}
	method, of := strings.CutPrefix(c.FullName(), "(*sync.Map).")
	if !of {
		return ""
	}
	return method
}

// A Root says where a Path starts.
type Root uint8

// Where a path starts.
const (
	AtReg    Root = iota // at the value in a register, as of its latest definition
	AtParam              // at a parameter, as the frame received it
	AtGlobal             // at a package variable or a named object
)

// A Path is the name that one frame has for an object: a parameter, variable or
// value, and the fields followed from there. Two lock operations of one frame
// with equal paths are taken to speak of one lock.
type Path struct {
	Root   Root
	Reg    Reg    // AtReg: the register; AtParam: the parameter's index from 0
	Global string // AtGlobal: its name
	Steps  string // the fields followed, for instance ".conn.mu"
	Text   string // for people: "s.conn.mu"
	// Within is, of an element that is known by the register of its index, the way to it from
	// where its array is found: "s.conns[]". It is nil of what is known by its steps.
	Within *Path
}

// Same reports whether the two paths are the same name.
func (p *Path) Same(q *Path) bool {
	return p == q || p != nil && q != nil &&
		p.Root == q.Root && p.Reg == q.Reg && p.Steps == q.Steps && p.Global == q.Global
}

// maxSteps is how many fields a translated path follows.
const maxSteps = 6

// String is the path as a person would write it.
func (p *Path) String() string {
	if p == nil {
		return "a lock"
	}
	return p.Text
}

// Extend is the path that goes on from p by steps.
func (p *Path) Extend(steps string) *Path {
	q := *p
	q.Steps += steps
	q.Text += steps
	return &q
}

// In translates a callee's path into the caller's names: a path that starts at
// a parameter continues the argument's path; one that starts at a global stays.
// It is nil if the caller has no name for the object, or none of a reasonable
// length: recursion would make names without end.
func (p *Path) In(args []*Path) *Path {
	if p == nil {
		return nil
	}
	switch p.Root {
	case AtGlobal:
		return p
	case AtParam:
		if int(p.Reg) < len(args) && args[p.Reg] != nil {
			a := args[p.Reg]
			if strings.Count(a.Steps, ".")+strings.Count(p.Steps, ".") > maxSteps {
				return nil
			}
			return &Path{Root: a.Root, Reg: a.Reg, Global: a.Global, Steps: a.Steps + p.Steps, Text: a.Text + p.Steps}
		}
	}
	return nil
}

// Into translates a caller's path into a callee's names: the inverse of In. The
// first argument from which the path can be reached is used, and for want of one
// a global's own name; otherwise it is nil.
func (p *Path) Into(args []*Path) *Path {
	if p == nil {
		return nil
	}
	for i, a := range args {
		if a != nil && a.Root == p.Root && a.Reg == p.Reg && a.Global == p.Global && strings.HasPrefix(p.Steps, a.Steps) {
			rest := p.Steps[len(a.Steps):]
			if rest == "" || rest[0] == '.' || rest[0] == '[' {
				return &Path{Root: AtParam, Reg: Reg(i), Steps: rest, Text: p.Text}
			}
		}
	}
	if p.Root == AtGlobal {
		return p
	}
	return nil
}
