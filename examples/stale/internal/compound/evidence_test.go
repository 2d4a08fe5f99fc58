package compound

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// account is the beginning of programs in which a sum is read in one section and written in the next, in line 13.
const account = `
class Account { balance, other }
class Outer { }
final acc = new Account
final outer = new Outer
var ready
func set(n) { sync acc { acc.balance = n } }
func get() { sync acc { ready = acc.balance } }
func update(n) {
	sync acc { tmp = acc.balance }
	skip
	sync acc {
		acc.balance = tmp + n
	}
}
`

// What a run shows of who may come in between, and by which reason.
func TestEvidence(t *testing.T) {
	for name, test := range map[string]struct {
		src string
		why string // empty if there is no evidence
	}{
		"another thread writes": {`
func main() {
	t = spawn update(1)
	set(7)
	join t
}`, mayCome},
		"another thread does the same": {`
func main() {
	t = spawn update(1)
	update(2)
	join t
}`, mayCome},
		"the other thread has ended when it is found": {`
func main() {
	t = spawn update(1)
	u = spawn set(7)
	join t
	join u
}`, mayCome},
		"only this thread writes": {`
func main() {
	t = spawn get()
	update(1)
	set(7)
	update(2)
	join t
}`, ""},
		"written before the start": {`
func main() {
	set(7)
	t = spawn update(1)
	get()
	join t
}`, ""},
		"written after the end": {`
func main() {
	t = spawn update(1)
	get()
	join t
	set(7)
}`, ""},
		"written under a lock that is held around": {`
func locked() { sync outer { set(7) } }
func main() {
	t = spawn locked()
	sync outer { update(1) }
	join t
}`, ""},
		"the lock around is given back in between": {`
func locked() { sync outer { set(7) } }
func main() {
	t = spawn locked()
	sync outer { sync acc { tmp = acc.balance } }
	sync outer {
		sync acc { acc.balance = tmp + 1 }
	}
	join t
}`, mayCome},
		"the writer does not hold the lock around": {`
func main() {
	t = spawn set(7)
	sync outer { update(1) }
	join t
}`, mayCome},
		"another field is written": {`
func other() { sync acc { acc.other = 7 } }
func main() {
	t = spawn other()
	update(1)
	join t
	u = spawn get()
	join u
}`, ""},
		"who writes is started under the lock that was taken again": {`
func main() {
	u = spawn get()
	sync acc { tmp = acc.balance }
	sync acc {
		t = spawn set(7)
		acc.balance = tmp + 1
	}
	join t
	join u
}`, ""},
		"it came in between": {`
func main() {
	sync acc { tmp = acc.balance }
	t = spawn set(7)
	join t
	sync acc { acc.balance = tmp + 1 }
}`, came},
		"read by a callee, written by another": {`
func read() {
	sync acc { r = acc.balance }
	return r
}
func twice() {
	r = read()
	set(r + 1)
}
func main() {
	t = spawn twice()
	twice()
	join t
}`, mayCome},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := ir.Parse("p.plx", account+test.src)
			require.NoError(t, err)
			for seed := range uint64(30) {
				fs := whole(t, p, Options{Evidence: true}, seed)
				if test.why == "" {
					require.Empty(t, fs, "seed %d", seed)
					continue
				}
				require.NotEmpty(t, fs, "seed %d: whatever the schedule was, another one would do it", seed)
				for _, f := range fs {
					require.Subset(t, []string{test.why, came}, f.Why[len(f.Why)-1:], "seed %d", seed)
					require.True(t, slices.ContainsFunc(story(f), func(s string) bool {
						return strings.HasPrefix(s, "another thread may write it in between: here, in a thread first seen in ") ||
							strings.HasPrefix(s, "another thread wrote it in between: here, in a thread first seen in ")
					}), "the story has the write: %v", story(f))
				}
			}
		})
	}
}

// whole is what is found in one run when it is over.
func whole(t require.TestingT, p *ir.Program, opts Options, seed uint64) []envs.Finding {
	r := dataflow.NewAnalyzer("stale", "", New(opts)).Replay(p)
	require.NoError(t, r.RunWhole(context.Background(), p.Run(seed, ir.Options{})))
	return r.Findings()
}

// Evidence raises the rank, and without the option what has none is reported too. While the run goes on,
// a write that comes after what was found is evidence for it as well.
func TestEvidenceRanks(t *testing.T) {
	p, err := ir.Parse("p.plx", account+`
func main() {
	set(1)
	u = spawn get()
	join u
	update(1)
	t = spawn set(7)
	update(2)
	join t
}`)
	require.NoError(t, err)
	ranks := map[string][]int{}
	for seed := range uint64(200) {
		r := dataflow.NewAnalyzer("stale", "", New(Options{})).Replay(p)
		require.NoError(t, r.Run(context.Background(), p.Run(seed, ir.Options{})))
		for _, f := range r.Findings() {
			why := f.Why[len(f.Why)-1]
			require.Contains(t, []string{mayCome, came}, why)
			ranks[why] = append(ranks[why], f.Rank)
		}
	}
	require.NotEmpty(t, ranks[mayCome])
	require.NotEmpty(t, ranks[came])
	require.Less(t, ranks[mayCome][0], ranks[came][0])

	p, err = ir.Parse("p.plx", account+`
func main() {
	set(1)
	t = spawn get()
	join t
	update(1)
}`)
	require.NoError(t, err)
	fs := dynamic(t, p, Options{}, 3)
	require.Len(t, fs, 1, "nobody writes it in between")
	require.Less(t, fs[0].Rank, ranks[mayCome][0])
	require.Empty(t, dynamic(t, p, Options{Evidence: true}, 3))
}

// A finding counts executions of its place, however often more becomes known of one.
func TestEvidenceCounts(t *testing.T) {
	p, err := ir.Parse("p.plx", account+`
func main() {
	t = spawn update(1)
	u = spawn update(2)
	update(3)
	join t
	join u
}`)
	require.NoError(t, err)
	for seed := range uint64(50) {
		for _, opts := range []Options{{}, {Evidence: true}} {
			r := dataflow.NewAnalyzer("stale", "", New(opts)).Replay(p)
			require.NoError(t, r.Run(context.Background(), p.Run(seed, ir.Options{})))
			fs := r.Findings()
			require.Len(t, fs, 1)
			require.EqualValues(t, 3, fs[0].Runs, "seed %d, %+v: each may write what another one has read", seed, opts)
		}
	}
}

// dynamic unites the findings of several schedules.
func dynamic(t require.TestingT, p *ir.Program, opts Options, seeds uint64) []envs.Finding {
	r := dataflow.NewAnalyzer("stale", "", New(opts)).Replay(p)
	for seed := range seeds {
		require.NoError(t, r.Run(context.Background(), p.Run(seed, ir.Options{})))
	}
	return r.Findings()
}

func story(f envs.Finding) (texts []string) {
	for _, n := range f.Story {
		texts = append(texts, n.Text)
	}
	return texts
}
