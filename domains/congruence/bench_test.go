package congruence_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

var (
	sink     congruence.Congruence
	span     interval.Interval
	holds    bool
	operands = func(tb testing.TB) (x, y, z congruence.Congruence) {
		x, err := congruence.New(machine.Int, 12, 8)
		require.NoError(tb, err)
		y, err = congruence.New(machine.Int, 4, 0)
		require.NoError(tb, err)
		z, err = congruence.New(machine.Int, 6, 3)
		require.NoError(tb, err)
		return x, y, z
	}
)

func BenchmarkLeq(b *testing.B) {
	x, y, _ := operands(b)
	for b.Loop() {
		holds = d.Leq(x, y)
	}
}

func BenchmarkJoin(b *testing.B) {
	x, y, _ := operands(b)
	for b.Loop() {
		sink = d.Join(x, y)
	}
}

func BenchmarkJoinOddModuli(b *testing.B) {
	x, _, z := operands(b)
	for b.Loop() {
		sink = d.Join(x, z)
	}
}

func BenchmarkJoinValues(b *testing.B) {
	x, y := congruence.Of(machine.Int.Of(3)), congruence.Of(machine.Int.Of(13))
	for b.Loop() {
		sink = d.Join(x, y)
	}
}

func BenchmarkMeet(b *testing.B) {
	x, y, _ := operands(b)
	for b.Loop() {
		sink = d.Meet(x, y)
	}
}

func BenchmarkAdd(b *testing.B) {
	x, y, _ := operands(b)
	for b.Loop() {
		sink = d.Add(x, y)
	}
}

// The ratios say how many joins of intervals an operation costs.
func BenchmarkOperations(b *testing.B) {
	x, y, z := operands(b)
	from := interval.Of(machine.Int.Of(1))
	to := interval.Of(machine.Int.Of(9))
	for b.Loop() {
		join := domaintest.Nanoseconds(func() { span = interval.Domain{}.Join(from, to) })
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Join(x, y) })/join, "join/interval")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Meet(x, z) })/join, "meet/interval")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Binary(machine.Add, x, y) })/join, "addition/interval")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Binary(machine.Mul, x, y) })/join, "product/interval")
	}
}
