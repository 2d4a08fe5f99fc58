package typestate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
)

// A Property is an automaton and what in a program its events are. The package
// comment describes the text that Parse reads.
type Property struct {
	name   string
	domain automaton.Domain
	calls  map[string][]binding    // by the callee's full name, or its beginning up to the dot and a *
	ops    map[envs.Kind][]binding // operations that are events
	parts  map[string]bool         // fields whose contents count as the object
	// after[e] is the state of any object to which e has happened without an error,
	// if there is one such state, and errors are possible in it.
	after []automaton.Set
	// stable are the states that no event leaves, but for errors.
	stable automaton.Set
	// zero is the state of nil, if objects are made by an operation: the initial one.
	zero automaton.Set
}

// role says what a call is for a property.
type role uint8

const (
	happens role = iota // an event
	makes               // it makes an object
	borrows             // it leaves the object as it is, and keeps nothing
)

// A binding says what an operation is for a property.
type binding struct {
	role   role
	event  automaton.Event
	result bool       // the object is a result, otherwise an operand
	index  int        // which
	unless int        // of makes: the result that is nil if there is an object; -1 if none
	sided  bool       // of operations on locks: only those with the flags in side
	side   envs.Flags // Shared, or none
	line   int        // where the text has it
}

// Name is the name of the property.
func (p *Property) Name() string { return p.name }

// Parse reads a property from the text of a file. The error joins a
// *envs.InputError for each thing that is wrong.
func Parse(file, text string) (*Property, error) {
	r := reader{file: file, p: &Property{
		calls: map[string][]binding{}, ops: map[envs.Kind][]binding{}, parts: map[string]bool{},
	}}
	// The automaton has lines of its own. The others are left empty in its text, so
	// that its errors have the right lines.
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) > 0 && slices.Contains([]string{"new", "on", "part", "borrow"}, words[0]) && !(len(words) > 1 &&
			words[1] == "->") {
			r.lines = append(r.lines, bound{i + 1, words[0], strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line),
				words[0]))})
			lines[i] = ""
		}
	}
	r.text = lines
	a, err := automaton.Parse(strings.Join(lines, "\n"))
	r.automaton(err)
	if a != nil {
		r.p.name, r.p.domain = a.Name(), a.Domain()
	}
	for _, b := range r.lines {
		r.line(b, a)
	}
	if a != nil {
		r.complete(a)
	}
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(x, y *envs.InputError) int { return cmp.Compare(x.Pos.Line, y.Pos.Line) })
		all := make([]error, len(r.problems))
		for i, e := range r.problems {
			all[i] = e
		}
		return nil, errors.Join(all...)
	}
	r.p.derive()
	return r.p, nil
}

// bound is a line that binds something.
type bound struct {
	line       int
	word, rest string
}

type reader struct {
	file     string
	text     []string // the lines of the automaton
	p        *Property
	lines    []bound
	problems []*envs.InputError
}

func (r *reader) wrong(line int, format string, args ...any) {
	r.problems = append(r.problems, &envs.InputError{
		Pos: envs.Position{File: r.file, Line: max(line, 1), Col: 1}, Message: fmt.Sprintf(format, args...),
	})
}

// automaton takes over what is wrong with the automaton.
func (r *reader) automaton(err error) {
	if err == nil {
		return
	}
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, e := range all {
		at, rest, ok := strings.Cut(strings.TrimPrefix(e.Error(), "line "), ": ")
		n, bad := strconv.Atoi(at)
		if !ok || bad != nil {
			n, rest = 1, e.Error()
		}
		r.wrong(n, "%s", rest)
	}
}

// line reads a binding; a is nil if the automaton is wrong.
func (r *reader) line(b bound, a *automaton.Automaton) {
	parts := strings.Split(b.rest, ":")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	switch b.word {
	case "part":
		for _, name := range r.names(b.line, b.rest, "field") {
			r.p.parts[name] = true
		}
	case "borrow":
		for _, name := range r.names(b.line, b.rest, "call") {
			r.call(name, binding{role: borrows, line: b.line})
		}
	case "new":
		if len(parts) > 2 {
			r.wrong(b.line, "cannot read %q: want new CALL, CALL: result N if result M is nil", "new "+b.rest)
			return
		}
		made := binding{role: makes, result: true, unless: -1, line: b.line}
		if len(parts) == 2 && !r.made(parts[1], &made) {
			r.wrong(b.line, "cannot read %q: want result N, or result N if result M is nil", parts[1])
		}
		for _, name := range r.names(b.line, parts[0], "call") {
			r.call(name, made)
		}
	case "on":
		if len(parts) < 2 || len(parts) > 3 {
			r.wrong(b.line, "cannot read %q: want on EVENT: CALL, CALL: receiver", "on "+b.rest)
			return
		}
		e := automaton.Event(-1)
		if a != nil {
			var ok bool
			if e, ok = a.Event(parts[0]); !ok {
				e = -1
				r.wrong(b.line, "event %q is not declared", parts[0])
			}
		}
		r.event(b.line, e, parts[1:])
	}
}

// made reads "result N if result M is nil".
func (r *reader) made(text string, b *binding) bool {
	words := strings.Fields(text)
	if len(words) != 2 && len(words) != 7 || words[0] != "result" {
		return false
	}
	var err error
	if b.index, err = number(words[1]); err != nil || len(words) == 2 {
		return err == nil
	}
	b.unless, err = number(words[4])
	return err == nil && b.unless != b.index && words[2]+words[3]+words[5]+words[6] == "ifresultisnil"
}

// number is a number of an argument or result.
func number(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 8)
	return int(n), err
}

var operations = map[string]envs.Kind{
	"make": envs.New, "close": envs.Close, "send": envs.Send, "receive": envs.Receive,
	"acquire": envs.Acquire, "release": envs.Release,
}

// event binds an event to calls or to an operation.
func (r *reader) event(line int, e automaton.Event, parts []string) {
	if words := strings.Fields(parts[0]); len(words) > 0 && words[0] == "operation" {
		r.operation(line, e, parts, words)
		return
	}
	for _, name := range r.names(line, parts[0], "call") {
		b := binding{event: e, line: line}
		if len(parts) == 2 && !b.operand(strings.Fields(parts[1]), strings.HasPrefix(name, "(")) {
			r.wrong(line, "cannot read %q for %s: want receiver (of a method), argument N or result N", parts[1], name)
			continue
		}
		r.call(name, b)
	}
}

// operation binds an event to an operation.
func (r *reader) operation(line int, e automaton.Event, parts, words []string) {
	b := binding{event: e, line: line}
	var kind envs.Kind
	if len(words) > 1 {
		kind = operations[words[1]]
		b.result = kind == envs.New
	}
	ok := len(words) == 2
	if len(words) == 3 && (kind == envs.Acquire || kind == envs.Release) {
		b.sided = true
		ok = words[2] == "shared" || words[2] == "exclusive"
		if words[2] == "shared" {
			b.side = envs.Shared
		}
	}
	if !ok || len(parts) != 1 || kind == envs.Nop {
		const want = "operation make, close, send, receive, acquire or release, the last two perhaps with shared or exclusive"
		r.wrong(line, "cannot read %q: want %s", strings.Join(parts, ": "), want)
		return
	}
	for _, old := range r.p.ops[kind] {
		if !old.sided || !b.sided || old.side == b.side {
			r.wrong(line, "operation %s is bound already: line %d has it", words[1], old.line)
			return
		}
	}
	r.p.ops[kind] = append(r.p.ops[kind], b)
}

// operand reads which operand of a call, or of a call of a method, has the object.
func (b *binding) operand(words []string, method bool) bool {
	var err error
	switch {
	case len(words) == 1 && words[0] == "receiver" && method:
		return true
	case len(words) == 2 && words[0] == "argument":
		if b.index, err = number(words[1]); method {
			b.index++
		}
	case len(words) == 2 && words[0] == "result":
		b.result = true
		b.index, err = number(words[1])
	default:
		return false
	}
	return err == nil
}

// names reads names between commas.
func (r *reader) names(line int, list, what string) []string {
	var names []string
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if at := strings.IndexByte(name, '*'); name == "" || strings.ContainsAny(name, " \t") ||
			what == "call" && at >= 0 && at == len(name)-1 && !strings.HasSuffix(name, ".*") {
			r.wrong(line, "%q is no name of a %s: want the full name, as in (*os.File).Close, os.Open, "+
				"net/http.Response.Body, or (*os.File).* for all methods", name, what)
			continue
		}
		names = append(names, name)
	}
	return names
}

func (r *reader) call(name string, b binding) {
	for _, old := range r.p.calls[name] {
		if old.result == b.result && old.index == b.index || old.role == borrows || b.role == borrows {
			r.wrong(b.line, "%s is bound already: line %d has it", name, old.line)
			return
		}
	}
	r.p.calls[name] = append(r.p.calls[name], b)
}

// complete says what is declared and can never happen.
func (r *reader) complete(a *automaton.Automaton) {
	used := map[automaton.Event]bool{}
	made := false
	for _, bs := range r.p.ops {
		for _, b := range bs {
			used[b.event] = true
		}
	}
	for _, bs := range r.p.calls {
		for _, b := range bs {
			used[b.event] = used[b.event] || b.role == happens
			made = made || b.role == makes
		}
	}
	for i, name := range a.Events() {
		if !used[automaton.Event(i)] {
			r.wrong(r.declared("events", name), "event %q happens nowhere: want a line on %s: CALL", name, name)
		}
	}
	for _, s := range a.States() {
		if s.Role == automaton.Leak && !made {
			r.wrong(r.declared("state", s.Name), "state %q is a leak, but no object is made: want a line new CALL", s.Name)
		}
	}
}

// declared is the line that begins with a word and has a name in it.
func (r *reader) declared(word, name string) int {
	for i, line := range r.text {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 && words[0] == word && slices.Contains(words[1:], name) {
			return i + 1
		}
	}
	return 1
}

// derive computes what follows from the automaton.
func (p *Property) derive() {
	d := p.domain
	events := d.Automaton().Events()
	p.stable, p.zero = d.Bottom(), d.Bottom()
	if len(p.ops[envs.New]) > 0 {
		p.zero = d.Initial()
	}
	risky := d.Bottom()
	for _, s := range d.Automaton().States() {
		one, err := d.Of(s.Name)
		if err != nil || s.Role == automaton.Error {
			continue
		}
		stays := true
		for e := range events {
			stays = stays && d.Leq(d.Live(d.Step(one, automaton.Event(e))), one)
			if d.Check(one, automaton.Event(e)).May {
				risky = d.Join(risky, one)
			}
		}
		if stays {
			p.stable = d.Join(p.stable, one)
		}
	}
	for e := range events {
		after := d.Live(d.Step(d.Live(d.Top()), automaton.Event(e)))
		if after.Len() != 1 || !d.Leq(after, risky) {
			after = d.Bottom()
		}
		p.after = append(p.after, after)
	}
}

// bindings are what an operation is for the property; name is the full name of what
// it calls.
func (p *Property) bindings(op *envs.Op, name string) []binding {
	if name != "" {
		if bs := p.calls[name]; bs != nil {
			return bs
		}
		return p.calls[name[:strings.LastIndexByte(name, '.')+1]+"*"]
	}
	for i := range p.ops[op.Kind] {
		if b := &p.ops[op.Kind][i]; !b.sided || op.Flags&envs.Shared == b.side {
			return p.ops[op.Kind][i : i+1]
		}
	}
	return nil
}

func (p *Property) eventName(e automaton.Event) string { return p.domain.Automaton().Events()[e] }

// use is the index in op.Uses of a binding's operand.
func (b *binding) use(op *envs.Op) int {
	if op.Callee == nil {
		return 0
	}
	return op.Callee.FirstArg + b.index
}

// object is a fact that says on which object an event is, if it has a name.
func (b *binding) object(op *envs.Op) (fact, bool) {
	if op.Kind == envs.Acquire || op.Kind == envs.Release {
		return fact{lock: op.Path}, op.Path != nil
	}
	var r envs.Reg
	if b.result {
		r = op.Dst + envs.Reg(b.index)
		return fact{regs: []envs.Reg{r}}, op.Defines(r)
	}
	if i := b.use(op); i < len(op.Uses) {
		r = op.Uses[i]
	}
	return fact{regs: []envs.Reg{r}}, r != 0
}
