package gogen

import (
	"fmt"
	"strings"
)

// capture returns what f writes.
func (g *gen) capture(f func()) string {
	saved := g.out
	g.out = &strings.Builder{}
	f()
	text := g.out.String()
	g.out = saved
	return text
}

// results draws the results of a function and returns how they are written.
func (g *gen) results(n int) string {
	g.fn.results = nil
	named := g.maybe(60)
	var list []string
	for range n {
		typ := g.pick("int", "string", "[]int", "uint8", "error", "any", "record", "bool", "[3]int")
		if p := g.typeParam(); p != "" && g.maybe(40) {
			typ = p
		}
		v := &variable{typ: typ, read: true}
		if named {
			v.name = g.fresh("r")
			list = append(list, v.name+" "+typ)
			g.scope.vars = append(g.scope.vars, v)
		} else {
			list = append(list, typ)
		}
		g.fn.results = append(g.fn.results, v)
	}
	if named && n > 0 {
		g.shape("named results")
	}
	if n == 0 {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ") "
}

// ret writes a return statement.
func (g *gen) ret() {
	res := g.fn.results
	if len(res) == 0 {
		g.shape("return nothing")
		g.line("return")
		return
	}
	bare := res[0].name != "" && g.maybe(50)
	for _, r := range res {
		bare = bare && g.visible(func(v *variable) bool { return v == r }) != nil
	}
	if bare {
		g.shape("bare return")
		g.line("return")
		return
	}
	g.shape("return values")
	var list []string
	for _, r := range res {
		list = append(list, g.value(r.typ, 2))
	}
	g.line("return %s", strings.Join(list, ", "))
}

// funcLit writes a function literal after head, and what follows its brace.
func (g *gen) funcLit(head, params string, vars []*variable, results int, tail string) {
	g.fn = &funcFrame{outer: g.fn}
	g.push()
	for _, v := range vars {
		v.read = true
	}
	g.scope.vars = append(g.scope.vars, vars...)
	res := g.results(results)
	g.line("%sfunc(%s) %s{", head, params, res)
	g.inner(g.step)
	if results > 0 {
		g.risks = 1
		g.indent++
		g.ret()
		g.indent--
	}
	g.line("}%s", tail)
	g.pop()
	g.fn = g.fn.outer
}

// closure writes a literal that captures what is around, and calls it.
func (g *gen) closure() {
	name := g.fresh("fn")
	switch g.n(4) {
	case 0:
		g.shape("literal called at once")
		g.funcLit("", "", nil, 0, "()")
	case 1:
		g.shape("closure with parameter")
		x := g.fresh("x")
		typ := g.pick("int", "string")
		g.funcLit(name+" := ", x+" "+typ, []*variable{{name: x, typ: typ}}, 1, "")
		g.line("out(%s(%s))", name, g.value(typ, 0))
	case 2:
		g.shape("closure called twice")
		g.funcLit(name+" := ", "", nil, g.n(2), "")
		g.line("%s()", name)
		g.line("%s()", name)
	case 3:
		g.shape("recursive closure")
		x := g.fresh("x")
		g.line("var %s func(int) int", name)
		g.line("%s = func(%s int) int {", name, x)
		g.line("\tif %s <= 0 {\n\t\treturn 1\n\t}", x)
		g.fn = &funcFrame{outer: g.fn, results: []*variable{{typ: "int"}}}
		g.push()
		g.declare(x, "int").read = true
		g.inner(g.step)
		g.pop()
		g.fn = g.fn.outer
		g.line("\treturn %s * %s(%s-1)", x, name, x)
		g.line("}")
		g.line("out(%s(%d))", name, 1+g.n(3))
	}
}

// closures collects closures in a loop, each of which captures the loop's variables, and calls them behind it.
func (g *gen) closures() {
	g.shape("closures of loop variables")
	list, i, f := g.fresh("fs"), g.fresh("i"), g.fresh("f")
	g.line("var %s []func()", list)
	head := fmt.Sprintf("for %s := 0; %s < 3; %s++", i, i, i)
	switch g.n(3) {
	case 0:
		head = fmt.Sprintf("for _, %s := range %s", i, g.pick(`"añb"`, "[]rune{5, 6}"))
	case 1:
		head = fmt.Sprintf("for %s := range 3", i)
	}
	g.line("%s {", head)
	g.indent++
	g.step()
	for range 1 + g.n(2) {
		g.line("%s = append(%s, func() {", list, list)
		g.line("\t%s %s", i, g.pick("+= 2", "*= 3", "-= 1"))
		g.line("\tout(%s)", i)
		g.line("})")
	}
	if g.maybe(40) {
		g.line("%s++", i)
	}
	g.indent--
	g.line("}")
	g.line("for _, %s := range %s {\n\t%s()\n}", f, list, f)
}

// deferred writes a defer statement.
func (g *gen) deferred() {
	if g.fn.inRange > 0 && g.maybe(80) {
		return // a deferred call in the body of a range over a function is kept to a few
	}
	if g.fn.inRange > 0 {
		g.shape("defer in range over function")
	}
	switch g.n(9) {
	case 0:
		g.shape("defer call")
		g.line("defer out(%s, %s)", g.value("int", 1), g.value("string", 0))
	case 1:
		g.shape("defer closure")
		g.funcLit("defer ", "", nil, 0, "()")
	case 2:
		g.shape("defer closure with argument")
		x := g.fresh("x")
		arg := g.value("int", 1)
		g.funcLit("defer ", x+" int", []*variable{{name: x, typ: "int"}}, 0, "("+arg+")")
	case 3:
		g.shape("defer recover directly")
		g.line("defer recover()")
	case 4:
		g.shape("defer panic")
		g.line("defer func() {\n\tif %s {\n\t\tpanic(%q)\n\t}\n}()", g.value("bool", 1), g.fresh("again"))
	case 5:
		g.shape("defer method")
		r := g.fresh("r")
		g.line("%s := &record{num: %s}", r, g.value("int", 0))
		g.line("defer %s.%s(1)", r, g.pick("add", "sum"))
	default:
		g.recovering()
	}
}

// recovering defers a closure that recovers and may change what the function returns.
func (g *gen) recovering() {
	g.shape("recover")
	r := g.fresh("e")
	g.fn = &funcFrame{outer: g.fn}
	outer := g.fn.outer
	g.line("defer func() {")
	g.line("\tif %s := recover(); %s != nil {", r, r)
	g.line("\t\tout(\"recovered\", caught(%s))", r)
	g.indent++
	g.body(func() {
		for _, v := range outer.results {
			if v.name != "" && g.maybe(60) && g.visible(func(w *variable) bool { return w == v }) != nil {
				g.shape("recover changes result")
				g.assign(v)
				g.risks = 1
			}
		}
	})
	if g.maybe(15) {
		g.shape("panic again")
		g.line("\tpanic(%s)", r)
	}
	g.indent--
	g.line("\t}")
	g.line("}()")
	g.fn = outer
}

// function draws a function and the one that calls it.
func (g *gen) function() Func {
	g.out = &strings.Builder{}
	g.fn = &funcFrame{}
	g.scope = &scope{fn: g.fn}
	name := fmt.Sprintf("f%d", g.number)
	kind := g.pick("plain", "plain", "plain", "generic", "generic", "method", "pointer method", "variable")
	g.shape("function: " + kind)
	params := "p int, s string, a []int"
	for _, v := range []*variable{{name: "p", typ: "int"}, {name: "s", typ: "string"}, {name: "a", typ: "[]int"}} {
		v.read = true
		g.scope.vars = append(g.scope.vars, v)
	}
	head, call := "func "+name, name
	args := "p, texts[p], lists[p]"
	switch kind {
	case "generic":
		g.fn.param = "T"
		g.scope.vars = append(g.scope.vars, &variable{name: "g", typ: "T", read: true})
		params += ", g T"
		head += "[T integer]"
		call += g.pick("[int]", "[uint8]", "[int64]")
		args += ", 3"
	case "method", "pointer method":
		recv := "record"
		if kind == "pointer method" {
			recv = "*record"
		}
		g.scope.vars = append(g.scope.vars, &variable{name: "q", typ: recv, read: true})
		head = fmt.Sprintf("func (q %s) %s", recv, name)
		call = "(&record{num: p})." + name
	case "variable":
		head = "var " + name + " = func"
	}
	res := g.results(g.n(4))
	g.line("%s(%s) %s{", head, params, res)
	g.line("\ttick()")
	g.indent++
	for range 3 + g.n(4) {
		g.depth = 1
		g.statement()
	}
	g.useUp()
	g.risks = 1
	if len(g.fn.results) > 0 || g.maybe(20) {
		g.ret()
	}
	g.indent--
	g.line("}\n")
	g.line("func call%d(p int) {", g.number)
	if n := len(g.fn.results); n > 0 {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("x%d", i)
		}
		g.line("\t%s := %s(%s)", strings.Join(list, ", "), call, args)
		g.line("\tout(%s)", strings.Join(list, ", "))
	} else {
		g.line("\t%s(%s)", call, args)
	}
	g.line("}")
	return Func{Name: name, Text: g.out.String(), Shapes: g.shapes}
}
