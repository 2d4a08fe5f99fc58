package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

const work = `
class C { x }
final c = new C
var v
func add(a, b) { return a + b }
func work(n) {
	while n > 0 {
		sync c {
			c.x = c.x + 1
		}
		v = add(v, n % 3)
		n = n - 1
	}
}
func main() {
	t = spawn work(20000)
	work(20000)
	join t
}
`

func BenchmarkSteps(b *testing.B) {
	p := parse(b, work)
	bench := func(name string, run func(seed uint64) int) {
		b.Run(name, func(b *testing.B) {
			steps := 0
			for i := range b.N {
				steps += run(uint64(i))
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
	bench("silent", func(seed uint64) int { return p.Run(seed, Options{}).Result().Steps })
	bench("events", func(seed uint64) int {
		x, n := p.Run(seed, Options{}), 0
		for ev := range x.Events() {
			if ev.Kind == envs.Step {
				n++
			}
		}
		return n
	})
	bench("observed", func(seed uint64) int {
		n := 0
		p.Run(seed, Options{Observe: func(s *State) { n++ }}).Result()
		return n
	})
	bench("one thread at a time", func(seed uint64) int { return p.Run(seed, Options{Preempt: -1}).Result().Steps })
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct {
		name string
		src  string
	}{
		{"generated", irgen.Program(irgen.Seeded(7), irgen.Options{})},
		{"large", work + "func big(a, b, c1) {\n" + strings.Repeat("\tif a > b { a = c1.x + 1 }\n\tb = a * 2\n", 50_000) +
			"}\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse("a.plx", c.src); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(strings.Count(c.src, "\n"))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}

// BenchmarkProgram is what one generated program costs a test: to make, to parse
// and to run under four schedules.
func BenchmarkProgram(b *testing.B) {
	for i := range b.N {
		p, err := Parse("bench.plx", irgen.Program(irgen.Seeded(uint64(i)), irgen.Options{}))
		require.NoError(b, err)
		for s := range uint64(4) {
			p.Run(s, Options{MaxSteps: 20_000}).Result()
		}
	}
}
