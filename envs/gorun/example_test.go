package gorun_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// What a program does with its locks, operation by operation.
func ExamplePrepare() {
	ctx, dir := context.Background(), "testdata/program"
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, KeepSyntax: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := gorun.Prepare(ctx, prog, gorun.Config{Dir: dir, Args: []string{"exit"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	s := b.Session(ctx)
	var stack []*envs.Func
	for ev, err := range s.Events() {
		if err != nil {
			fmt.Println(err)
			return
		}
		switch ev.Kind {
		case envs.Enter:
			stack = append(stack, prog.Func(ev.Func))
		case envs.Leave:
			stack = stack[:len(stack)-1]
		case envs.Step:
			fn := stack[len(stack)-1]
			if op := &fn.Ops[ev.PC]; op.Kind == envs.Acquire || op.Kind == envs.Release {
				fmt.Printf("%s: %s: %s %s\n", prog.Position(envs.At(fn.ID, ev.PC)), fn.Name, op.Kind, op.Path)
			}
		}
	}
	fmt.Println(s.Wait())
	// Output:
	// main.go:18:11: (*example.org/program.account).deposit: acquire a.mu
	// main.go:20:13: (*example.org/program.account).deposit: release a.mu
	// main.go:22:11: (*example.org/program.account).deposit: acquire a.mu
	// main.go:24:13: (*example.org/program.account).deposit: release a.mu
	// 3 example.org/program ended with exit status 3
}
