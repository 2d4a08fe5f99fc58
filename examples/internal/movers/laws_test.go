package movers

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func TestUsageLaws(t *testing.T) {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	d := table.Must()
	latticetest.StateSuite[*usage]{States: rapid.Custom(func(t *rapid.T) *usage {
		u := &usage{domain: d, thread: envs.Thread(rapid.IntRange(0, 2).Draw(t, "thread")), under: d.Bottom()}
		if u.thread != 0 {
			u.many, u.tried = rapid.Bool().Draw(t, "many"), rapid.Bool().Draw(t, "tried")
			u.under = d.Of(rapid.SliceOfNDistinct(rapid.Map(rapid.Int32Range(1, 4),
				func(l int32) envs.Lock { return envs.Lock(l) }), 0, 3, rapid.ID).Draw(t, "under")...)
		}
		return u
	}), Fingerprint: func(u *usage) string {
		if u.many { // it matters no more which thread came first
			return fmt.Sprint("many", u.tried, u.under)
		}
		return fmt.Sprint(u.thread, u.tried, u.under)
	}}.Check(t)
}

func TestAccessesLaws(t *testing.T) {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	families, err := lockfamily.New(table, maxReads)
	require.NoError(t, err)
	domain := families.Accesses()
	one := rapid.Custom(func(t *rapid.T) *accesses {
		a := &accesses{domain: &domain}
		held := table.Must().Empty()
		for _, l := range rapid.SliceOfNDistinct(rapid.Int32Range(1, 4), 0, 3, rapid.ID).Draw(t, "locks") {
			held = table.Must().Acquire(held, envs.Lock(l), lockset.Write)
		}
		if rapid.Bool().Draw(t, "write") {
			a.Accesses = domain.Write(a.Accesses, held)
		} else {
			a.Accesses = domain.Read(a.Accesses, held)
		}
		if rapid.Bool().Draw(t, "races") {
			a.racing = []envs.Point{envs.At(1, rapid.Int32Range(0, 5).Draw(t, "at"))}
		}
		a.judge()
		return a
	})
	latticetest.StateSuite[*accesses]{States: rapid.Custom(func(t *rapid.T) *accesses {
		all := rapid.SliceOfN(one, 1, 5).Draw(t, "accesses")
		a := all[0]
		for _, o := range all[1:] {
			a, _ = a.Merge(o)
		}
		return a
	}), Fingerprint: func(a *accesses) string { return fmt.Sprint(a.Accesses, a.atomicity, a.racing) }}.Check(t)
}
