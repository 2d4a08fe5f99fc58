package regen

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

var outputComment = regexp.MustCompile(`(?i)^[[:space:]]*(unordered )?output:`)

// expected is the comment that says what an example prints: the last one in it. Package testing runs no example
// without.
func (f *fileGen) expected(d *ast.FuncDecl) *ast.CommentGroup {
	if !strings.HasSuffix(f.name, "_test.go") || !strings.HasPrefix(d.Name.Name, "Example") {
		return nil
	}
	var last *ast.CommentGroup
	for _, c := range f.syntax.Comments {
		if d.Body.Pos() <= c.Pos() && c.End() <= d.Body.End() {
			last = c
		}
	}
	if last == nil || !outputComment.MatchString(last.Text()) {
		return nil
	}
	return last
}

// expected writes that comment, so that it is the last in the new text, too. A line directive is a comment and would
// become part of it. So an empty statement on the line before has the directive, and the lines of the comment count on.
func (u *unit) expected(c *ast.CommentGroup, src func(from, to token.Pos) string) string {
	file := u.fset.File(c.Pos())
	text := lastMark(c.Pos())
	if line := u.fset.PositionFor(c.Pos(), false).Line; line > 1 {
		text = lastMark(file.LineStart(line - 1))
	}
	return text + ";\n" + src(c.Pos(), c.End()) + "\n"
}
