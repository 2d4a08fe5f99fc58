package hasse

import (
	"fmt"
	"strings"
)

// Parse reads a diagram. A line says what lies below what:
//
//	public < user, config < secret   # a comment
//
// The elements between two signs lie above each of those before the first and
// below each of those after the second. A line without a sign only names
// elements. An element is what a line mentions; its name has no space in it and
// none of < , #. Errors tell the line, or the lines on which the elements are
// mentioned first, and are otherwise those of New.
func Parse(text string) (*Lattice, error) {
	var d diagram
	known := map[string]bool{}
	line := 0
	for content := range strings.Lines(text) {
		line++
		content, _, _ = strings.Cut(content, "#")
		if strings.TrimSpace(content) == "" {
			continue
		}
		var lower []string
		for group := range strings.SplitSeq(content, "<") {
			var names []string
			for name := range strings.SplitSeq(group, ",") {
				name = strings.TrimSpace(name)
				if err := checkName(name); err != nil {
					return nil, fmt.Errorf("line %d: %w", line, err)
				}
				names = append(names, name)
				if !known[name] {
					known[name] = true
					d.elements = append(d.elements, name)
					d.elementLines = append(d.elementLines, line)
				}
				for _, low := range lower {
					d.edges = append(d.edges, Edge{low, name})
					d.edgeLines = append(d.edgeLines, line)
				}
			}
			lower = names
		}
	}
	return build(d)
}
