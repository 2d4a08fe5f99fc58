package gosrc

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestDump(t *testing.T) {
	pat := os.Getenv("GOSRC_DUMP")
	if pat == "" {
		t.Skip()
	}
	start := time.Now()
	p, err := open(context.Background(), Config{Patterns: []string{pat}})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("open", time.Since(start))
	start = time.Now()
	if err := p.lowerAll(context.Background()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("lower", time.Since(start), len(p.funcs), len(p.Errors))
	n, bad := 0, 0
	for _, f := range p.funcs {
		n += len(f.ops.Ops)
		if err := f.ops.Check(); err != nil {
			bad++
			if bad < 10 {
				fmt.Println(err)
			}
		}
	}
	fmt.Println("ops", n, "bad", bad)
}
