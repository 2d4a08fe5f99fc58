package fixpoint

import (
	"slices"

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
	all []envs.Report
	by  map[uint64][]int32 // see hashOf
}

// number gives a report its number. The pool keeps what it needs of it.
func (p *reportPool) number(r *envs.Report) int32 {
	h := hashOf(r)
	for _, n := range p.by[h] {
		if sameReport(&p.all[n], r) {
			return n
		}
	}
	if p.by == nil {
		p.by = map[uint64][]int32{}
	}
	n := int32(len(p.all))
	p.all, p.by[h] = append(p.all, *r), append(p.by[h], n)
	p.all[n].Evidence = slices.Clone(r.Evidence)
	return n
}

// hashOf goes by the points of a report, and by how long its texts are: few differ in their words only, and most are
// made again and again.
func hashOf(r *envs.Report) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(r.Subject))<<32 + uint64(len(r.Message))
	add := func(at envs.Point, text string) {
		h = (h ^ uint64(at.Func())<<32 ^ uint64(uint32(at.PC()))) * prime
		h = (h ^ h>>29) + uint64(len(text))
	}
	add(r.At, r.Kind)
	add(r.Cause, r.Fix)
	for i := range r.Evidence {
		add(r.Evidence[i].At, r.Evidence[i].Text)
	}
	return h
}

// sameReport reports whether two reports say the same.
func sameReport(r, o *envs.Report) bool {
	return (r.Later == nil) == (o.Later == nil) && r.Kind == o.Kind && r.At == o.At && r.Cause == o.Cause &&
		r.Proved == o.Proved && r.Rank == o.Rank &&
		r.Subject == o.Subject && r.Defect == o.Defect && r.Message == o.Message && r.Fix == o.Fix &&
		slices.Equal(r.Items, o.Items) && slices.Equal(r.Why, o.Why) && slices.Equal(r.Evidence, o.Evidence)
}
