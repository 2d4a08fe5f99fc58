package lineartest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// An operation is a call that has been made, or is being made.
type operation struct {
	call
	of            *Command
	args          []reflect.Value
	results       []any
	part          int           // of the program: 0 is before, then its threads
	called, ended time.Duration // since the history began
	over          bool          // it has returned
}

// A history is what has become of the calls of a program.
type history struct {
	begin time.Time
	parts [][]*operation
	// boundary is accessed where calls begin and end. So the schedule decides between a call's end and the next one's
	// beginning, and strategies that leave out schedules know that the order of calls matters.
	boundary atomic.Int64
	tell     func(event) // what happens, as it happens; nil if nobody asks
}

// An event is the beginning or the end of a call.
type event struct {
	Part int    `json:"part"`
	End  bool   `json:"end"`
	Text string `json:"text"`
}

func (o *operation) String() string {
	return o.of.name + "(" + showAll(o.args, func(v reflect.Value) any { return v.Interface() }) + ")"
}

func (o *operation) returned() string { return "= " + showAll(o.results, func(v any) any { return v }) }

// perform makes the calls of a program on a new object.
func (p program) perform(tb testing.TB, f func(*T), tell func(event)) (*history, error) {
	t, err := object(tb, f, p.draws)
	if err != nil {
		return nil, err
	}
	defer t.cleanup()
	h := &history{begin: time.Now(), tell: tell}
	for part, calls := range p.parts() {
		var list []*operation
		for _, c := range *calls {
			o := &operation{call: c, of: t.command(c.command), part: part}
			if o.of == nil {
				return nil, fmt.Errorf("lineartest: the program calls %s, and there is no such command", c.command)
			}
			if o.args, err = o.of.arguments(c.args); err != nil {
				return nil, err
			}
			list = append(list, o)
		}
		h.parts = append(h.parts, list)
	}
	last := len(h.parts) - 1
	h.sequence(h.parts[0])
	var threads sync.WaitGroup
	for _, list := range h.parts[1:last] {
		threads.Go(func() { h.sequence(list) })
	}
	threads.Wait()
	h.sequence(h.parts[last])
	for _, o := range h.operations() {
		if !o.over {
			return nil, fmt.Errorf("lineartest: %v has ended its goroutine, and returned nothing", o)
		}
	}
	return h, nil
}

// sequence makes calls one after the other.
func (h *history) sequence(list []*operation) {
	for _, o := range list {
		h.boundary.Load()
		if h.tell != nil {
			h.tell(event{Part: o.part, Text: o.String()})
		}
		o.called = time.Since(h.begin)
		results := o.of.do.Call(o.args)
		o.ended, o.over = time.Since(h.begin), true
		o.results = interfaces(results)
		if h.tell != nil {
			h.tell(event{Part: o.part, End: true, Text: o.returned()})
		}
		h.boundary.Add(1)
	}
}

// operations are all calls.
func (h *history) operations() []*operation { return slices.Concat(h.parts...) }

// events are the beginnings and ends of calls, in their order.
func (h *history) events() (list []event) {
	type timed struct {
		event
		at time.Duration
	}
	var all []timed
	for _, o := range h.operations() {
		all = append(all, timed{event{Part: o.part, Text: o.String()}, o.called},
			timed{event{Part: o.part, End: true, Text: o.returned()}, o.ended})
	}
	slices.SortStableFunc(all, func(a, b timed) int { return int(a.at - b.at) })
	for _, e := range all {
		list = append(list, e.event)
	}
	return list
}

// table writes events in the order of time: those of threads side by side.
func table(events []event, threads int) string {
	width := make([]int, threads+1)
	for i := 1; i <= threads; i++ {
		width[i] = len("thread 0")
	}
	open := map[int]string{}
	type row struct {
		part int
		text string
	}
	var rows []row
	for i := 0; i < len(events); i++ {
		e := events[i]
		text := e.Text
		switch {
		case !e.End && i+1 < len(events) && events[i+1].Part == e.Part && events[i+1].End: // nobody else comes between
			text += " " + events[i+1].Text
			i++
		case e.End:
			text = "... " + open[e.Part] + " " + text
		default:
			open[e.Part] = name(text)
			text += " ..."
		}
		text = strings.TrimSuffix(text, " = ")
		rows = append(rows, row{e.Part, text})
		if e.Part >= 1 && e.Part <= threads {
			width[e.Part] = max(width[e.Part], len(text))
		}
	}
	var b strings.Builder
	line := func(label string, cells ...string) {
		fmt.Fprintf(&b, "%-8s", label)
		for i, c := range cells {
			w := 0
			if i+1 < len(width) {
				w = width[i+1]
			}
			fmt.Fprintf(&b, "%-*s", w+2, c)
		}
		text := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(text + "\n")
	}
	headed := false
	for _, r := range rows {
		switch {
		case r.part == 0:
			line("before", r.text)
		case r.part > threads:
			line("after", r.text)
		default:
			cells := make([]string, threads)
			if !headed {
				headed = true
				for i := range cells {
					cells[i] = fmt.Sprint("thread ", i+1)
				}
				line("", cells...)
				clear(cells)
			}
			cells[r.part-1] = r.text
			line("", cells...)
		}
	}
	return b.String()
}

// name is that of the command in the text of a call.
func name(text string) string {
	name, _, _ := strings.Cut(text, "(")
	return name
}
