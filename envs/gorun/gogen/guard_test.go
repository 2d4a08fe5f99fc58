package gogen

import "fmt"

// guarded writes an operation that may fail where a condition, or a loop, has excluded it. What stands between may
// change what the condition is about.
func (g *gen) guarded() {
	switch g.n(15) {
	case 0:
		list, i := g.some("[]int"), g.counting()
		g.guard("index", fmt.Sprintf("0 <= %s && int(%s) < len(%s)", i, i, list), g.touch(list, i))
	case 1:
		list, i := g.some("[]int"), g.counting()
		g.guard("unsigned index", fmt.Sprintf("uint(%s) < uint(len(%s))", i, list), g.touch(list, i))
	case 2:
		list, k := g.some("[]int"), g.n(4)
		g.guard("length", fmt.Sprintf("len(%s) > %d", list, k), g.touch(list, fmt.Sprint(k)))
	case 3:
		s, k := g.some("string"), g.n(3)
		g.guard("length of string", fmt.Sprintf("len(%s) > %d", s, k), fmt.Sprintf("out(%s[%d])", s, k))
	case 4:
		list, i, j := g.some("[]int"), g.counting(), g.some("int")
		g.guard("slice", fmt.Sprintf("0 <= %s && int(%s) <= %s && %s <= len(%s)", i, i, j, j, list),
			fmt.Sprintf("out(len(%s[%s:%s]))", list, i, j))
	case 5:
		if x := g.find("*record"); x != nil {
			x.read = true
			g.guard("nil", x.name+" != nil", fmt.Sprintf("out(%s.num)", x.name))
		}
	case 6:
		if x := g.find("*record"); x != nil {
			x.read = true
			g.guard("nil field", x.name+".next != nil", fmt.Sprintf("%s.next.num = 3", x.name))
		}
	case 7:
		typ := g.numeric()
		d := g.some(typ)
		g.guard("divisor", d+" != 0", fmt.Sprintf("out(%s %s %s)", g.some(typ), g.pick("/", "%"), d))
	case 8:
		n := g.some("int")
		g.guard("shift", n+" >= 0", fmt.Sprintf("out(%s %s %s)", g.some(g.numeric()), g.pick("<<", ">>"), n))
	case 9:
		list, i := g.some("[]int"), g.counting()
		g.guard("remainder", fmt.Sprintf("len(%s) > 0 && %s >= 0", list, i),
			g.touch(list, fmt.Sprintf("int(%s)%%len(%s)", i, list)))
	case 10:
		list, n := g.some("[]int"), g.some("int")
		g.guard("least", fmt.Sprintf("len(%s) > 0 && %s >= 0", list, n),
			g.touch(list, fmt.Sprintf("min(%s, len(%s)-1)", n, list)))
	case 11:
		c := g.fresh("c")
		g.line("var %s map[string]int", c)
		g.line("if %s {\n\t%s = map[string]int{}\n}", g.value("bool", 1), c)
		g.guard("map", c+" != nil", c+`["a"]++`)
	case 12:
		c := g.fresh("c")
		g.line("var %s func()", c)
		g.line("if %s {\n\t%s = func() { tick() }\n}", g.value("bool", 1), c)
		g.guard("function", c+" != nil", c+"()")
	default:
		g.guardedLoop(g.some("[]int"))
	}
}

// numeric is a type of integers.
func (g *gen) numeric() string {
	list := []string{"int", "int", "uint8", "int8", "int64", "uint", "rune"}
	if p := g.typeParam(); p != "" {
		list = append(list, p)
	}
	return g.pick(list...)
}

// counting is an expression that may be an index.
func (g *gen) counting() string {
	e := g.some(g.numeric())
	if g.maybe(40) {
		e = fmt.Sprintf("(%s %s)", e, g.pick("+ 1", "- 1", "* 2", "/ 2", ">> 1", "& 3"))
	}
	return e
}

// touch writes what reads or changes an element.
func (g *gen) touch(list, i string) string {
	return fmt.Sprintf(g.pick("out(%s[%s])", "%s[%s] = 3", "%s[%s]++"), list, i)
}

// guard writes the operation behind its condition, or behind a statement that leaves if that does not hold.
func (g *gen) guard(name, cond, op string) {
	g.shape("guarded: " + name)
	if g.maybe(25) {
		g.line("if !(%s) {", cond)
		g.indent++
		g.leave()
		g.indent--
		g.line("}")
		g.between()
		g.line("%s", op)
		return
	}
	g.line("if %s {", cond)
	g.indent++
	g.between()
	g.line("%s", op)
	g.indent--
	g.line("}")
}

// between writes what stands between a condition and what it guards.
func (g *gen) between() {
	if g.maybe(60) {
		g.line("{")
		g.body(nil)
		g.line("}")
	}
}

// guardedLoop writes a loop that goes through a list by index.
func (g *gen) guardedLoop(list string) {
	i := g.fresh("i")
	head := ""
	switch g.n(6) {
	case 0:
		head = fmt.Sprintf("for %s := 0; %s < len(%s); %s++", i, i, list, i)
	case 1:
		head = fmt.Sprintf("for %s := len(%s) - 1; %s >= 0; %s--", i, list, i, i)
	case 2:
		head = fmt.Sprintf("for %s := range %s", i, list)
	case 3:
		head = fmt.Sprintf("for %s := range len(%s)", i, list)
	case 4:
		head = fmt.Sprintf("for %s := 1; %s < len(%s); %s += 2", i, i, list, i)
	case 5:
		head = fmt.Sprintf("for %s := 0; %s != len(%s); %s++", i, i, list, i)
	}
	g.shape("guarded: loop")
	op := g.touch(list, i)
	if g.maybe(30) {
		op = g.touch(list, i+" / 2")
	}
	g.push()
	g.declare(i, "int").read = true
	g.line("%s {", head)
	g.indent++
	g.step()
	g.between()
	g.line("%s", op)
	g.indent--
	g.line("}")
	g.pop()
}
