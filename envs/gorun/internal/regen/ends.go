package regen

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// terminator writes the end of a block. alone says that no labelled block stands in the same Go scope.
func (g *body) terminator(b *ssa.BasicBlock, in ssa.Instruction, next *ssa.BasicBlock, alone bool) {
	switch in := in.(type) {
	case *ssa.Jump:
		g.edge(b, b.Succs[0], next, alone)
	case *ssa.Return:
		g.returning(in)
	case *ssa.Panic:
		g.probeBefore(in)
		g.stmt(in.Pos(), g.universe("panic")+"("+g.expr(in.X)+")")
	case *ssa.If:
		g.probeBefore(in)
		g.branch(b, in, next, alone)
	default:
		giveUp("block ends in %T", in)
	}
}

func (g *body) branch(b *ssa.BasicBlock, in *ssa.If, next *ssa.BasicBlock, alone bool) {
	cond := g.header(in.Cond)
	pos := in.Pos()
	if !pos.IsValid() {
		pos = valuePos(in.Cond)
	}
	yes := g.aside(func() { g.edge(b, b.Succs[0], next, true) })
	start := len(g.out)
	if yes == "" {
		g.stmt(pos, "if "+negated(cond)+" {")
		body := len(g.out)
		g.edge(b, b.Succs[1], next, true)
		if len(g.out) == body {
			g.out = g.out[:start]
			g.stmt(pos, "_ = "+cond) // a name in it counts as read
			return
		}
		g.raw("}\n")
		return
	}
	g.stmt(pos, "if "+cond+" {")
	g.raw(yes)
	if alone && endsInJump(yes) {
		g.raw("}\n")
		g.edge(b, b.Succs[1], next, true)
		return
	}
	g.raw("} else {\n")
	body := len(g.out)
	g.edge(b, b.Succs[1], next, true)
	if len(g.out) == body {
		g.out = g.out[:body-len("} else {\n")]
	}
	g.raw("}\n")
}

// header writes v in the head of a statement, where a brace begins the body.
func (g *body) header(v ssa.Value) string {
	text := g.expr(v)
	if strings.Contains(text, "{") {
		return "(" + text + ")"
	}
	return text
}

// aside writes to a separate text.
func (g *body) aside(f func()) string {
	saved, line := g.out, g.line
	g.out = nil
	f()
	text := string(g.out)
	g.out, g.line = saved, line
	return text
}

func negated(cond string) string {
	if strings.HasPrefix(cond, "!") && isWord(cond[1:]) {
		return cond[1:]
	}
	if isWord(cond) {
		return "!" + cond
	}
	return "!(" + cond + ")"
}

func isWord(s string) bool {
	for _, c := range s {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != ""
}

// endsInJump reports whether the last statement of a text transfers control elsewhere, judged by its first word.
func endsInJump(text string) bool {
	text = strings.TrimSuffix(text, "\n")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	for strings.HasPrefix(line, string(markLine)) {
		line = line[strings.IndexByte(line, markEnd)+1:]
	}
	word, _, _ := strings.Cut(line, " ")
	return word == "return" || word == "goto" || word == "continue" || strings.HasPrefix(line, "panic(")
}

func (g *body) returning(in *ssa.Return) {
	g.probeReturn(in)
	pos := in.Pos()
	if !pos.IsValid() {
		pos = g.end() // there is no statement
	}
	if len(g.res) > 0 {
		g.stmt(pos, "return")
		return
	}
	var r []string
	for _, x := range in.Results {
		r = append(r, g.expr(x))
	}
	g.stmt(pos, strings.TrimSpace("return "+strings.Join(r, ", ")))
}
