package threads

import (
	"fmt"
	"strings"
)

// A writer writes the main package. It notes in the nodes at which line each step is made.
type writer struct {
	out    []byte
	line   int
	indent int
	i      int // the scenario
	number int // of the next value that is written, or of a local variable
	lines  helperLines
}

// helperLines are where the helpers of a scenario make their steps.
type helperLines struct{ get, put, with, acquire, use int }

func newWriter() *writer {
	w := &writer{}
	w.text(`package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"drawn/baton"
)

// A handle has to be shut, and must not be used afterwards.
type handle struct{ n int }

func open() *handle { return &handle{} }

func (h *handle) use() int { h.n++; return h.n }

func (h *handle) shut() {}
`)
	return w
}

func (w *writer) text(text string) {
	for l := range strings.Lines(text) {
		w.out = append(w.out, strings.Repeat("\t", w.indent)...)
		w.out = append(w.out, l...)
		w.line++
	}
}

// put writes a line and returns its number.
func (w *writer) put(format string, args ...any) int {
	w.text(fmt.Sprintf(format, args...) + "\n")
	return w.line
}

// step writes a line between the two calls that make it a step.
func (w *writer) step(format string, args ...any) int {
	w.put("baton.Turn(t)")
	line := w.put(format, args...)
	w.put("baton.Done()")
	return line
}

func (w *writer) block(open string, body func(), end string) {
	w.put("%s", open)
	w.indent++
	body()
	w.indent--
	w.put("%s", end)
}

func (w *writer) main(scenarios int) {
	w.block("func main() {", func() {
		for i := range scenarios {
			w.put("scenario%d()", i)
		}
	}, "}")
}

func (w *writer) scenario(g *gen) {
	w.i = g.number
	w.text(fmt.Sprintf(`
type object%[1]d struct {
	rw       sync.RWMutex
	mu       sync.Mutex
	x, y     int
	a        []int
	at       atomic.Int64
	buffered chan int
	direct   chan int
}

var (
	g%[1]d int
	m%[1]d sync.Mutex
)
`, w.i))
	w.block(fmt.Sprintf("func scenario%d() {", w.i), func() {
		w.put("s := &object%d{a: make([]int, 3), buffered: make(chan int, 2), direct: make(chan int)}", w.i)
		w.put("var local int")
		w.put("baton.Start(%d)", w.i)
		w.put("n := s.t0(0, &local)")
		w.put(`fmt.Println("scenario", %d, n, s.x, s.y, s.a, s.at.Load(), g%d, local, len(s.buffered))`, w.i, w.i)
	}, "}")
	w.helpers()
	for _, f := range g.functions {
		w.function(f)
	}
	for _, f := range g.threads {
		w.function(f)
	}
}

func (w *writer) helpers() {
	head := func(text string) { w.put("\nfunc "+text+" {", w.i); w.indent++ }
	end := func() { w.indent--; w.put("}") }
	head("get%d(p *int) int")
	w.lines.get = w.put("return *p")
	end()
	head("put%d(p *int, v int)")
	w.lines.put = w.put("*p = v")
	end()
	head("with%d(t int, l sync.Locker, f func())")
	w.lines.with = w.step("l.Lock()")
	w.put("f()")
	w.step("l.Unlock()")
	end()
	head("acquire%d(t int, l sync.Locker) func()")
	w.lines.acquire = w.step("l.Lock()")
	w.put("return l.Unlock")
	end()
	head("recovering%d(f func())")
	w.put("defer func() { recover() }()")
	w.put("f()")
	end()
	head("open%d() *handle")
	w.put("return open()")
	end()
	head("use%d(h *handle) int")
	w.lines.use = w.put("return h.use()")
	end()
}

func (w *writer) function(f *function) {
	w.put("")
	w.block(fmt.Sprintf("func (s *object%d) %s(t int, c *int) (n int) {", w.i, f.name), func() {
		w.nodes(f.body)
		if f.throws {
			w.block("if t%2 == 1 {", func() { w.put(`panic("thrown")`) }, "}")
		}
		w.put("return n")
	}, "}")
}

func (w *writer) nodes(list []*node) {
	for _, n := range list {
		w.node(n)
	}
}

func (w *writer) node(n *node) {
	switch n.op {
	case Read, Write:
		w.access(n)
	case Load:
		n.line = w.step("n += int(s.at.Load())")
	case Store:
		w.number++
		n.line = w.step("s.at.Store(%d)", w.number)
	case Add:
		n.line = w.step("n += int(s.at.Add(1))")
	case Send:
		w.number++
		if c := channels[n.object]; c.size == 0 {
			w.put("baton.Turn(t)")
			w.put("baton.Done()") // who receives makes the next step
			n.line = w.put("%s <- %d", c.path, w.number)
		} else {
			n.line = w.step("%s <- %d", c.path, w.number)
		}
	case Receive:
		n.line = w.step("n += <-%s", channels[n.object].path)
	case Fork:
		w.fork(n)
	case Join:
		if n.form == "done" {
			n.line = w.step("<-done%d", n.thread)
		} else {
			n.line = w.step("group%d.Wait()", n.thread)
		}
	case call:
		do := fmt.Sprintf("n += s.%s(t, c)", n.fn.name)
		if n.form == "recovering" {
			do = fmt.Sprintf("recovering%d(func() { %s })", w.i, do)
		}
		n.line = w.put("%s", do)
	case loop:
		w.block("for range 2 {", func() { w.nodes(n.body) }, "}")
	case branch:
		w.block(fmt.Sprintf("if t == %d {", n.thread), func() { w.nodes(n.body) }, "}")
	case handle:
		w.handle(n)
	default:
		w.section(n)
	}
}

func (w *writer) path(n *node) string {
	path := variables[n.object].path
	if strings.Contains(path, "%d") {
		return fmt.Sprintf(path, w.i)
	}
	return path
}

func (w *writer) access(n *node) {
	path := w.path(n)
	w.number++
	address := strings.TrimPrefix("&"+path, "&*")
	switch {
	case n.form == "helper" && n.op == Read:
		w.step("n += get%d(%s)", w.i, address)
		n.line = w.lines.get
	case n.form == "helper":
		w.step("put%d(%s, %d)", w.i, address, w.number)
		n.line = w.lines.put
	case n.form == "pointer":
		p := fmt.Sprintf("p%d", w.number)
		w.put("%s := %s", p, address)
		n.line = w.direct(n, "*"+p)
	default:
		n.line = w.direct(n, path)
	}
}

func (w *writer) direct(n *node, path string) int {
	if n.op == Read {
		return w.step("n += %s", path)
	}
	return w.step("%s = %d", path, w.number)
}

func (w *writer) fork(n *node) {
	run := fmt.Sprintf("s.%s(%d, c)", n.fn.name, n.thread)
	switch n.form {
	case "go":
		w.put("var group%d sync.WaitGroup", n.thread)
		w.put("group%d.Add(1)", n.thread)
		n.line = w.step("go func() { defer group%d.Done(); %s }()", n.thread, run)
	case "wg.Go":
		w.put("var group%d sync.WaitGroup", n.thread)
		n.line = w.step("group%d.Go(func() { %s })", n.thread, run)
	case "done":
		w.put("done%d := make(chan struct{})", n.thread)
		n.line = w.step("go func() { %s; close(done%d) }()", run, n.thread)
	}
}

func (w *writer) handle(n *node) {
	w.number++
	h := fmt.Sprintf("h%d", w.number)
	if n.form == "returned" {
		n.line = w.put("%s := open%d()", h, w.i)
	} else {
		n.line = w.put("%s := open()", h)
	}
	for _, do := range n.body {
		switch {
		case do.op == Shut:
			do.line = w.put("%s.shut()", h)
		case n.form == "passed":
			w.put("n += use%d(%s)", w.i, h)
			do.line = w.lines.use
		default:
			do.line = w.put("n += %s.use()", h)
		}
	}
	if len(n.body) == 0 {
		w.put("_ = %s", h)
	}
}

func (w *writer) section(n *node) {
	path := locks[n.object].path
	if strings.Contains(path, "%d") {
		path = fmt.Sprintf(path, w.i)
	}
	take, give, locker := path+".Lock()", path+".Unlock()", "&"+path
	if n.op == RLock {
		take, give, locker = path+".RLock()", path+".RUnlock()", path+".RLocker()"
	}
	body := func() { w.nodes(n.body) }
	switch {
	case n.op == TryLock:
		w.put("baton.Turn(t)")
		n.line = w.line + 1
		w.block("if "+path+".TryLock() {", func() {
			w.put("baton.Done()")
			body()
			w.put("baton.Turn(t)")
			n.end = w.put("%s", give)
		}, "}")
		w.put("baton.Done()")
	case n.form == "plain":
		n.line = w.step("%s", take)
		body()
		n.end = w.step("%s", give)
	case n.form == "defer":
		w.block("n += func() (n int) {", func() {
			n.line = w.step("%s", take)
			w.put("defer baton.Done()")
			n.end = w.put("defer %s", give)
			w.put("defer baton.Turn(t)")
			body()
			w.put("return n")
		}, "}()")
	case n.form == "function":
		n.line = w.lines.with
		w.block(fmt.Sprintf("with%d(t, %s, func() {", w.i, locker), body, "})")
	default: // a method value
		w.number++
		release := fmt.Sprintf("release%d", w.number)
		w.put("%s := acquire%d(t, %s)", release, w.i, locker)
		n.line = w.lines.acquire
		body()
		n.end = w.step("%s()", release)
	}
}
