package taint

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/domains/hasse"
	"github.com/seed38182bad/parallax/envs"
)

// goRules are the rules for Go programs that are used if no others are given.
//
//go:embed go.rules
var goRules string

// rules say where values of which levels come from, and where they must not go.
// They are not changed once they are read.
type rules struct {
	levels   *hasse.Lattice
	elements []hasse.Element // of levels; a level is an index here, and 0 the lowest
	names    map[string]*rule
	opaque   map[string]place // packages whose functions are not looked into
}

// rule is what is said of one function, variable or field.
type rule struct {
	source  int     // the level of results, or of what is loaded; 0 if none is given
	clean   int     // the level that results have at most; 0 is one, -1 none
	params  []bound // the levels of arguments
	sinks   []bound // the levels that arguments have at most, or what is stored
	flows   []flowing
	written map[string]place
}

// bound is the level of an operand of a call: the receiver, if it is of a method, and
// then the arguments, by number from 0.
type bound struct{ operand, level int }

// flowing says that what one operand holds gets into the object of another.
type flowing struct{ from, to int }

// bind gives operand n a level, in place of another one.
func bind(bs []bound, n, level int) []bound {
	i, ok := slices.BinarySearchFunc(bs, n, func(b bound, n int) int { return b.operand - n })
	if ok {
		bs[i].level = level
		return bs
	}
	return slices.Insert(bs, i, bound{n, level})
}

// stored is the number under which a sink that is a variable or field stands.
const stored = -1

// place is where a part of a rule is written.
type place struct {
	line     int
	included bool
}

// isMethod reports whether the full name of a function is that of a method.
func isMethod(name string) bool { return strings.HasPrefix(name, "(") }

// operand is how rules call operand k of a call of name.
func operand(name string, k int) string {
	switch {
	case !isMethod(name):
		return strconv.Itoa(k)
	case k == 0:
		return "receiver"
	}
	return strconv.Itoa(k - 1)
}

// described is how reports call operand k of a call of name.
func described(name string, k int) string {
	if isMethod(name) && k == 0 {
		return "the receiver of " + name
	}
	return "argument " + operand(name, k) + " of " + name
}

// packageOf is the package in the full name of a function: "net/http" in
// "(*net/http.Request).FormValue".
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	if i := strings.IndexByte(name[slash:], '.'); i >= 0 {
		return name[:slash+i]
	}
	return ""
}

// isOpaque reports whether the rules say so of a package, or of all in a folder that
// it is in: "crypto/..." is crypto and crypto/tls.
func (r *rules) isOpaque(pkg string) bool {
	if _, ok := r.opaque[pkg]; ok {
		return true
	}
	for i := len(pkg); i > 0; i = strings.LastIndexByte(pkg[:i], '/') {
		if _, ok := r.opaque[pkg[:i]+"/..."]; ok {
			return true
		}
	}
	return false
}

// parseRules reads rules; the package comment describes them. An error joins one
// *envs.InputError for each thing that is wrong.
func parseRules(file, text string) (*rules, error) {
	p := &parser{file: file, rules: &rules{names: map[string]*rule{}, opaque: map[string]place{}}}
	p.parse(text)
	if len(p.errs) == 0 && !p.has(func(r *rule) bool { return r.source > 0 || len(r.params) > 0 }) {
		p.fail(1, 1, "there is no source, so nothing can be found: name one with  source NAME LEVEL")
	}
	if len(p.errs) == 0 && !p.has(func(r *rule) bool { return len(r.sinks) > 0 }) {
		p.fail(1, 1, "there is no sink, so nothing can be found: name one with  sink NAME(ARGUMENT) LEVEL")
	}
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.rules, nil
}

// forGo is the rules for Go.
func forGo() *rules {
	r, err := parseRules("go.rules", goRules)
	if err != nil {
		panic(err) // a test reads them
	}
	return r
}

type parser struct {
	file      string
	rules     *rules
	errs      []error
	including bool // the lines are those of another file
}

func (p *parser) fail(line, col int, format string, args ...any) {
	p.errs = append(p.errs, &envs.InputError{Pos: envs.Position{File: p.file, Line: line, Col: col},
		Message: fmt.Sprintf(format, args...)})
}

func (p *parser) has(what func(*rule) bool) bool {
	for _, r := range p.rules.names {
		if what(r) {
			return true
		}
	}
	return false
}

// parse reads the levels first, as rules may stand before them.
func (p *parser) parse(text string) {
	lines := strings.Split(text, "\n")
	diagram := make([]string, len(lines)) // the levels, each on its line
	levels, include := 0, 0
	for i, l := range lines {
		lines[i], _, _ = strings.Cut(l, "#")
		switch words := strings.Fields(lines[i]); {
		case len(words) == 0:
		case words[0] == "levels":
			if len(words) == 1 {
				p.fail(i+1, 1, "want levels and their order: levels LOW < HIGH")
				break
			}
			levels = i + 1
			diagram[i] = strings.Replace(lines[i], "levels", "", 1)
		case words[0] == "include":
			p.include(i+1, words, include)
			include = i + 1
		}
	}
	switch {
	case levels > 0 && include > 0:
		p.fail(levels, 1, "the levels are those of the file that line %d includes", include)
	case levels > 0:
		p.diagram(levels, strings.Join(diagram, "\n"))
	case include == 0:
		p.diagram(1, "none < tainted")
	}
	for i, l := range lines {
		p.line(i+1, l)
	}
}

func (p *parser) include(line int, words []string, before int) {
	switch {
	case before > 0:
		p.fail(line, 1, "line %d includes already", before)
	case p.including || len(words) != 2 || words[1] != "go":
		p.fail(line, 1, "want  include go  for the rules that come with the checker; there are no others")
	default:
		p.including = true
		p.parse(goRules)
		p.including = false
	}
}

var onLine = regexp.MustCompile(`^line (\d+): `)

func (p *parser) diagram(line int, text string) {
	l, err := hasse.Parse(text)
	if err != nil {
		message := err.Error()
		if m := onLine.FindStringSubmatch(message); m != nil {
			line, _ = strconv.Atoi(m[1])
			message = message[len(m[0]):]
		}
		p.fail(line, 1, "the levels are no lattice: %s", message)
		return
	}
	p.rules.levels, p.rules.elements = l, l.Elements()
}

// line reads a rule: a keyword, a subject and, but for a flow, a level.
func (p *parser) line(n int, text string) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] == "levels" || words[0] == "include" {
		return
	}
	if words[0] == "opaque" {
		p.packages(n, words[1:])
		return
	}
	shape := map[string]string{
		"source": "source NAME LEVEL  or  source NAME(ARGUMENTS) LEVEL", "clean": "clean NAME LEVEL",
		"sink": "sink NAME(ARGUMENTS) LEVEL  or  sink NAME LEVEL", "flow": "flow NAME(ARGUMENT -> ARGUMENT)",
	}[words[0]]
	if shape == "" {
		p.fail(n, 1+strings.Index(text, words[0]),
			"unknown rule %q: want levels, source, sink, clean, flow, opaque or include", words[0])
		return
	}
	last := words[len(words)-1]
	subject := strings.TrimSpace(strings.Replace(text, words[0], "", 1))
	if words[0] != "flow" {
		subject = strings.TrimSpace(strings.TrimSuffix(subject, last))
	}
	name, args, some := subject, "", false
	if rest, ok := strings.CutSuffix(subject, ")"); ok {
		if i := strings.LastIndexByte(rest, '('); i >= 0 {
			name, args, some = rest[:i], rest[i+1:], true
		}
	}
	if len(words) < 2 || name == "" || strings.ContainsAny(name,
		" \t") || some == (words[0] == "clean") && some || !some && words[0] == "flow" {
		p.fail(n, 1+strings.Index(text, words[0]), "want  %s", shape)
		return
	}
	col := 1 + strings.Index(text, subject)
	if words[0] == "flow" {
		from, to, ok := strings.Cut(args, "->")
		if !ok {
			p.fail(n, col, "want  %s", shape)
			return
		}
		a, b := p.operand(n, col, name, from), p.operand(n, col, name, to)
		switch {
		case a >= 0 && a == b:
			p.fail(n, col, "%s flows into itself", described(name, a))
		case a >= 0 && b >= 0:
			p.add(n, col, name, fmt.Sprintf("flow of %s(%s -> %s)", name, operand(name, a), operand(name, b)), "",
				func(r *rule) { r.flows = append(r.flows, flowing{a, b}) })
		}
		return
	}
	level, ok := p.level(n, 1+strings.LastIndex(text, last), words[0], last)
	operands := []int{}
	for _, a := range strings.Split(args, ",") {
		if some {
			k := p.operand(n, col, name, a)
			operands, ok = append(operands, k), ok && k >= 0
		}
	}
	if ok {
		p.set(n, col, words[0], name, operands, level)
	}
}

func (p *parser) packages(line int, names []string) {
	if len(names) == 0 {
		p.fail(line, 1, "want  opaque PACKAGE...")
	}
	for _, name := range names {
		if at, ok := p.rules.opaque[name]; ok && at.included == p.including {
			p.fail(line, 1, "opaque %s: line %d says that already", name, at.line)
		}
		p.rules.opaque[name] = place{line, p.including}
	}
}

// set enters a rule with a level.
func (p *parser) set(n, col int, keyword, name string, operands []int, level int) {
	switch {
	case keyword == "clean":
		p.add(n, col, name, "clean result of "+name, "result of "+name, func(r *rule) { r.clean = level })
	case keyword == "source" && len(operands) == 0:
		p.add(n, col, name, "source "+name, "result of "+name, func(r *rule) { r.source, r.clean = level, -1 })
	case len(operands) == 0:
		operands = []int{stored}
	}
	for _, k := range operands {
		of := name
		if k != stored {
			of = fmt.Sprintf("%s(%s)", name, operand(name, k))
		}
		if keyword == "source" {
			p.add(n, col, name, "source "+of, "", func(r *rule) { r.params = bind(r.params, k, level) })
		} else if keyword == "sink" {
			p.add(n, col, name, "sink "+of, "", func(r *rule) { r.sinks = bind(r.sinks, k, level) })
		}
	}
}

// add enters what, unless it is there already; of one slot there is one thing only.
// What is included makes way.
func (p *parser) add(line, col int, name, what, slot string, enter func(*rule)) {
	if slot == "" {
		slot = what
	}
	r := p.rules.names[name]
	if r == nil {
		r = &rule{clean: -1, written: map[string]place{}}
		p.rules.names[name] = r
	}
	if at, ok := r.written[slot]; ok && at.included == p.including {
		p.fail(line, col, "%s: line %d says what is to be with it already", what, at.line)
		return
	} else if ok && slot != what {
		r.source, r.clean = 0, -1
	}
	r.written[slot] = place{line, p.including}
	enter(r)
}

// operand reads the number of an argument, or receiver.
func (p *parser) operand(line, col int, name, text string) int {
	text = strings.TrimSpace(text)
	if text == "receiver" && isMethod(name) {
		return 0
	}
	k, err := strconv.ParseUint(text, 10, 8)
	if err != nil {
		p.fail(line, col, "cannot read %q for %s: want the number of an argument, from 0, or receiver (of a method)", text,
			name)
		return -1
	}
	if isMethod(name) {
		k++
	}
	return int(k)
}

// level looks a level up; one by which nothing can be found is an error.
func (p *parser) level(line, col int, keyword, name string) (int, bool) {
	if p.rules.levels == nil {
		return 0, false
	}
	e, err := p.rules.levels.Element(name)
	at := slices.Index(p.rules.elements, e)
	switch {
	case err != nil:
		p.fail(line, col, "there is no level %q: want one of %s", name, join(p.rules.elements))
	case keyword == "source" && at == 0:
		p.fail(line, col, "a source of %s, the lowest level, is none: all values have it", name)
	case keyword != "source" && e == p.rules.levels.Top():
		p.fail(line, col, "%s is the highest level: all values are at most that", name)
	default:
		return at, true
	}
	return 0, false
}

func join(elements []hasse.Element) string {
	var names []string
	for _, e := range elements {
		names = append(names, e.String())
	}
	return strings.Join(names, ", ")
}
