package annotate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/seed38182bad/parallax/examples/atomicsets"
)

// An insertion is text to be put before a byte of a file.
type insertion struct {
	at   int
	text string
}

// Patch is a unified diff, with the names of files as git writes them. It annotates each field of a set with the set's
// lock. If a field is in several sets, all have to name that lock. leftOut are the fields and types that have a lock
// and are not annotated, each with the reason. Those that have an annotation already are not among them.
func (s *Source) Patch() (patch string, leftOut []string, err error) {
	edits := map[*file][]insertion{}
	for _, class := range classes(s.inf.Sets) {
		d, reason := s.find(class)
		if d == nil {
			if locked(s.inf.Sets, class) {
				leftOut = append(leftOut, class+" "+reason)
			}
			continue
		}
		for _, f := range d.Fields.List {
			lock, reason := s.lockOf(d, class, f)
			if reason != "" {
				leftOut = append(leftOut, fmt.Sprintf("%s:%d: %s of %s: %s", d.file.name, s.fset.Position(f.Pos()).Line,
					strings.Join(namesOf(f), ", "), d.name, reason))
			}
			if lock == "" {
				continue
			}
			at := s.offset(f.Pos())
			start := bytes.LastIndexByte(d.file.text[:at], '\n') + 1
			indent := string(d.file.text[start:at])
			edits[d.file] = append(edits[d.file], insertion{start, indent + "// +checklocks:" + lock + "\n"})
		}
	}
	var b strings.Builder
	for _, f := range s.files {
		if len(edits[f]) == 0 {
			continue
		}
		old, now := f.text, insert(f.text, edits[f])
		if was, err := format.Source(old); err == nil && bytes.Equal(was, old) {
			if now, err = format.Source(now); err != nil {
				return "", nil, fmt.Errorf("%s does not stay what it is with annotations: %w; please report it", f.name, err)
			}
		}
		b.WriteString(unified(f.name, string(old), string(now)))
	}
	return b.String(), leftOut, nil
}

// unified is the diff of a file. Where a hunk begins in what there is now is counted here. udiff forgets the lines
// between two changes of one hunk, and so is wrong about all hunks after that.
func unified(name, old, now string) string {
	d, err := udiff.ToUnifiedDiff("a/"+name, "b/"+name, old, udiff.Lines(old, now), udiff.DefaultContextLines)
	if err != nil {
		panic(err) // edits of the text itself are consistent
	}
	more := 0
	for _, h := range d.Hunks {
		h.ToLine = h.FromLine + more
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Insert:
				more++
			case udiff.Delete:
				more--
			}
		}
	}
	return d.String()
}

// classes are the types that have sets, ascending.
func classes(sets []atomicsets.Set) (list []string) {
	for _, s := range sets {
		list = append(list, s.Class)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func locked(sets []atomicsets.Set, class string) bool {
	return slices.ContainsFunc(sets, func(s atomicsets.Set) bool { return s.Class == class && s.Lock != "" })
}

// lockOf is the lock with which a field declaration is to be annotated, or why it is not although a
// set with one of its fields has a lock.
func (s *Source) lockOf(d *declared, class string, f *ast.Field) (lock, reason string) {
	names := namesOf(f)
	in, locks := 0, []string{}
	for _, name := range names {
		known := false
		for _, set := range s.inf.Sets {
			if set.Class == class && slices.Contains(set.Fields, name) {
				known = true
				locks = append(locks, set.Lock)
			}
		}
		if known {
			in++
		}
	}
	slices.Sort(locks)
	locks = slices.Compact(locks)
	switch {
	case len(locks) == 0 || len(locks) == 1 && locks[0] == "" || annotated(f):
		return "", ""
	case len(locks) > 1:
		return "", "it is in several sets, or from several sides, and not all name one lock"
	case in < len(names):
		return "", "they are declared together, and not all are in a set"
	case slices.Contains(names, locks[0]):
		return "", "the lock lies in it"
	}
	at := s.offset(f.Pos())
	start := bytes.LastIndexByte(d.file.text[:at], '\n') + 1
	if strings.TrimSpace(string(d.file.text[start:at])) != "" {
		return "", "others are declared in its line"
	}
	return locks[0], ""
}

// annotated reports whether a field has an annotation of how it is protected.
func annotated(f *ast.Field) bool {
	for _, g := range []*ast.CommentGroup{f.Doc, f.Comment} {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			if t := strings.TrimSpace(strings.TrimPrefix(c.Text, "//")); strings.HasPrefix(t, "+checklocks") ||
				strings.HasPrefix(t, "+checkatomic") {
				return true
			}
		}
	}
	return false
}

// insert makes all insertions.
func insert(text []byte, list []insertion) []byte {
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	var out []byte
	last := 0
	for _, e := range list {
		out = append(append(out, text[last:e.at]...), e.text...)
		last = e.at
	}
	return append(out, text[last:]...)
}
