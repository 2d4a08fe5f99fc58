package waiting

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// few are locks of which those below 10 are single ones.
type few struct{ envs.Locks }

func (few) MustBeSame(a, b envs.Lock) bool { return a == b && a < 10 }

type tabled struct{ table *lockset.Table[envs.Lock] }

func (t tabled) MustLocks() envs.LockSet { return t.table.Must().Empty() }

func (t tabled) Table() *lockset.Table[envs.Lock] { return t.table }

// Of the locks that are held around a wait those keep others out everywhere that are single, but
// for the one that is waited for.
func TestEverywhere(t *testing.T) {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	if err != nil {
		t.Fatal(err)
	}
	d, f := table.Must(), follow(false, nil, asks{Locks: few{}, LockSets: tabled{table: table}})
	for _, x := range []struct {
		lock       envs.Lock
		held, same []envs.Lock
		others     bool
	}{
		{1, nil, nil, false},
		{1, []envs.Lock{1}, nil, false},
		{1, []envs.Lock{2}, []envs.Lock{2}, false},
		{11, []envs.Lock{2}, []envs.Lock{2}, false},
		{11, []envs.Lock{11}, nil, true},
		{1, []envs.Lock{1, 2, 11}, []envs.Lock{2}, true},
	} {
		same, others := f.everywhere(x.lock, d.Of(x.held...))
		if !d.Equal(same, d.Of(x.same...)) || others != x.others {
			t.Errorf("of %v around %d %v are the same everywhere, others %t", x.held, x.lock, same, others)
		}
	}
}
