package gogen

import (
	"fmt"
	"strings"
)

func (g *gen) switchValue() {
	typ := g.pick("int", "int", "string", "rune", "bool")
	g.shape("switch " + typ)
	head := "switch"
	g.push()
	bare := typ == "bool"
	if !bare {
		if g.maybe(30) {
			g.shape("switch with a variable")
			e := conversion(typ, g.value(typ, 1))
			v := g.declare(g.name("v", typ), typ)
			v.read = true
			head = fmt.Sprintf("switch %s := %s; %s", v.name, e, v.name)
		} else {
			head = "switch " + g.some(typ)
		}
	}
	g.cases(head, 2+g.n(4), func(i int) string {
		if bare {
			return "case " + g.value("bool", 2) + ":"
		}
		if g.maybe(20) {
			return fmt.Sprintf("case %s:", g.some(typ))
		}
		return fmt.Sprintf("case %s:", distinct(typ, i))
	}, true)
	g.pop()
}

// distinct is constant i of those of a type.
func distinct(typ string, i int) string {
	switch typ {
	case "int":
		return fmt.Sprint(i)
	case "rune":
		return fmt.Sprintf("'%c'", 'a'+i)
	}
	return fmt.Sprintf("%q", []string{"", "abc", "a", "héß", "x", "y"}[i])
}

// cases writes a statement with clauses, one of them perhaps the default, of which one may fall through to the next.
func (g *gen) cases(head string, n int, clause func(i int) string, fall bool) {
	t := &target{label: g.fresh("L")}
	other := g.n(n + 2)
	var texts []string
	g.fn.jumps = append(g.fn.jumps, t)
	for i := range n {
		var c string
		if i == other {
			c = "default:"
		} else {
			c = clause(i)
		}
		texts = append(texts, g.capture(func() {
			g.line("%s", c)
			g.body(nil)
			if fall && i+1 < n && g.maybe(20) {
				g.shape("fallthrough")
				g.line("\tfallthrough")
			}
		}))
	}
	g.fn.jumps = g.fn.jumps[:len(g.fn.jumps)-1]
	if t.used {
		g.line("%s:", t.label)
	}
	g.line("%s {", head)
	for _, s := range texts {
		g.out.WriteString(s)
	}
	g.line("}")
}

func (g *gen) switchType() {
	g.shape("type switch")
	x := g.some("any")
	name := g.fresh("x")
	t := &target{label: g.fresh("L")}
	types := []string{"int", "string", "nil", "error", "record", "[]int", "uint8, rune"}
	g.rnd.Shuffle(len(types), func(i, j int) { types[i], types[j] = types[j], types[i] })
	types = types[:2+g.n(4)]
	if g.maybe(50) {
		types = append(types, "default")
	}
	g.fn.jumps = append(g.fn.jumps, t)
	read := false
	text := g.capture(func() {
		for _, typ := range types {
			bound := typ
			switch typ {
			case "default":
				g.line("default:")
				bound = "any"
			case "nil", "uint8, rune":
				bound = "any"
				fallthrough
			default:
				g.line("case %s:", typ)
			}
			v := &variable{name: name, typ: bound, bound: true}
			g.push()
			g.scope.vars = append(g.scope.vars, v)
			g.inner(nil)
			g.pop()
			read = read || v.read
		}
	})
	g.fn.jumps = g.fn.jumps[:len(g.fn.jumps)-1]
	if t.used {
		g.line("%s:", t.label)
	}
	if !read && (strings.Contains(text, name+" ") || strings.Contains(text, name+", ")) { // it is assigned to
		text += "\t_ = " + name + "\n"
		read = true
	}
	if read {
		g.line("switch %s := %s.(type) {", name, x)
	} else {
		g.line("switch %s.(type) {", x)
	}
	g.out.WriteString(text)
	g.line("}")
}

// selecting writes a select of which one case is ready.
func (g *gen) selecting() {
	g.shape("select")
	ready, never := g.fresh("c"), g.fresh("c")
	t := &target{label: g.fresh("L")}
	kind := g.n(5)
	v := g.assignable("int")
	switch kind {
	case 0:
		g.line("%s := closed(%s)", ready, g.value("int", 0))
	case 4:
		g.line("var %s chan int", ready)
	default:
		g.line("%s := filled(%s)", ready, g.value("int", 0))
	}
	g.line("var %s chan int", never)
	g.fn.jumps = append(g.fn.jumps, t)
	text := g.capture(func() {
		switch {
		case kind == 1:
			g.shape("select send")
			g.line("case %s <- %s:", ready, g.value("int", 0))
			g.body(nil)
		case kind == 2 && v != nil:
			g.shape("select assigns")
			g.line("case %s = <-%s:", v.name, ready)
			g.body(nil)
		case kind == 0 || kind == 3:
			g.shape("select declares")
			a, b := g.name("v", "int"), g.fresh("ok")
			g.line("case %s, %s := <-%s:", a, b, ready)
			g.body(func() {
				g.declare(a, "int")
				g.declare(b, "bool")
			})
		default:
			g.line("case <-%s:", ready)
			g.body(nil)
		}
		g.line("case <-%s:", never)
		g.body(nil)
		if kind == 4 {
			g.shape("select default")
			g.line("default:")
			g.body(nil)
		}
	})
	g.fn.jumps = g.fn.jumps[:len(g.fn.jumps)-1]
	if t.used {
		g.line("%s:", t.label)
	}
	g.line("select {")
	g.out.WriteString(text)
	g.line("}")
}
