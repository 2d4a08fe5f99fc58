package annotate

import (
	"fmt"
	"go/ast"
	"go/format"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/examples/atomicsets"
)

// Structs are the declarations of the types that have sets or aliases, with what is inferred in comments. With them
// are the heads of the functions that are units of work. There is a file of Go for each package, without what it
// imports. Types whose declaration cannot be found stand in comments at the end.
func (s *Source) Structs() (string, error) {
	parts := map[string]*strings.Builder{}
	var pkgs, lost []string
	part := func(f *file) *strings.Builder {
		b := parts[f.pkg]
		if b == nil {
			b = &strings.Builder{}
			fmt.Fprintf(b, "package %s // %s\n", f.Name.Name, f.pkg)
			parts[f.pkg] = b
			pkgs = append(pkgs, f.pkg)
		}
		return b
	}
	all := classes(s.inf.Sets)
	for _, a := range s.inf.Aliases {
		all = append(all, a.Class)
	}
	slices.Sort(all)
	for _, class := range slices.Compact(all) {
		d, reason := s.find(class)
		if d == nil {
			lost = append(lost, class+" "+reason)
			continue
		}
		s.writeStruct(part(d.file), d, class)
	}
	units := s.unitsOf()
	var funcs []*function
	for f := range units {
		funcs = append(funcs, f)
	}
	slices.SortFunc(funcs, func(a, b *function) int { return int(a.Pos()) - int(b.Pos()) })
	for _, f := range funcs {
		b := part(f.file)
		fmt.Fprintf(b, "\n%s%s\n", comments(units[f]),
			f.file.text[s.offset(f.FuncDecl.Type.Pos()):s.offset(f.FuncDecl.Type.End())])
	}
	slices.Sort(pkgs)
	var out strings.Builder
	for i, pkg := range pkgs {
		text, err := format.Source([]byte(parts[pkg].String()))
		if err != nil {
			return "", fmt.Errorf("%s cannot be written with comments: %w; please report it", pkg, err)
		}
		if i > 0 {
			out.WriteByte('\n')
		}
		out.Write(text)
	}
	if len(lost) > 0 {
		fmt.Fprintf(&out, "\n%s", comments(lost))
	}
	return out.String(), nil
}

// comments writes each text as a comment in a line of its own.
func comments(texts []string) string {
	var b strings.Builder
	for _, t := range texts {
		fmt.Fprintf(&b, "// %s\n", t)
	}
	return b.String()
}

// writeStruct writes a type with a comment at each field that is in a set or has an alias.
func (s *Source) writeStruct(b *strings.Builder, d *declared, class string) {
	from := s.offset(d.start)
	text := d.file.text[from:s.offset(d.end)]
	var at []insertion
	var above []string
	for _, f := range d.Fields.List {
		note := strings.Join(s.about(class, f), "; ")
		if note == "" {
			continue
		}
		end, before := s.offset(f.End())-from, " // "
		if f.Comment != nil && strings.HasPrefix(f.Comment.List[0].Text, "//") {
			end, before = s.offset(f.Comment.End())-from, "; "
		}
		if f.Comment != nil && annotated(f) || end >= len(text) || text[end] != '\n' && text[end] != '\r' {
			// there is no room in its line
			above = append(above, strings.Join(namesOf(f), ", ")+": "+note)
			continue
		}
		at = append(at, insertion{end, before + note})
	}
	head := "type "
	if d.unnamed() {
		head = "// " + d.name + "\nvar _ "
	}
	fmt.Fprintf(b, "\n// %s:%d\n%s%s%s\n", d.file.name, s.fset.Position(d.start).Line, comments(above), head,
		insert(text, at))
}

// about is what is inferred of the fields that are declared together.
func (s *Source) about(class string, f *ast.Field) (notes []string) {
	pkg, _ := cutPackage(class)
	names := namesOf(f)
	for _, set := range s.inf.Sets {
		var in []string
		for _, name := range names {
			if set.Class == class && slices.Contains(set.Fields, name) {
				in = append(in, name)
			}
		}
		if in == nil {
			continue
		}
		note := "atomic set {" + strings.Join(set.Fields, ", ") + "}"
		if set.Lock != "" {
			note += " under " + set.Lock
		}
		if len(in) < len(names) {
			note = strings.Join(in, ", ") + ": " + note
		}
		notes = append(notes, note+from(set.Sides))
	}
	var choices []string
	for _, a := range s.inf.Aliases {
		if a.Class != class || !slices.Contains(names, a.Field) {
			continue
		}
		to := short(a.To, pkg) + " {" + strings.Join(a.Set, ", ") + "}" + from(a.Sides)
		if a.Choice {
			choices = append(choices, to)
		} else {
			notes = append(notes, "one with that of "+to)
		}
	}
	if choices != nil {
		notes = append(notes, "one with that of "+strings.Join(choices, " or ")+": choose, or merge them")
	}
	return notes
}

// unitsOf are the comments of the functions that are units of work.
func (s *Source) unitsOf() map[*function][]string {
	of := map[*function][]string{}
	add := func(name, class string, fields []string, more string) {
		if f := s.fn(name); f != nil {
			of[f] = append(of[f], "unit of work for "+short(class, f.file.pkg)+" {"+strings.Join(fields, ", ")+"}"+more)
		}
	}
	for _, set := range s.inf.Sets {
		for _, name := range set.Units {
			add(name, set.Class, set.Fields, from(set.Sides))
		}
	}
	for _, u := range s.inf.Units {
		add(u.Func, u.Class, u.Set, " of "+u.Param+from(u.Sides))
	}
	return of
}

// short is the name of a type in a package.
func short(class, pkg string) string {
	of, name := cutPackage(class)
	if of == pkg {
		return name
	}
	return of[strings.LastIndexByte(of, '/')+1:] + "." + name
}

// from says on which side something rests, unless several were asked and all say it.
func from(sides []atomicsets.Side) string {
	if len(sides) != 1 {
		return ""
	}
	return " (" + string(sides[0]) + " only)"
}
