package ir

import (
	"strconv"
	"strings"
)

// printer writes a syntax tree in the one layout that Parse reads back as the
// same tree.
type printer struct {
	strings.Builder
	indent int
}

func (f *file) String() string {
	p := &printer{}
	var last decl
	for _, d := range f.decls {
		_, wasGlobal := last.(*globalDecl)
		_, isGlobal := d.(*globalDecl)
		if last != nil && !(wasGlobal && isGlobal) {
			p.WriteByte('\n')
		}
		p.decl(d)
		last = d
	}
	return p.Builder.String()
}

func (p *printer) decl(d decl) {
	switch d := d.(type) {
	case *classDecl:
		p.WriteString("class " + d.name + " {")
		for _, f := range d.fields {
			p.WriteString("\n\t")
			if f.volatile {
				p.WriteString("volatile ")
			}
			p.WriteString(f.name)
			if f.init != nil {
				p.WriteString(" = ")
				p.expr(f.init, 0)
			}
			p.guards(f.guards)
		}
		if len(d.fields) > 0 {
			p.WriteByte('\n')
		}
		p.WriteString("}\n")
	case *globalDecl:
		p.WriteString([]string{"final ", "var ", "volatile "}[d.kind] + d.name)
		if d.init != nil {
			p.WriteString(" = ")
			p.expr(d.init, 0)
		}
		p.guards(d.guards)
		p.WriteByte('\n')
	case *funcDecl:
		if d.root {
			p.WriteString("root ")
		}
		if d.atomic {
			p.WriteString("atomic ")
		}
		if d.sync {
			p.WriteString("sync ")
		}
		p.WriteString("func " + d.name + "(")
		for i, q := range d.params {
			if i > 0 {
				p.WriteString(", ")
			}
			p.WriteString(q.name)
		}
		p.WriteString(")")
		p.clauses(d.locks)
		p.block(d.body)
		p.WriteByte('\n')
	}
}

func (p *printer) line() {
	p.WriteByte('\n')
	for range p.indent {
		p.WriteByte('\t')
	}
}

// block writes " {...}" without a line break after it.
func (p *printer) block(list []stmt) {
	p.WriteString(" {")
	p.indent++
	for _, s := range list {
		if l, ok := s.(*labelStmt); ok {
			p.indent--
			p.line()
			p.indent++
			p.WriteString(l.id + ":")
			continue
		}
		p.line()
		p.stmt(s)
	}
	p.indent--
	if len(list) > 0 {
		p.line()
	}
	p.WriteByte('}')
}

func (p *printer) stmt(s stmt) {
	switch s := s.(type) {
	case *assign:
		p.exprs(s.lhs)
		p.WriteString(" = ")
		p.expr(s.rhs, 0)
	case *exprStmt:
		p.expr(s.x, 0)
	case *lockStmt:
		p.WriteString(s.op.String() + " ")
		p.expr(s.x, 0)
	case *syncStmt:
		p.WriteString("sync ")
		p.expr(s.x, 0)
		p.block(s.body)
	case *ifStmt:
		p.WriteString("if ")
		p.expr(s.cond, 0)
		p.block(s.then)
		switch {
		case s.elseIsElif:
			p.WriteString(" else ")
			p.stmt(s.els[0])
		case s.hasElse:
			p.WriteString(" else")
			p.block(s.els)
		}
	case *whileStmt:
		p.WriteString("while ")
		p.expr(s.cond, 0)
		p.block(s.body)
	case *tryStmt:
		p.WriteString("try")
		p.block(s.body)
		p.WriteString(" catch " + s.reg.name)
		p.block(s.catch)
	case *jumpStmt:
		p.WriteString(s.op.String())
		if s.op == tGoto {
			p.WriteString(" " + s.label)
		}
	case *returnStmt:
		p.WriteString("return")
		if len(s.vals) > 0 {
			p.WriteByte(' ')
			p.exprs(s.vals)
		}
	}
}

func (p *printer) exprs(list []expr) {
	for i, x := range list {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(x, 0)
	}
}

const (
	unaryPrec   = 6
	postfixPrec = 7
)

// expr writes x, in parentheses if it binds less than prec.
func (p *printer) expr(x expr, prec int) {
	paren := func(own int) func() {
		if own >= prec {
			return func() {}
		}
		p.WriteByte('(')
		return func() { p.WriteByte(')') }
	}
	switch x := x.(type) {
	case *lit:
		switch {
		case x.kind == nilLit:
			p.WriteString("nil")
		case x.kind == boolLit:
			p.WriteString(strconv.FormatBool(x.val != 0))
		default:
			p.WriteString(strconv.FormatInt(x.val, 10))
		}
	case *name:
		p.WriteString(x.id)
	case *field:
		p.expr(x.x, postfixPrec)
		p.WriteString("." + x.id)
	case *index:
		p.expr(x.x, postfixPrec)
		p.WriteByte('[')
		p.expr(x.i, 0)
		p.WriteByte(']')
	case *unary:
		defer paren(unaryPrec)()
		p.WriteString(x.op.String())
		p.expr(x.x, unaryPrec)
	case *binary:
		own := x.op.precedence()
		defer paren(own)()
		p.expr(x.x, own)
		p.WriteString(" " + x.op.String() + " ")
		p.expr(x.y, own+1)
	case *call:
		p.WriteString(x.fn + "(")
		p.exprs(x.args)
		p.WriteByte(')')
	case *newObject:
		p.WriteString("new " + x.class)
	case *newArray:
		p.WriteString("new [")
		p.expr(x.n, 0)
		p.WriteByte(']')
	case *length:
		p.WriteString("len(")
		p.expr(x.x, 0)
		p.WriteByte(')')
	case *nondet:
		p.WriteString("nondet")
		if x.n != nil {
			p.WriteString("(" + strconv.FormatInt(x.n.val, 10) + ")")
		}
	case *spawn:
		defer paren(unaryPrec)()
		p.WriteString("spawn ")
		p.expr(x.call, postfixPrec)
	case *tryAcquire:
		defer paren(unaryPrec)()
		p.WriteString("tryacquire ")
		p.expr(x.x, postfixPrec)
	}
}

// show is the expression as a person would write it.
func show(x expr) string {
	p := &printer{}
	p.expr(x, 0)
	return p.String()
}
