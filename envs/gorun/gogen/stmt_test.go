package gogen

import (
	"fmt"
	"strings"
)

const maxDepth = 4

// A form is one kind of statement.
type form struct {
	weight int
	nested bool // it holds statements
	write  func(*gen)
}

var forms []form

func init() {
	forms = []form{
		{14, false, (*gen).change}, {8, false, (*gen).declaration}, {6, false, (*gen).print},
		{3, false, (*gen).swap}, {4, false, (*gen).jump}, {3, false, (*gen).element}, {3, false, (*gen).fault},
		{2, false, (*gen).pointer}, {3, false, (*gen).callMethod}, {2, false, (*gen).callOther}, {2, false, (*gen).dead},
		{4, true, (*gen).branch}, {3, true, (*gen).block}, {3, true, (*gen).forLoop}, {5, true, (*gen).rangeLoop},
		{3, true, (*gen).rangeFunc}, {2, true, (*gen).gotoBack}, {2, true, (*gen).gotoOn}, {3, true, (*gen).switchValue},
		{2, true, (*gen).switchType}, {2, true, (*gen).selecting}, {3, true, (*gen).closure}, {3, true, (*gen).deferred},
		{1, true, (*gen).closures}, {7, true, (*gen).guarded},
	}
}

func (g *gen) statements() {
	g.depth++
	defer func() { g.depth-- }()
	for range 1 + g.n(4) {
		if g.statement() {
			return
		}
	}
}

// statement writes one statement and reports whether control never comes behind it.
func (g *gen) statement() bool {
	g.risks = 1
	if g.maybe(3*g.depth) && g.depth > 1 {
		return g.leave()
	}
	sum := 0
	for _, f := range forms {
		if !f.nested || g.depth < maxDepth {
			sum += f.weight
		}
	}
	at := g.n(sum)
	for _, f := range forms {
		if f.nested && g.depth >= maxDepth {
			continue
		}
		if at -= f.weight; at < 0 {
			f.write(g)
			return false
		}
	}
	return false
}

// anyType is a type of values that may be declared and changed.
func (g *gen) anyType() string {
	list := []string{"int", "int", "int", "uint8", "string", "rune", "bool", "[]int", "[3]int", "record", "*record", "any",
		"error", "int64", "map[string]int", "int8", "uint", "float64"}
	if p := g.typeParam(); p != "" {
		list = append(list, p, p, p)
	}
	return g.pick(list...)
}

func (g *gen) typeParam() string {
	for f := g.fn; f != nil; f = f.outer {
		if f.param != "" {
			return f.param
		}
	}
	return ""
}

func (g *gen) declaration() {
	typ := g.anyType()
	name := g.name("v", typ)
	switch g.n(3) {
	case 0:
		g.shape("var")
		g.line("var %s %s = %s", name, typ, g.value(typ, 2))
	case 1:
		g.shape("var zero")
		g.line("var %s %s", name, typ)
	default:
		g.shape("short declaration")
		g.line("%s := %s", name, conversion(typ, g.value(typ, 2)))
	}
	g.declare(name, typ)
}

// conversion gives a constant its type.
func conversion(typ, e string) string {
	if strings.HasPrefix(typ, "*") {
		return e
	}
	return typ + "(" + e + ")"
}

// change writes to a variable.
func (g *gen) change() {
	typ := g.anyType()
	v := g.assignable(typ)
	if v == nil {
		if v = g.assignable("int"); v == nil {
			return
		}
		typ = "int"
	}
	g.assign(v)
}

func (g *gen) assign(v *variable) {
	switch v.typ {
	case "int", "uint8", "int64", "rune", "T", "int8", "uint":
		switch g.n(6) {
		case 0:
			g.shape("increment")
			g.line("%s%s", v.name, g.pick("++", "--"))
			v.read = true
			return
		case 1:
			g.shape("shift assignment")
			g.line("%s %s 1", v.name, g.pick("<<=", ">>="))
			v.read = true
			return
		case 2, 3:
			g.shape("operator assignment")
			g.line("%s %s %s", v.name, g.pick("+=", "-=", "*="), g.value(v.typ, 1))
			v.read = true
			return
		}
	case "string":
		if g.maybe(40) {
			g.shape("operator assignment")
			g.line("%s += %s", v.name, g.addend(0))
			v.read = true
			return
		}
	case "[]int":
		if g.maybe(40) {
			g.shape("append")
			g.line("%s = append(%s, %s)", v.name, v.name, g.value("int", 1))
			g.line("%s = clip(%s)", v.name, v.name)
			v.read = true
			return
		}
	}
	g.shape("assignment")
	g.line("%s = %s", v.name, g.value(v.typ, 2))
}

// dead changes a variable and leaves at once, or changes it twice.
func (g *gen) dead() {
	v := g.assignable(g.pick("int", "rune", "uint8", "string"))
	if v == nil {
		return
	}
	g.shape("change dead")
	g.assign(v)
	g.risks = 1
	g.line("%s = %s", v.name, g.literal(v.typ))
}

func (g *gen) swap() {
	typ := g.pick("int", "string", "rune", "*record")
	v, w := g.assignable(typ), g.assignable(typ)
	if v == nil || w == nil {
		return
	}
	v.read, w.read = true, true
	g.shape("swap")
	if v == w {
		g.line("%s, _ = %s, %s", v.name, g.value(typ, 1), w.name)
		return
	}
	g.line("%s, %s = %s, %s", v.name, w.name, w.name, v.name)
}

// element writes to a part of a variable.
func (g *gen) element() {
	switch g.n(5) {
	case 0:
		if v := g.assignable("[3]int"); v != nil {
			g.shape("array element")
			if g.risk(40, "store array") {
				g.line("%s[%s] = %s", v.name, g.some("int"), g.pick("1", "2"))
			} else {
				g.line("%s[%d] %s= %s", v.name, g.n(3), g.pick("", "+"), g.value("int", 1))
			}
			v.read = true
		}
	case 1:
		if v := g.find("[]int"); v != nil && g.risk(100, "store slice") {
			g.shape("slice element")
			v.read = true
			g.line("%s[%s] = %d", v.name, g.index(1), g.n(9))
		}
	case 2:
		if v := g.find("map[string]int"); v != nil && g.risk(100, "store map") {
			g.shape("map element")
			v.read = true
			g.line("%s[%s] = %d", v.name, g.pick(`"k"`, `"l"`), g.n(9))
		}
	case 3:
		if v := g.assignable("record"); v != nil {
			g.shape("field")
			v.read = true
			g.line("%s.num %s= %s", v.name, g.pick("", "+"), g.value("int", 1))
		}
	case 4:
		if v := g.find("*record"); v != nil && g.risk(100, "store field") {
			g.shape("field of pointer")
			v.read = true
			g.line("%s.num = %s", v.name, g.pick("1", "2"))
		}
	}
}

// pointer changes a variable through its address.
func (g *gen) pointer() {
	v := g.assignable(g.pick("int", "string", "rune"))
	if v == nil {
		return
	}
	g.shape("change through pointer")
	p := g.fresh("p")
	g.line("%s := &%s", p, v.name)
	v.read = true
	if g.maybe(50) {
		g.line("*%s = %s", p, g.value(v.typ, 1))
	} else {
		g.line("*%s += %s", p, g.literal(v.typ))
	}
}

func (g *gen) print() {
	var list []string
	for range 1 + g.n(3) {
		list = append(list, g.value(g.anyType2(), 1))
	}
	g.shape("print")
	g.line("out(%s)", strings.Join(list, ", "))
}

// anyType2 is a type whose values print the same each time.
func (g *gen) anyType2() string {
	for {
		if t := g.anyType(); t != "*record" {
			return t
		}
	}
}

func (g *gen) callMethod() {
	v := g.assignable("int")
	if v == nil {
		return
	}
	switch g.n(4) {
	case 0:
		if r := g.find("record"); r != nil {
			g.shape("method value")
			r.read = true
			m := g.fresh("m")
			g.line("%s := %s.%s", m, r.name, g.pick("sum", "add"))
			g.line("%s = %s(%d)", v.name, m, g.n(5))
		}
	case 1:
		if r := g.find("*record"); r != nil {
			g.shape("method of pointer")
			r.read = true
			g.line("%s = %s.%s(%d)", v.name, r.name, g.pick("sum", "add"), g.n(5))
		}
	case 2:
		g.shape("method of interface")
		i := g.fresh("i")
		g.line("var %s number = %s", i, g.value(g.pick("record", "*record"), 0))
		g.line("%s = %s.sum(%s)", v.name, i, g.value("int", 0))
	case 3:
		g.shape("method of generic type")
		q := g.fresh("q")
		g.line("%s := pair[int, string]{%s, %s}", q, g.value("int", 0), g.value("string", 0))
		g.line("%s.set(%s)", q, g.value("int", 1))
		g.line("%s = %s.swap().b", v.name, q)
	}
}

// callOther calls a function that was drawn before, or one that may panic.
func (g *gen) callOther() {
	if g.number > 0 && g.maybe(30) {
		g.shape("call of another")
		g.step()
		g.line("call%d(%d)", g.n(g.number), g.n(2))
		return
	}
	if v := g.assignable("int"); v != nil {
		g.shape("call that may panic")
		g.line("%s = boom(%s)", v.name, g.value("int", 1))
	}
}

// fault writes an operation that may panic and is a statement.
func (g *gen) fault() {
	g.risks = 1
	c := g.fresh("c")
	switch g.n(12) {
	case 0:
		g.faulty("panic", "if %s {\n\tpanic(%s)\n}", g.value("bool", 1), g.value(g.pick("string", "int", "error", "any"), 0))
	case 1:
		g.faulty("close nil channel", "var %s chan int\nif %s {\n\tclose(%s)\n}", c, g.value("bool", 1), c)
	case 2:
		g.faulty("close twice", "%s := closed()\nif %s {\n\tclose(%s)\n}", c, g.value("bool", 1), c)
	case 3:
		g.faulty("send on closed channel", "%s := closed()\nif %s {\n\t%s <- 1\n}", c, g.value("bool", 1), c)
	case 4:
		g.faulty("make slice", "%s := make([]int, %s)\nout(len(%s))", c, g.small(), c)
	case 5:
		g.faulty("make slice with capacity", "%s := make([]int, %s, 9)\nout(len(%s), cap(%s))", c, g.small(), c, c)
	case 6:
		g.faulty("make channel", "%s := make(chan int, %s)\nout(cap(%s))", c, g.small(), c)
	case 7:
		g.faulty("store nil map", "var %s map[string]int\nif %s {\n\t%s[\"a\"]++\n}", c, g.value("bool", 1), c)
	case 8:
		g.faulty("nil function", "var %s func()\nif %s {\n\t%s()\n}", c, g.value("bool", 1), c)
	case 9:
		g.faulty("assertion", "%s := %s.(%s)\nout(%s)", c, g.some("any"), g.pick("string", "error", "number", "uint8"), c)
	case 10:
		g.faulty("slice of three", "%s := %s[:%s:%d]\nout(len(%s))", c, g.some("[]int"), g.index(0), 5, c)
	case 11:
		g.faulty("slice to array pointer", "%s := (*[2]int)(%s)\nout(%s[0])", c, g.some("[]int"), c)
	}
}

// small is a number that may be negative and is not large.
func (g *gen) small() string { return fmt.Sprintf("%s&15-%d", g.some("int"), g.n(5)) }

func (g *gen) faulty(name, format string, args ...any) {
	g.shape("may panic: " + name)
	for l := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		g.line("%s", l)
	}
}
