package views

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
)

// same does the same in its blocks again and again, and other with an object of its own each
// time.
const same = `
class P { x, y, z }
final p = new P
func touch(o) { o.x = o.x + 1; o.y = o.x }
func work(n) { while n > 0 { sync p { touch(p); p.z = 1 }; n = n - 1 } }
func main() { a = spawn work(2000); b = spawn work(2000) }`

const other = `
class P { x, y, z }
final p = new P
func touch(o) { o.x = o.x + 1; o.y = o.x }
func work(n) { while n > 0 { o = new P; sync p { touch(o); p.z = 1 }; n = n - 1 } }
func main() { a = spawn work(2000); b = spawn work(2000) }`

// BenchmarkBook feeds the events of a run to a checker that does no more than keep a book. It tells how many times
// slower that is than to follow the run alone, where blocks do the same, and where each has an object of its own.
func BenchmarkBook(b *testing.B) {
	type feeder func(analyzers ...*dataflow.Analyzer) time.Duration
	feed := func(text string) feeder {
		p, err := ir.Parse("busy.plx", text)
		require.NoError(b, err)
		events := envstest.Keep(b, p.Run(1, ir.Options{}))
		return func(analyzers ...*dataflow.Analyzer) time.Duration {
			w := dataflow.NewWatch(p, analyzers...)
			start := time.Now()
			for i := range events {
				if err := w.Event(&events[i]); err != nil {
					b.Fatal(err)
				}
			}
			return time.Since(start)
		}
	}
	book := dataflow.NewAnalyzer("book", "keeps a book", func(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
		return (&apart{newBook(r, blocks.Options{}, func(envs.Env, *place) {})}).analysis()
	})
	again, anew := feed(same), feed(other)
	var kept, followed, keptAnew, followedAnew time.Duration
	for b.Loop() {
		kept += again(book)
		followed += again()
		keptAnew += anew(book)
		followedAnew += anew()
	}
	b.ReportMetric(float64(kept)/float64(followed), "times-same")
	b.ReportMetric(float64(keptAnew)/float64(followedAnew), "times-other")
}
