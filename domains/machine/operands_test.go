package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

func TestOperands(t *testing.T) {
	d := interval.Domain{}
	bottom, top := d.Bottom(), d.Top()
	x, y, small := d.Of(machine.Int.Of(1)), d.All(machine.Int), d.Of(machine.Int8.Of(1))
	for _, c := range []struct {
		op   machine.Op
		a, b interval.Interval
		x, y interval.Interval // the operands, if result is bottom
		ok   bool
		r    interval.Interval
	}{
		{op: machine.Add, a: x, b: y, x: x, y: y, ok: true},
		{op: machine.Add, a: top, b: x, x: y, y: x, ok: true},
		{op: machine.Add, a: x, b: top, x: x, y: y, ok: true},
		{op: machine.Add, a: top, b: top, r: top},
		{op: machine.Add, a: x, b: small, r: bottom},
		{op: machine.Add, a: bottom, b: top, r: bottom},
		{op: machine.Add, a: top, b: bottom, r: bottom},
		{op: machine.Shl, a: x, b: small, x: x, y: small, ok: true},
		{op: machine.Shl, a: x, b: top, x: x, y: d.All(machine.Uint64), ok: true},
		{op: machine.Shr, a: top, b: small, r: top},
		{op: machine.Shr, a: top, b: bottom, r: bottom},
		{op: machine.Shr, a: bottom, b: small, r: bottom},
		{op: machine.NumOps, a: x, b: x, r: top},
		{op: machine.NumOps, a: bottom, b: x, r: bottom},
		{op: machine.NumOps, a: x, b: bottom, r: bottom},
	} {
		a, b, r, ok := machine.Operands(d, c.op, c.a, c.b)
		require.Equal(t, c.ok, ok, "%v %v %v", c.a, c.op, c.b)
		if ok {
			require.Equal(t, []interval.Interval{c.x, c.y}, []interval.Interval{a, b}, "%v %v %v", c.a, c.op, c.b)
		} else {
			require.Equal(t, c.r, r, "%v %v %v", c.a, c.op, c.b)
		}
	}
}
