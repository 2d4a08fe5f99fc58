package gosrc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
)

// A method that is not exported is only implemented where the interface is declared, however many other packages have
// one of that name.
func TestMethodsOfPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	files := map[string]string{"p/p.go": `package p

type runner interface{ run() }
type task struct{ n int }
func (t *task) run() { t.n++ }

func Run(r runner) { r.run() }
`}
	for i := range 16*calls.MaxImplementations + 1 {
		name := fmt.Sprintf("q%d", i)
		files[name+"/q.go"] = "package " + name + "\n\ntype T struct{}\n\nfunc (*T) run() {}\n"
	}
	p := module(t, Config{Patterns: []string{"./..."}}, files)
	call := opOf(p.fn(t, "m/p.Run"), envs.Call)
	require.Len(t, call.Callee.Funcs, 1)
	require.Equal(t, "(*m/p.task).run", p.Func(call.Callee.Funcs[0]).Name)
	require.False(t, call.Callee.Open)
}
