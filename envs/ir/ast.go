package ir

// The syntax tree. A pos is a byte offset into the source; equality of programs
// does not look at it.
type pos int32

type file struct {
	name  string
	lines []int32 // offsets at which lines begin
	decls []decl
}

type decl interface{ at() pos }

type classDecl struct {
	pos    pos
	name   string
	fields []*fieldDecl
}

type fieldDecl struct {
	pos      pos
	name     string
	volatile bool
	init     *lit // nil: 0
	guards   []*guard
}

// guard is a clause "guarded by lock" or "writes guarded by lock".
type guard struct {
	pos    pos
	writes bool
	lock   string // "this" or a named object
}

type globalKind uint8

const (
	finalGlobal globalKind = iota
	varGlobal
	volatileGlobal
)

type globalDecl struct {
	pos  pos
	kind globalKind
	name string
	init expr // *lit, *newObject, *newArray with a literal length; nil: 0

	guards []*guard
}

type funcDecl struct {
	pos    pos
	end    pos // of the closing brace
	root   bool
	atomic bool
	sync   bool
	name   string
	params []*param
	locks  []*clause
	body   []stmt
}

// clause is what a function declares of locks: "requires a, gate".
type clause struct {
	word  string // one of clauseWords
	locks []*param
}

type param struct {
	pos  pos
	name string
}

func (d *classDecl) at() pos  { return d.pos }
func (d *globalDecl) at() pos { return d.pos }
func (d *funcDecl) at() pos   { return d.pos }

type node struct{ pos pos }

func (n node) at() pos { return n.pos }

type expr interface{ at() pos }

type litKind uint8

const (
	intLit litKind = iota
	boolLit
	nilLit
)

type (
	lit struct {
		node
		kind litKind
		val  int64
	}
	name struct {
		node
		id string
	}
	field struct {
		node // of the field's name
		x    expr
		id   string
	}
	index struct {
		node // of the bracket
		x, i expr
	}
	unary struct {
		node
		op token
		x  expr
	}
	binary struct {
		node // of the operator
		op   token
		x, y expr
	}
	call struct {
		node
		fn   string
		args []expr
	}
	newObject struct {
		node
		class string
	}
	newArray struct {
		node
		n expr
	}
	length struct {
		node
		x expr
	}
	nondet struct {
		node
		n *lit // nil: 2
	}
	spawn struct {
		node
		call *call
	}
	tryAcquire struct {
		node
		x expr
	}
)

type stmt interface{ at() pos }

type (
	assign struct {
		node
		lhs []expr
		rhs expr
	}
	exprStmt struct { // a call, spawn or tryacquire whose results are dropped
		node
		x expr
	}
	lockStmt struct { // acquire, release, wait, notify, notifyall, join, throw
		node
		op token
		x  expr
	}
	syncStmt struct {
		node
		x    expr
		body []stmt
		end  pos
	}
	ifStmt struct {
		node
		cond       expr
		then, els  []stmt
		hasElse    bool
		elseIsElif bool // els is one ifStmt written "else if"
	}
	whileStmt struct {
		node
		cond expr
		body []stmt
		end  pos
	}
	tryStmt struct {
		node
		body  []stmt
		reg   *param
		catch []stmt
		end   pos
	}
	jumpStmt struct { // break, continue, goto, skip
		node
		op    token
		label string
	}
	labelStmt struct {
		node
		id string
	}
	returnStmt struct {
		node
		vals []expr
	}
)
