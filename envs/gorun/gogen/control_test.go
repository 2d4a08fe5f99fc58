package gogen

import (
	"fmt"
	"strings"
)

func (g *gen) block() {
	g.shape("block")
	g.line("{")
	g.body(nil)
	g.line("}")
}

func (g *gen) branch() {
	g.shape("if")
	init := ""
	g.push()
	if g.maybe(35) {
		g.shape("if with a variable")
		typ := g.pick("int", "string", "bool", "rune")
		e := conversion(typ, g.value(typ, 1))
		v := g.declare(g.name("v", typ), typ)
		v.read = true
		init = fmt.Sprintf("%s := %s; ", v.name, e)
		g.line("if %s%s {", init, g.orRead(v))
	} else {
		g.line("if %s {", g.value("bool", 2))
	}
	g.body(nil)
	if g.maybe(50) {
		g.shape("else")
		g.line("} else {")
		g.body(nil)
	}
	g.line("}")
	g.pop()
}

// orRead is a condition that reads a variable.
func (g *gen) orRead(v *variable) string {
	if v.typ == "bool" {
		return v.name
	}
	return fmt.Sprintf("%s %s %s", v.name, g.pick("==", "!=", "<", ">"), g.literal(v.typ))
}

// loop writes the body of a loop or of another statement that can be left, with its label if that is used.
func (g *gen) loop(loop bool, head string, first func()) {
	t := &target{label: g.fresh("L"), loop: loop}
	saved := g.out
	g.out = &strings.Builder{}
	g.fn.jumps = append(g.fn.jumps, t)
	g.line("%s {", head)
	g.body(func() {
		if first != nil {
			first()
		}
		g.step()
	})
	g.line("}")
	g.fn.jumps = g.fn.jumps[:len(g.fn.jumps)-1]
	text := g.out.String()
	g.out = saved
	if t.used {
		g.line("%s:", t.label)
	}
	g.out.WriteString(text)
}

func (g *gen) forLoop() {
	switch g.n(4) {
	case 0:
		g.shape("for condition")
		g.push()
		i := g.fresh("i")
		g.line("%s := 0", i)
		g.declare(i, "int").read = true
		g.loop(true, fmt.Sprintf("for %s < %d", i, 2+g.n(3)), func() { g.line("%s++", i) })
		g.pop()
	case 1:
		g.shape("for ever")
		g.push()
		i := g.fresh("i")
		g.line("%s := 0", i)
		v := g.declare(i, "int")
		v.read, v.fixed = true, true
		g.loop(true, "for", func() { g.line("if %s++; %s > %d {\n\tbreak\n}", i, i, 2+g.n(3)) })
		g.pop()
	case 2:
		g.shape("for two variables")
		i, j := g.fresh("i"), g.fresh("j")
		head := fmt.Sprintf("for %s, %s := 0, %s; %s < %d; %s, %s = %s+1, %s+2", i, j, g.value("int", 1), i, 2+g.n(3), i, j,
			i, j)
		g.push()
		g.declare(i, "int").read = true
		g.declare(j, "int").read = true
		g.loop(true, head, nil)
		g.pop()
	default:
		g.shape("for counter")
		g.push()
		i := g.name("i", "int")
		head := fmt.Sprintf("for %s := 0; %s < %d; %s++", i, i, 2+g.n(4), i)
		g.declare(i, "int").read = true
		g.loop(true, head, nil)
		g.pop()
	}
}

// ranged is something that range loops take.
type ranged struct {
	name       string
	over       string
	key, value string // types; value is "" if there is none
	risky      bool
}

func (g *gen) ranged() ranged {
	switch g.n(9) {
	case 0:
		return ranged{"string", g.value("string", 0), "int", "rune", false}
	case 1:
		return ranged{"slice", "(" + g.value("[]int", 0) + ")", "int", "int", false}
	case 2:
		return ranged{"array", "(" + g.value("[3]int", 0) + ")", "int", "int", false}
	case 3:
		if v := g.find("[3]int"); v != nil {
			v.read = true
			return ranged{"pointer to array", "&" + v.name, "int", "int", false}
		}
	case 4:
		return ranged{"map", fmt.Sprintf("(map[string]int{%s: 4})", g.value("string", 0)), "string", "int", false}
	case 5:
		return ranged{"channel", fmt.Sprintf("closed(%s, 7)", g.value("int", 0)), "int", "", false}
	case 6:
		return ranged{"integer", fmt.Sprintf("%s & 7", g.some("int")), "int", "", false}
	case 7:
		return ranged{"typed integer", fmt.Sprintf("uint8(%d)", 1+g.n(4)), "uint8", "", false}
	}
	return ranged{"string", g.some("string"), "int", "rune", false}
}

func (g *gen) rangeLoop() { g.rangeOver(g.ranged()) }

func (g *gen) rangeOver(r ranged) {
	g.shape("range " + r.name)
	if g.maybe(20) && g.rangeAssigned(r) {
		return
	}
	g.push()
	var names []string
	var vars []*variable
	types := []string{r.key}
	if r.value != "" && g.maybe(70) {
		types = append(types, r.value)
	}
	for i, t := range types {
		if g.maybe(20) && (i > 0 || len(types) > 1) {
			names = append(names, "_")
			continue
		}
		n := g.fresh("k")
		if g.maybe(20) {
			n = g.name("k", t)
		}
		if len(names) > 0 && names[0] == n {
			n = g.fresh("k")
		}
		names = append(names, n)
	}
	head := "for range " + r.over
	if !(r.value == "" && g.maybe(15)) {
		head = fmt.Sprintf("for %s := range %s", strings.Join(names, ", "), r.over)
		if allBlank(names) {
			head = fmt.Sprintf("for %s = range %s", strings.Join(names, ", "), r.over)
			names = nil
		}
		for i, n := range names {
			if n != "_" {
				vars = append(vars, &variable{name: n, typ: types[i]})
			}
		}
	}
	g.loop(true, head, func() {
		g.scope.vars = append(g.scope.vars, vars...)
		for _, v := range vars {
			if g.maybe(40) {
				g.shape("change of range variable")
				g.assign(v)
				g.risks = 1
			}
		}
	})
	g.pop()
}

func allBlank(names []string) bool {
	for _, n := range names {
		if n != "_" {
			return false
		}
	}
	return true
}

// rangeAssigned writes a range loop that assigns to variables around.
func (g *gen) rangeAssigned(r ranged) bool {
	k := g.assignable(r.key)
	if k == nil {
		return false
	}
	g.shape("range assigns")
	names := k.name
	if v := g.assignable(r.value); r.value != "" && v != nil && v != k {
		names += ", " + v.name
	}
	g.loop(true, fmt.Sprintf("for %s = range %s", names, r.over), nil)
	return true
}

// rangeFunc ranges over a function: one of those that all programs have, or a literal.
func (g *gen) rangeFunc() {
	g.fn.inRange++
	defer func() { g.fn.inRange-- }()
	switch g.n(4) {
	case 0:
		g.rangeOver(ranged{"function", fmt.Sprintf("upTo(%d)", 2+g.n(3)), "int", "", false})
	case 1:
		g.rangeOver(ranged{"function of two", fmt.Sprintf("letters(%s)", g.value("string", 0)), "int", "string", false})
	case 2:
		g.shape("range function of none")
		g.loop(true, fmt.Sprintf("for range times(%d)", 1+g.n(3)), nil)
	case 3:
		g.shape("iterator literal")
		it := g.fresh("it")
		e := g.value("int", 0)
		g.line("%s := func(yield func(int) bool) {", it)
		g.line("\t_ = yield(%s) && yield(2) && yield(3)", e)
		g.line("}")
		g.rangeOver(ranged{"function literal", it, "int", "", false})
	}
}

func (g *gen) gotoBack() {
	g.shape("goto back")
	g.line("{")
	g.push()
	g.indent++
	i, label := g.fresh("i"), g.fresh("L")
	g.line("%s := 0", i)
	v := g.declare(i, "int")
	v.read, v.fixed = true, true
	g.line("%s:", label)
	g.step()
	g.line("{")
	g.body(nil)
	g.line("}")
	g.line("if %s++; %s < %d {", i, i, 2+g.n(2))
	g.line("\tgoto %s", label)
	g.line("}")
	g.indent--
	g.pop()
	g.line("}")
}

func (g *gen) gotoOn() {
	g.shape("goto on")
	label := g.fresh("L")
	g.line("{")
	g.indent++
	g.line("if %s {", g.value("bool", 1))
	g.line("\tgoto %s", label)
	g.line("}")
	g.line("{")
	g.body(nil)
	g.line("}")
	g.indent--
	g.line("%s:", label)
	g.line("}")
}

// jump leaves a loop or begins its next turn, under a condition.
func (g *gen) jump() {
	g.line("if %s {", g.value("bool", 1))
	g.indent++
	g.leave()
	g.indent--
	g.line("}")
}

// leave writes a jump, a return or a panic.
func (g *gen) leave() bool {
	if len(g.fn.jumps) == 0 || g.maybe(25) {
		g.risks = 1
		g.ret()
		return true
	}
	t := g.fn.jumps[g.n(len(g.fn.jumps))]
	word := "break"
	if t.loop && g.maybe(50) {
		word = "continue"
	}
	g.shape(word + " with label")
	t.used = true
	g.line("%s %s", word, t.label)
	return true
}
