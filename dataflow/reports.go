package dataflow

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// reportTable holds the reports of one instance, by their numbers in a reportPool. Those
// of a point are void once the point is visited again: the last visit counts.
type reportTable struct {
	byPC map[int32][]int32
}

func (t *reportTable) void(pc int32) {
	if len(t.byPC) > 0 {
		delete(t.byPC, pc)
	}
}

func (t *reportTable) add(pc int32, number int32) {
	if t.byPC == nil {
		t.byPC = map[int32][]int32{}
	}
	t.byPC[pc] = append(t.byPC[pc], number)
}

// reportPool holds each report once, however many instances make it, and also those that
// are void by now.
type reportPool struct {
	seed maphash.Seed
	all  []envs.Report
	by   map[pooledKey][]int32
}

// pooledKey is what can be compared of a report, and a number for its evidence.
type pooledKey struct {
	kind, subject, message string
	at, cause              envs.Point
	proved                 bool
	rank                   int
	why, fix               string
	evidence               uint64
}

// number gives a report its number. The pool keeps what it needs of it.
func (p *reportPool) number(r envs.Report) int32 {
	key := pooledKey{r.Kind, r.Subject, r.Message, r.At, r.Cause, r.Proved, r.Rank, strings.Join(r.Why, "\n"), r.Fix, uint64(len(r.Evidence))}
	if p.by == nil {
		p.by, p.seed = map[pooledKey][]int32{}, maphash.MakeSeed()
	}
	for i := range r.Evidence {
		e := &r.Evidence[i]
		at := uint64(e.At.Func())<<32 + uint64(e.At.PC())
		key.evidence = (key.evidence+at)*0x9e3779b97f4a7c15 + maphash.String(p.seed, e.Text)
	}
	for _, n := range p.by[key] {
		if slices.Equal(p.all[n].Evidence, r.Evidence) {
			return n
		}
	}
	n := int32(len(p.all))
	r.Evidence = slices.Clone(r.Evidence)
	p.all, p.by[key] = append(p.all, r), append(p.by[key], n)
	return n
}
