package ir

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// What a program declares of its locks: clauses of fields and variables, and of functions. Their words
// are keywords only where they may stand.

var clauseWords = []string{"requires", "acquires", "releases", "excludes"}

// word reads a word that is a keyword here.
func (p *parser) word(w string) bool {
	if p.bad || p.tok != tIdent || p.text != w {
		return false
	}
	p.next()
	return true
}

func (p *parser) guards() (list []*guard) {
	for !p.bad && p.tok == tIdent {
		g := &guard{pos: p.pos, writes: p.word("writes")}
		if !p.word("guarded") || !p.word("by") {
			p.fail(p.pos, "expected \"guarded by\" and a lock, found %s", p.found())
			break
		}
		g.lock, g.pos = p.ident()
		list = append(list, g)
	}
	return list
}

func (p *parser) clauses() (list []*clause) {
	for !p.bad && p.tok == tIdent {
		c := &clause{word: p.text}
		if !slices.Contains(clauseWords, c.word) {
			p.fail(p.pos, "expected %s or the body of the function, found %s", strings.Join(clauseWords, ", "), p.found())
			break
		}
		p.next()
		for {
			id, at := p.ident()
			c.locks = append(c.locks, &param{at, id})
			if !p.accept(tComma) {
				break
			}
		}
		list = append(list, c)
	}
	return list
}

func (p *printer) guards(list []*guard) {
	for _, g := range list {
		if g.writes {
			p.WriteString(" writes")
		}
		p.WriteString(" guarded by " + g.lock)
	}
}

func (p *printer) clauses(list []*clause) {
	for _, c := range list {
		var names []string
		for _, l := range c.locks {
			names = append(names, l.name)
		}
		p.WriteString(" " + c.word + " " + strings.Join(names, ", "))
	}
}

// guardFields notes what guards the fields of a class.
func (d *declarer) guardFields(x *classDecl) {
	for _, f := range x.fields {
		if r := d.fields[f.name]; r != nil {
			d.guard(r.loc, f.volatile, true, f.guards)
		}
	}
}

// guardGlobal notes what guards a variable.
func (d *declarer) guardGlobal(x *globalDecl) {
	if g, ok := d.byName[x.name].(*global); ok {
		d.guard(g.loc, x.kind == volatileGlobal, false, x.guards)
	}
}

// guard notes the guards of one location. For one in an object "this" is the object.
func (d *declarer) guard(loc *envs.Loc, volatile, inObject bool, list []*guard) {
	want := "a named object"
	if inObject {
		want = "this or a named object"
	}
	for _, g := range list {
		path := d.named(g.lock)
		if path == nil && g.lock == "this" && inObject {
			path = &envs.Path{Root: envs.AtParam, Text: "this"}
		}
		if path == nil {
			d.fail(g.pos, "a guard is %s, and not %s", want, g.lock)
			continue
		}
		if loc.Declared == nil {
			loc.Declared = &envs.Declaration{Atomic: volatile}
		}
		into := &loc.Declared.Guards
		if g.writes {
			into = &loc.Declared.WriteGuards
		}
		*into = append(*into, envs.Guard{Path: path})
	}
}

// named is the path of a named object, nil if there is none of this name.
func (p *Program) named(id string) *envs.Path {
	if g, ok := p.byName[id].(*global); ok && g.kind == finalGlobal && g.isObj {
		return &envs.Path{Root: envs.AtGlobal, Global: id, Text: id}
	}
	return nil
}

// contract is what the function declares. A parameter that it assigns means no lock for good.
func (b *builder) contract() *envs.Contract {
	if len(b.d.locks) == 0 {
		return nil
	}
	c := &envs.Contract{}
	for _, clause := range b.d.locks {
		into := map[string]*[]envs.Guard{
			"requires": &c.Requires, "acquires": &c.Acquires, "releases": &c.Releases, "excludes": &c.Excludes,
		}[clause.word]
		for _, l := range clause.locks {
			path := b.p.named(l.name)
			if path == nil {
				if r := b.regs[l.name]; r != nil && r.param >= 0 {
					path = b.fixedPath(l.name, 0)
				}
			}
			if path == nil {
				b.fail(l.pos, "%s %s: want a named object, or a parameter that is not assigned", clause.word, l.name)
				continue
			}
			*into = append(*into, envs.Guard{Path: path})
		}
	}
	return c
}
