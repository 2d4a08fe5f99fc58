package trace_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

const text = `T0|fork(T1)|3
T1|acq(lock)|10
T1|w(balance)|11
T1|rel(lock)|12
T0|w(balance)|20
T0|join(T1)|4
`

// Who writes what, and where.
func Example() {
	r, err := trace.NewReader(strings.NewReader(text), "bank.std", trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	p := r.Program()
	in := map[envs.Thread]envs.FuncID{}
	err = run.Each(func(ev *envs.Event) bool {
		switch ev.Kind {
		case envs.Enter:
			in[ev.Thread] = ev.Func
		case envs.Step:
			fn := in[ev.Thread]
			if op := &p.Func(fn).Ops[ev.PC]; op.Kind == envs.Store {
				fmt.Println(p.ThreadName(ev.Thread), "writes", op.Loc.Name, "at", p.Position(envs.At(fn, ev.PC)))
			}
		}
		return true
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// T1 writes balance at bank.std:11:1
	// T0 writes balance at bank.std:20:1
}

// A text is made binary. A Writer takes the runs of any environment alike.
func ExampleWriter() {
	r, err := trace.NewReader(strings.NewReader(text), "bank.std", trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, r.Program(), map[string]string{"made by": "an example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = w.Begin(run.Name)
	for ev, failed := range run.Events() {
		if err = failed; err == nil {
			err = w.Event(&ev)
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		err = w.End(trace.RunEnd{})
	}
	if err == nil {
		err = w.Close(false)
	}
	if err != nil {
		fmt.Println(err)
		return
	}

	b, err := trace.NewReader(&file, "bank.plxt", trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err = b.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	err = run.Each(func(*envs.Event) bool { n++; return true })
	fmt.Println(string(b.Header()), run.Name, n, err)
	// Output:
	// {"made by":"an example"} bank.std 10 <nil>
}
