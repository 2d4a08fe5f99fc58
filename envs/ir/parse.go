package ir

import (
	"fmt"
)

// parser reads a file by recursive descent. After an error it drops what it
// finds until the statement or declaration ends, and goes on from there.
type parser struct {
	*lexer
	file  *file
	errs  *errorList
	bad   bool // an error was reported and not yet recovered from
	depth int
}

// maxDepth bounds the nesting of statements and expressions.
const maxDepth = 1000

func parseFile(fileName, src string, errs *errorList) *file {
	p := &parser{lexer: newLexer(src), file: &file{name: fileName}, errs: errs}
	p.next()
	for p.tok != tEOF {
		if d := p.decl(); d != nil && !p.bad {
			p.file.decls = append(p.file.decls, d)
		}
		if !p.bad && p.tok != tEOF {
			p.expect(tSemi)
		}
		if p.bad {
			p.nextDecl()
		}
		p.file.lines = p.lines
	}
	p.file.lines = p.lines
	return p.file
}

func (p *parser) fail(at pos, format string, args ...any) {
	if !p.bad {
		p.file.lines = p.lines
		p.errs.add(p.file.position(at), fmt.Sprintf(format, args...))
	}
	p.bad = true
}

// found is the current token as an error message shows it.
func (p *parser) found() string {
	switch p.tok {
	case tIdent, tInt, tBad:
		return fmt.Sprintf("%q", p.text)
	}
	return p.tok.quoted()
}

func (p *parser) expect(t token) pos {
	at := p.pos
	if p.bad {
		return at
	}
	if p.tok != t {
		p.fail(at, "expected %s, found %s", t.quoted(), p.found())
		return at
	}
	p.next()
	return at
}

func (p *parser) accept(t token) bool {
	if p.tok == t && !p.bad {
		p.next()
		return true
	}
	return false
}

func (p *parser) ident() (string, pos) {
	id, at := p.text, p.pos
	p.expect(tIdent)
	return id, at
}

// nextDecl drops tokens up to the next word that begins a declaration at the
// start of a line.
func (p *parser) nextDecl() {
	for p.tok != tEOF {
		switch p.tok {
		case tAtomic, tClass, tFinal, tFunc, tRoot, tVar:
			p.bad = false
			return
		case tSync, tVolatile:
			if int32(p.pos) == p.lines[len(p.lines)-1] {
				p.bad = false
				return
			}
		}
		p.next()
	}
	p.bad = false
}

// nextStmt drops tokens up to the end of the statement: a semicolon, which is
// read, or a closing brace of the block around it, which is not.
func (p *parser) nextStmt() {
	for depth := 0; p.tok != tEOF; p.next() {
		switch p.tok {
		case tLBrace:
			depth++
		case tRBrace:
			if depth == 0 {
				p.bad = false
				return
			}
			depth--
		case tSemi:
			if depth == 0 {
				p.next()
				p.bad = false
				return
			}
		case tFunc, tClass:
			return // still bad: the block was not closed
		}
	}
}

func (p *parser) decl() decl {
	switch p.tok {
	case tClass:
		return p.class()
	case tFinal, tVar, tVolatile:
		return p.global()
	case tAtomic, tFunc, tRoot, tSync:
		return p.function()
	case tSemi:
		return nil
	}
	p.fail(p.pos, "expected a declaration (class, final, var, volatile or func), found %s", p.found())
	return nil
}

func (p *parser) class() decl {
	p.next()
	d := &classDecl{}
	d.name, d.pos = p.ident()
	p.expect(tLBrace)
	for !p.bad && p.tok != tRBrace {
		f := &fieldDecl{volatile: p.accept(tVolatile)}
		f.name, f.pos = p.ident()
		if p.accept(tAssign) {
			f.init = p.literal()
		}
		f.guards = p.guards()
		d.fields = append(d.fields, f)
		if !p.accept(tComma) && !p.accept(tSemi) && p.tok != tRBrace {
			p.fail(p.pos, "expected \",\" or \"}\" after a field, found %s", p.found())
		}
	}
	p.expect(tRBrace)
	return d
}

// literal reads a constant; nil after an error.
func (p *parser) literal() *lit {
	at := p.pos
	neg := p.accept(tSub)
	switch e := p.primary().(type) {
	case *lit:
		if neg && e.kind == intLit {
			e.val = -e.val
		}
		if !neg || e.kind == intLit {
			e.pos = at
			return e
		}
	}
	p.fail(at, "expected a constant: a number, true, false or nil")
	return nil
}

func (p *parser) global() decl {
	d := &globalDecl{}
	switch p.tok {
	case tVar:
		d.kind = varGlobal
	case tVolatile:
		d.kind = volatileGlobal
	}
	p.next()
	d.name, d.pos = p.ident()
	if p.accept(tAssign) {
		if p.tok == tNew {
			d.init = p.primary()
			if a, ok := d.init.(*newArray); ok {
				if n, ok := a.n.(*lit); !ok || n.kind != intLit {
					p.fail(a.n.at(), "the length of a global array must be a number")
				}
			}
		} else if l := p.literal(); l != nil {
			d.init = l
		}
	} else if d.kind == finalGlobal {
		p.fail(p.pos, "expected \"=\" and the object or constant that %s names, found %s", d.name, p.found())
	}
	if d.guards = p.guards(); len(d.guards) > 0 && d.kind == finalGlobal {
		p.fail(d.guards[0].pos, "%s is final: nothing guards it", d.name)
	}
	return d
}

func (p *parser) function() decl {
	d := &funcDecl{root: p.accept(tRoot), atomic: p.accept(tAtomic), sync: p.accept(tSync)}
	p.expect(tFunc)
	d.name, d.pos = p.ident()
	p.expect(tLParen)
	for !p.bad && p.tok != tRParen {
		id, at := p.ident()
		d.params = append(d.params, &param{at, id})
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRParen)
	d.locks = p.clauses()
	d.body, d.end = p.block()
	return d
}

func (p *parser) block() ([]stmt, pos) {
	p.expect(tLBrace)
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, "nested too deeply: at most %d levels", maxDepth)
	}
	var list []stmt
	for !p.bad && p.tok != tRBrace && p.tok != tEOF {
		if p.tok == tSemi {
			p.next()
			continue
		}
		if p.tok == tFunc || p.tok == tClass {
			break // the block is not closed
		}
		s := p.stmt()
		if _, label := s.(*labelStmt); !p.bad && !label && p.tok != tRBrace {
			p.expect(tSemi)
		}
		if p.bad {
			p.nextStmt()
			continue
		}
		list = append(list, s)
	}
	p.depth--
	return list, p.expect(tRBrace)
}

func (p *parser) stmt() stmt {
	n := node{p.pos}
	switch t := p.tok; t {
	case tAcquire, tRelease, tWait, tNotify, tNotifyAll, tJoin, tThrow:
		p.next()
		return &lockStmt{n, t, p.expr()}
	case tSync:
		p.next()
		s := &syncStmt{node: n, x: p.expr()}
		s.body, s.end = p.block()
		return s
	case tIf:
		return p.ifStmt()
	case tWhile:
		p.next()
		s := &whileStmt{node: n, cond: p.expr()}
		s.body, s.end = p.block()
		return s
	case tTry:
		p.next()
		s := &tryStmt{node: n}
		s.body, _ = p.block()
		p.expect(tCatch)
		id, at := p.ident()
		s.reg = &param{at, id}
		s.catch, s.end = p.block()
		return s
	case tBreak, tContinue, tSkip:
		p.next()
		return &jumpStmt{node: n, op: t}
	case tGoto:
		p.next()
		id, _ := p.ident()
		return &jumpStmt{n, t, id}
	case tReturn:
		p.next()
		s := &returnStmt{node: n}
		if p.tok != tSemi && p.tok != tRBrace {
			s.vals = p.exprs()
		}
		return s
	}
	return p.simple()
}

func (p *parser) ifStmt() stmt {
	s := &ifStmt{node: node{p.pos}}
	p.next()
	s.cond = p.expr()
	s.then, _ = p.block()
	if !p.accept(tElse) {
		return s
	}
	s.hasElse = true
	if p.tok == tIf {
		if p.depth++; p.depth > maxDepth {
			p.fail(p.pos, "nested too deeply: at most %d levels", maxDepth)
		}
		if !p.bad {
			s.els, s.elseIsElif = []stmt{p.ifStmt()}, true
		}
		p.depth--
	} else {
		s.els, _ = p.block()
	}
	return s
}

// simple reads an assignment, a call or a label.
func (p *parser) simple() stmt {
	n := node{p.pos}
	list := p.exprs()
	if p.bad {
		return nil
	}
	if id, ok := list[0].(*name); ok && len(list) == 1 && p.accept(tColon) {
		return &labelStmt{n, id.id}
	}
	if p.accept(tAssign) {
		for _, x := range list {
			switch x.(type) {
			case *name, *field, *index:
			default:
				p.fail(x.at(), "cannot assign to this: expected a register, variable, field or element")
			}
		}
		return &assign{n, list, p.expr()}
	}
	if len(list) == 1 {
		switch list[0].(type) {
		case *call, *spawn, *tryAcquire:
			return &exprStmt{n, list[0]}
		}
	}
	p.fail(p.pos, "expected \"=\" or a call: a value alone is not a statement")
	return nil
}
