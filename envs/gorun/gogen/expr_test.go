package gogen

import (
	"fmt"
	"strings"
)

// value writes an expression of a type, without calls of functions that have effects.
func (g *gen) value(typ string, depth int) string {
	if depth > 0 && g.maybe(70) {
		if s := g.compound(typ, depth); s != "" {
			return s
		}
	}
	if v := g.find(typ); v != nil && g.maybe(80) {
		v.read = true
		return v.name
	}
	return g.literal(typ)
}

func (g *gen) literal(typ string) string {
	switch typ {
	case "int", "int64", "int8":
		return fmt.Sprint(g.n(12) - 3)
	case "uint8", "uint":
		return fmt.Sprint(g.n(200))
	case "rune":
		return g.pick("'a'", "'é'", "'\\n'", "'世'")
	case "float64":
		return g.pick("0.5", "2", "-1.25", "3e2")
	case "string":
		return g.pick(`""`, `"abc"`, `"héß"`, `"a\xffz"`, `"世界"`)
	case "bool":
		return g.pick("true", "false")
	case "[]int":
		return g.pick("[]int(nil)", "[]int{4, 5, 6}", "[]int{1, 2, 3, 4, 5}", "[]int{3: 7}")
	case "[3]int":
		return g.pick("[3]int{}", "[3]int{7, 8, 9}", "[3]int{1: 4}")
	case "map[string]int":
		return g.pick(`map[string]int{}`, `map[string]int{"k": 5}`)
	case "record":
		return g.pick("record{}", `record{num: 3, text: "r"}`, "record{list: []int{1}}")
	case "*record":
		return g.pick("&record{num: 1}", "new(record)", `&record{text: "x", next: &record{num: 9}}`)
	case "any":
		return g.pick("any(1)", `any("s")`, "any(nil)", "any(errDrawn)", "any(record{num: 2})", "any([]int(nil))", "any(2.5)")
	case "error":
		return g.pick("error(nil)", "errDrawn")
	case "T":
		return "*new(T)"
	}
	panic("no literal of " + typ)
}

// some writes an expression that is not constant, so that no compiler computes with it.
func (g *gen) some(typ string) string {
	if v := g.find(typ); v != nil {
		v.read = true
		return v.name
	}
	p := g.find("int")
	p.read = true
	switch typ {
	case "int", "int64", "uint8", "int8", "uint", "rune", "float64", "T":
		return typ + "(" + p.name + ")"
	case "string":
		return fmt.Sprintf("string(rune('a'+%s&15))", p.name)
	case "bool":
		return "(" + p.name + " > 1)"
	case "any":
		return "any(" + p.name + ")"
	}
	return g.literal(typ)
}

// risk reports whether an operation that may panic shall be written; a statement has one at most.
func (g *gen) risk(percent int, name string) bool {
	if g.risks == 0 || !g.maybe(percent) {
		return false
	}
	g.risks--
	g.shape("may panic: " + name)
	return true
}

// index writes an index: a constant one is not negative.
func (g *gen) index(d int) string {
	if g.maybe(30) {
		return fmt.Sprint(g.n(5))
	}
	if d > 0 {
		return g.integer("int", 0)
	}
	return g.some("int")
}

func (g *gen) compound(typ string, depth int) string {
	d := depth - 1
	switch typ {
	case "int":
		return g.intValue(d)
	case "int64", "uint8", "int8", "uint", "rune", "T":
		return g.integer(typ, d)
	case "float64":
		return fmt.Sprintf("(%s %s %s)", g.some(typ), g.pick("+", "-", "*"), g.value(typ, d))
	case "string":
		return g.stringValue(d)
	case "bool":
		return g.boolValue(d)
	case "[]int":
		if g.risk(30, "slice") {
			return fmt.Sprintf("%s[%s:%s]", g.some("[]int"), g.some("int"), g.index(d))
		}
		return fmt.Sprintf("clip(append([]int{%s}, %s...))", g.value("int", d), g.value("[]int", 0))
	case "[3]int":
		if g.risk(20, "slice to array") {
			return fmt.Sprintf("[3]int(%s)", g.some("[]int"))
		}
		return fmt.Sprintf("[3]int{%s, %s}", g.value("int", d), g.value("int", d))
	case "record":
		return fmt.Sprintf("record{num: %s, text: %s}", g.value("int", d), g.value("string", d))
	case "*record":
		return fmt.Sprintf("&record{num: %s}", g.value("int", d))
	case "any":
		t := g.pick("int", "string", "uint8", "record", "[]int", "error")
		return fmt.Sprintf("any(%s)", g.value(t, d))
	}
	return ""
}

func (g *gen) intValue(d int) string {
	switch g.n(14) {
	case 0:
		return fmt.Sprintf("len(%s)", g.value(g.pick("string", "[]int", "map[string]int"), 0))
	case 1:
		return fmt.Sprintf("int(%s)", g.some(g.pick("uint8", "rune", "int64")))
	case 2:
		if g.risk(50, "index") {
			return fmt.Sprintf("%s[%s]", g.some("[]int"), g.index(d))
		}
		return fmt.Sprintf("%s[%d]", g.variableOr("[3]int"), g.n(3))
	case 3:
		if g.risk(40, "index array") {
			return fmt.Sprintf("%s[%s]", g.variableOr("[3]int"), g.some("int"))
		}
		return fmt.Sprintf("%s.num", g.variableOr("record"))
	case 4:
		if g.risk(40, "index string") {
			return fmt.Sprintf("int(%s[%s])", g.some("string"), g.some("int"))
		}
		return fmt.Sprintf("%s[%s]", g.variableOr("map[string]int"), g.value("string", 0))
	case 5:
		if g.risk(40, "assertion") {
			return fmt.Sprintf("%s.(int)", g.some("any"))
		}
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), g.some("int"), g.value("int", d))
	case 6:
		if g.risk(30, "nil pointer") {
			return fmt.Sprintf("%s.next.num", g.variableOr("*record"))
		}
		return fmt.Sprintf("%s.num", g.variableOr("*record"))
	}
	return g.integer("int", d)
}

// variableOr is a variable, or a literal that may be indexed and selected from.
func (g *gen) variableOr(typ string) string {
	if v := g.find(typ); v != nil {
		v.read = true
		return v.name
	}
	return "(" + g.literal(typ) + ")"
}

func (g *gen) integer(typ string, d int) string {
	x := g.some(typ)
	switch g.n(10) {
	case 0:
		return fmt.Sprintf("(%s << (%s & 7))", x, g.some("uint8"))
	case 1:
		if g.risk(40, "shift") {
			return fmt.Sprintf("(%s >> %s)", x, g.some("int"))
		}
		return fmt.Sprintf("(%s >> 1)", x)
	case 2:
		if g.risk(50, "division") {
			return fmt.Sprintf("(%s %s %s)", x, g.pick("/", "%"), g.some(typ))
		}
		return fmt.Sprintf("(%s %s 3)", x, g.pick("/", "%"))
	case 3:
		return g.pick("-", "^") + x
	}
	op := g.pick("+", "-", "*", "&", "|", "^", "&^", "+", "-")
	if typ == "T" {
		op = g.pick("+", "-", "*")
	}
	return fmt.Sprintf("(%s %s %s)", x, op, g.value(typ, d))
}

func (g *gen) stringValue(d int) string {
	switch g.n(5) {
	case 0:
		return fmt.Sprintf("(%s + %s)", g.some("string"), g.addend(d))
	case 1:
		return fmt.Sprintf("string(%s)", g.some("rune"))
	case 2:
		if g.risk(50, "slice string") {
			return fmt.Sprintf("%s[%s:]", g.some("string"), g.some("int"))
		}
	case 3:
		return fmt.Sprintf("%s.text", g.variableOr("record"))
	}
	return ""
}

// addend is a string that is added to another one. What may be done again is short: doubled in each step, a text would
// fill the memory.
func (g *gen) addend(d int) string {
	e := g.value("string", d)
	if g.depth <= 1 && g.fn.outer == nil || strings.HasPrefix(e, `"`) {
		return e
	}
	return "short(" + e + ")"
}

func (g *gen) boolValue(d int) string {
	switch g.n(7) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.value("bool", d), g.pick("&&", "||"), g.value("bool", d))
	case 1:
		return "!" + g.some("bool")
	case 2:
		return fmt.Sprintf("(%s %s nil)", g.variableOr(g.pick("[]int", "*record", "error", "any")), g.pick("==", "!="))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.some("string"), g.pick("==", "<", ">="), g.value("string", 0))
	case 4:
		if g.risk(25, "comparison") {
			return fmt.Sprintf("(%s == %s)", g.some("any"), g.some("any"))
		}
	}
	t := g.pick("int", "int", "uint8", "rune")
	return fmt.Sprintf("(%s %s %s)", g.some(t), g.pick("==", "!=", "<", "<=", ">", ">="), g.value(t, d))
}
