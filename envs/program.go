package envs

import (
	"fmt"
	"slices"
	"strings"
)

// A FuncID numbers the functions of a Program, from 0.
type FuncID int32

// A Point is one operation of one function of a Program. The zero Point is no
// point.
type Point struct {
	fn FuncID
	pc int32 // PC+1, so that the zero Point is none
}

// At is the point of the operation at index pc of function fn.
func At(fn FuncID, pc int32) Point { return Point{fn, pc + 1} }

// Func is the function that the point lies in.
func (p Point) Func() FuncID { return p.fn }

// PC is the index of the operation in Func.Ops; -1 for the zero Point.
func (p Point) PC() int32 { return p.pc - 1 }

// IsZero reports whether p is no point.
func (p Point) IsZero() bool { return p.pc == 0 }

// Compare orders points by function and then by index; no point comes first.
func (p Point) Compare(q Point) int {
	switch {
	case p == q:
		return 0
	case p.pc == 0 || q.pc != 0 && (p.fn < q.fn || p.fn == q.fn && p.pc < q.pc):
		return -1
	}
	return 1
}

// A Position is a place in the user's files. Line and Col count from 1.
type Position struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// String is file:line:col.
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	if c := strings.Compare(p.File, q.File); c != 0 {
		return c
	}
	if p.Line != q.Line {
		return p.Line - q.Line
	}
	return p.Col - q.Col
}

// A Func is a function as operations in one flat slice. The slice is in reverse
// postorder of control flow: except along back edges, control only ever goes to
// a larger index. So the index serves as priority. Execution starts at index 0.
// The operation after a Jump, Branch, Switch, Return or Throw is not its
// successor; after any other it is.
type Func struct {
	ID     FuncID
	Name   string // as a person knows it, with package and receiver
	Ops    []Op
	Regs   int   // one more than the largest register
	Params []Reg // the registers in which arguments arrive
	Lists  [][]int32
	// Results is the number of values that a Return hands to the caller.
	Results int
	// Strict says that on every path that leads to an operation the registers it
	// reads were defined. Parameters are defined from the start. An operation that
	// throws has defined nothing when its handler begins. Static single assignment
	// form is strict. Drivers take what a strict function first defines inside a
	// loop for dead when the loop goes round; if it is not true they lose
	// findings.
	Strict bool
	// Atomic says that whoever wrote the function wants it to be executed as if nothing
	// else happened meanwhile. It is marked so, or told of as such by a trace.
	Atomic bool
	// Exported says that the function is offered to code outside the program by its name,
	// as what it does by itself.
	Exported bool
	// Contract is what is declared of the locks around the function, nil if nothing is.
	Contract *Contract
	// RegNames names registers for people; a missing or empty name is unknown.
	RegNames map[Reg]string
}

// Locking reports whether the function itself has an operation that takes, gives
// back or waits for a lock.
func (f *Func) Locking() bool {
	for i := range f.Ops {
		switch f.Ops[i].Kind {
		case Acquire, TryAcquire, Release, Wait:
			return true
		}
	}
	return false
}

// Targets are the places where control may go from a Jump, Branch or Switch.
// The first target of a Branch is the one taken when the condition holds, unless
// the operation is Negated. Two targets may be equal.
func (f *Func) Targets(op *Op) []int32 {
	switch op.Kind {
	case Branch, Switch:
		return f.Lists[op.To]
	case Jump:
		return []int32{op.To}
	}
	return nil
}

// Deferred tells of a branch that skips a call where it was not deferred. The number is that of its Defer, 0 if the
// branch is another one; runs says whether the call is executed on the way taken.
func (f *Func) Deferred(branch *Op, taken int) (number int32, runs bool) {
	if branch.Kind != Branch || len(branch.Uses) > 0 {
		return 0, false
	}
	for i, to := range f.Targets(branch) {
		if t := &f.Ops[to]; t.Deferred != 0 && t.Is(Skippable) && t.Kind != Defer {
			return t.Deferred, i == taken
		}
	}
	return 0, false
}

// Falls reports whether control may pass from the operation to the next one in
// Ops.
func (op *Op) Falls() bool {
	switch op.Kind {
	case Jump, Branch, Switch, Return, Throw:
		return false
	}
	return true
}

// Definitions tell which operations define registers. They keep a table of the function that was asked about last; the
// zero value is ready.
type Definitions struct {
	fn  *Func
	ops int   // how many it had: a trace shows them one after the other
	by  []*Op // by register; nil if there is none, or several
}

// Of is the only operation of a function that defines a register, nil if there are several or none, as
// of a parameter.
func (d *Definitions) Of(fn *Func, r Reg) *Op {
	if d.fn != fn || d.ops != len(fn.Ops) {
		d.find(fn)
	}
	if r == 0 || int(r) >= len(d.by) {
		return nil
	}
	return d.by[r]
}

func (d *Definitions) find(fn *Func) {
	d.fn, d.ops, d.by = fn, len(fn.Ops), slices.Grow(d.by[:0], fn.Regs)[:fn.Regs]
	clear(d.by)
	several := make([]bool, fn.Regs)
	for _, r := range fn.Params {
		several[r] = true
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		for r := op.Dst; r < op.Dst+Reg(op.Results); r++ {
			if several[r] {
				d.by[r] = nil
				continue
			}
			d.by[r], several[r] = op, true
		}
	}
}

// RegName is the register's name for people: its source name or "r7".
func (f *Func) RegName(r Reg) string {
	if n := f.RegNames[r]; n != "" {
		return n
	}
	return fmt.Sprintf("r%d", r)
}

// A Program is a set of functions, the same for all who look at it. It does not
// change once it is built and may be used by several goroutines at once. It is a
// pointer, or something else that can be compared with == and be a key of a map.
// Validate holds it to all that is said of it here.
//
// Functions are asked for by numbers below NumFuncs. Points, of which Position, Detail
// and the parts of Knowledge are asked, are those of operations: of a function
// that Func gives, with the index of one of its Ops.
type Program interface {
	// NumFuncs is the number of functions; their IDs are 0 to NumFuncs()-1.
	NumFuncs() int
	// Func returns a function, or nil if the program knows its name only.
	Func(FuncID) *Func
	// Roots are the functions that something outside the program may call or
	// start with no lock held, in ascending order.
	Roots() []FuncID
	// Position is where an operation lies in the user's files. It always has a file,
	// a line and a column: an operation without a place of its own has that of its
	// neighbours.
	Position(Point) Position
	// Detail is what an operation does with values, NoDetail if there is nothing to
	// say. It must not be changed.
	Detail(Point) *Detail
	// Knows is what the program knows beyond that. It is never nil.
	Knows() *Knowledge
}
