package ir

import "strconv"

// precedence of binary operators; 0 is none.
func (t token) precedence() int {
	switch t {
	case tOr:
		return 1
	case tAnd:
		return 2
	case tEq, tNe, tLt, tLe, tGt, tGe:
		return 3
	case tAdd, tSub:
		return 4
	case tMul, tDiv, tMod:
		return 5
	}
	return 0
}

func (p *parser) exprs() []expr {
	list := []expr{p.expr()}
	for p.accept(tComma) {
		list = append(list, p.expr())
	}
	return list
}

func (p *parser) expr() expr {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, "nested too deeply: at most %d levels", maxDepth)
	}
	x := p.binary(1)
	p.depth--
	return x
}

func (p *parser) binary(min int) expr {
	x := p.unary()
	for n := 0; !p.bad; n++ {
		prec := p.tok.precedence()
		if prec < min || prec == 0 {
			break
		}
		if n > maxDepth {
			p.fail(p.pos, "nested too deeply: at most %d operators in a row", maxDepth)
		}
		op, at := p.tok, p.pos
		p.next()
		x = &binary{node{at}, op, x, p.binary(prec + 1)}
	}
	return x
}

func (p *parser) unary() expr {
	n := node{p.pos}
	switch op := p.tok; op {
	case tSub, tNot:
		p.next()
		if p.depth++; p.depth > maxDepth {
			p.fail(p.pos, "nested too deeply: at most %d levels", maxDepth)
		}
		var x expr = n
		if !p.bad {
			x = p.unary()
		}
		p.depth--
		return &unary{n, op, x}
	case tTryAcquire:
		p.next()
		return &tryAcquire{n, p.postfix()}
	case tSpawn:
		p.next()
		at := p.pos
		if c, ok := p.postfix().(*call); ok {
			return &spawn{n, c}
		}
		p.fail(at, "expected a call after \"spawn\"")
		return n
	}
	return p.postfix()
}

func (p *parser) postfix() expr {
	x := p.primary()
	for n := 0; !p.bad; n++ {
		at := p.pos
		switch p.tok {
		case tDot:
			p.next()
			id, at := p.ident()
			x = &field{node{at}, x, id}
		case tLBrack:
			p.next()
			i := p.expr()
			p.expect(tRBrack)
			x = &index{node{at}, x, i}
		default:
			return x
		}
		if n > maxDepth {
			p.fail(at, "nested too deeply: at most %d steps", maxDepth)
		}
	}
	return x
}

func (p *parser) primary() expr {
	n := node{p.pos}
	if p.bad {
		return n
	}
	switch p.tok {
	case tInt:
		v, err := strconv.ParseInt(p.text, 10, 64)
		if err != nil {
			p.fail(p.pos, "%s is too large: numbers have 64 bits", p.text)
		}
		p.next()
		return &lit{n, intLit, v}
	case tTrue, tFalse:
		l := &lit{n, boolLit, 0}
		if p.tok == tTrue {
			l.val = 1
		}
		p.next()
		return l
	case tNil:
		p.next()
		return &lit{n, nilLit, 0}
	case tNondet:
		p.next()
		x := &nondet{node: n}
		if p.accept(tLParen) {
			x.n = p.literal()
			p.expect(tRParen)
			if x.n != nil && (x.n.kind != intLit || x.n.val < 1 || x.n.val > 1<<16) {
				p.fail(x.n.pos, "nondet(n) is one of n values: n must be a number from 1 to %d", 1<<16)
			}
		}
		return x
	case tLen:
		p.next()
		p.expect(tLParen)
		x := p.expr()
		p.expect(tRParen)
		return &length{n, x}
	case tNew:
		p.next()
		if p.accept(tLBrack) {
			x := p.expr()
			p.expect(tRBrack)
			return &newArray{n, x}
		}
		if p.tok != tIdent {
			p.fail(p.pos, "expected a class or \"[\" after \"new\", found %s", p.found())
			return n
		}
		id, _ := p.ident()
		return &newObject{n, id}
	case tLParen:
		p.next()
		x := p.expr()
		p.expect(tRParen)
		return x
	case tIdent:
		id, _ := p.ident()
		if p.tok != tLParen {
			return &name{n, id}
		}
		p.next()
		c := &call{node: n, fn: id}
		if p.tok != tRParen {
			c.args = p.exprs()
		}
		p.expect(tRParen)
		return c
	}
	p.fail(p.pos, "expected an expression, found %s", p.found())
	return n
}
