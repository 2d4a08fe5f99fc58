package loading

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A branch on a variable, as in "if ok", has no place in SSA. Its only operand stands for where the variable got its
// value, which may be lines away. What the source says of conditions is noted before the syntax is dropped, and the
// branches are put beside it in the order of the source.

// condition is a part of the condition of an if or for that is decided by itself: an operand of && and ||.
type condition struct {
	at, end   token.Pos
	variable  bool // it is the name of a variable, perhaps negated
	then, fin token.Pos
}

// noteConditions notes the conditions of all functions that branch on variables.
func (p *Program) noteConditions() {
	p.ifs = make(map[*ssa.Function][]condition)
	p.WrittenAll(func(fn *ssa.Function) {
		var cs conditions
		if body := bodyOf(fn); body != nil {
			ast.Inspect(body, cs.note)
		}
		if slices.ContainsFunc(cs, func(c condition) bool { return c.variable }) {
			p.ifs[fn] = slices.Clip(cs)
		}
	})
}

type conditions []condition

// note adds the conditions of a statement. It goes into no expressions: function literals are functions of their own.
func (cs *conditions) note(n ast.Node) bool {
	switch n := n.(type) {
	case ast.Expr:
		return false
	case *ast.IfStmt:
		cs.expr(n.Cond, n.Body)
	case *ast.ForStmt:
		cs.expr(n.Cond, n.Body)
	}
	return true
}

func (cs *conditions) expr(e ast.Expr, body *ast.BlockStmt) {
	switch x := e.(type) {
	case nil:
		return
	case *ast.ParenExpr:
		cs.expr(x.X, body)
		return
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			cs.expr(x.X, body)
			return
		}
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			cs.expr(x.X, body)
			cs.expr(x.Y, body)
			return
		}
	}
	_, variable := e.(*ast.Ident)
	*cs = append(*cs, condition{e.Pos(), e.End(), variable, body.Pos(), body.End()})
}

// Branches gives a place to each branch of fn on a variable.
func (p *Program) Branches(fn *ssa.Function) map[*ssa.If]token.Pos {
	written := fn
	if o := fn.Origin(); o != nil {
		written = o
	}
	left := slices.Clone(p.ifs[written])
	if len(left) == 0 {
		return nil
	}
	places := make(map[*ssa.If]token.Pos)
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !slices.ContainsFunc(b.Succs, ofCondition) {
			continue
		}
		if i := matching(left, b, branch.Cond.Pos()); i >= 0 {
			if left[i].variable {
				places[branch] = left[i].at
			}
			left = slices.Delete(left, i, i+1)
		}
	}
	return places
}

// ofCondition reports whether the builder made a block for an if, for, && or ||.
func ofCondition(b *ssa.BasicBlock) bool {
	kind, _, _ := strings.Cut(b.Comment, ".")
	return kind == "if" || kind == "for" || kind == "cond"
}

// matching is the index of the condition that the branch at the end of b decides, on a value that has the place pos. It
// is -1 if that is not certain.
func matching(conds []condition, b *ssa.BasicBlock, pos token.Pos) int {
	if i := slices.IndexFunc(conds, func(c condition) bool { return c.at <= pos && pos < c.end }); i >= 0 {
		return i
	}
	// What control passes before the branch stands before the condition.
	after := token.NoPos
	for _, i := range b.Instrs[:len(b.Instrs)-1] {
		after = max(after, i.Pos())
	}
	if after.IsValid() {
		i := slices.IndexFunc(conds, func(c condition) bool { return c.at > after })
		if i >= 0 && conds[i].variable {
			return i
		}
		return -1
	}
	// A branch alone in its block: where it leads tells whose body that is.
	for _, s := range b.Succs {
		at := token.NoPos
		for _, i := range s.Instrs {
			if at = i.Pos(); at.IsValid() {
				break
			}
		}
		if i := slices.IndexFunc(conds, func(c condition) bool {
			return c.variable && c.at > pos && c.then <= at && at < c.fin
		}); i >= 0 {
			return i
		}
	}
	return -1
}
