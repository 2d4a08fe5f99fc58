package world

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
)

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6 + float64(u.Stime.Sec) + float64(u.Stime.Usec)/1e6
}

func TestZZSolve(t *testing.T) {
	for _, pkg := range []string{"net/http", "go/types"} {
		p, err := gosrc.Load(context.Background(), gosrc.Config{Patterns: []string{pkg}})
		if err != nil { t.Fatal(err) }
		for _, needs := range []ground.Cost{0, needAccesses | needOrder | needSegments | needLockSets} {
			best, bestc := 1e9, 1e9
			frames := 0
			for range 4 {
				a := cpu()
				v, err := solveContexts(context.Background(), p, needs)
				if err != nil { t.Fatal(err) }
				b := cpu()
				if needs != 0 {
					if err := v.collect(context.Background()); err != nil { t.Fatal(err) }
				}
				best, bestc = min(best, b-a), min(bestc, cpu()-b)
				frames = len(v.frames)
			}
			fmt.Printf("%s needs %d: frames %d solve %.3f collect %.3f\n", pkg, needs, frames, best, bestc)
		}
	}
}
