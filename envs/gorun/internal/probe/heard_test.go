package probe

import (
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// A vector says how much of what each goroutine did is known.
type vector map[uint64]int

func (v vector) join(o vector) {
	for g, n := range o {
		v[g] = max(v[g], n)
	}
}

// What is left out changes no clock: the clocks of goroutines are those they would have if all were written.
func TestHeardLosesNothing(t *testing.T) {
	var skipped, all int
	rapid.Check(t, func(t *rapid.T) {
		const goroutines = 3
		type state struct {
			clocks  [goroutines + 1]vector
			objects map[uint64]vector
		}
		begin := func() (s state) {
			for g := range s.clocks {
				s.clocks[g] = vector{uint64(g): 1}
			}
			s.objects = map[uint64]vector{}
			return s
		}
		full, less := begin(), begin()
		observe := func(s *state, g, obj uint64) { s.clocks[g].join(s.objects[obj]) }
		signal := func(s *state, g, obj uint64, replaces bool) {
			if replaces || s.objects[obj] == nil {
				s.objects[obj] = vector{}
			}
			s.objects[obj].join(s.clocks[g])
		}
		var news [goroutines + 1]uint64
		slots := [2]heard{} // for three objects
		epoch, g := uint64(0), uint64(1)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if rapid.IntRange(0, 2).Draw(t, "other") == 0 {
				g = rapid.Uint64Range(1, goroutines).Draw(t, "g")
			}
			obj := rapid.Uint64Range(1, 3).Draw(t, "obj")
			h := &slots[obj%2]
			replaces := rapid.Bool().Draw(t, "replaces")
			all++
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0, 1: // an access that is written
				full.clocks[g][g]++
				less.clocks[g][g]++
				news[g]++
			case 2, 3, 4:
				observe(&full, g, obj)
				if h.of(obj); h.observes(g) {
					observe(&less, g, obj)
					news[g]++
				} else {
					skipped++
				}
			case 5: // an atomic operation that loads and stores
				observe(&full, g, obj)
				signal(&full, g, obj, true)
				h.of(obj)
				learns, teaches := h.counts(g, news[g], epoch, true, true)
				if learns {
					observe(&less, g, obj)
					news[g]++
				}
				if learns || teaches {
					signal(&less, g, obj, true)
					h.signalled(g, true, news[g], epoch)
				} else {
					skipped++
				}
			case 6, 7, 8:
				signal(&full, g, obj, replaces)
				if h.of(obj); h.signals(g, news[g], epoch) {
					signal(&less, g, obj, replaces)
					h.signalled(g, replaces, news[g], epoch)
				} else {
					skipped++
				}
			case 9: // the object is freed, and its address used again
				delete(full.objects, obj)
				delete(less.objects, obj)
				epoch++
			}
			for g := range full.clocks {
				if !maps.Equal(full.clocks[g], less.clocks[g]) {
					t.Fatalf("goroutine %d knows %v, and would know %v", g, less.clocks[g], full.clocks[g])
				}
			}
		}
		for g := uint64(1); g <= goroutines; g++ {
			for obj := range full.objects {
				observe(&full, g, obj)
				observe(&less, g, obj)
			}
			if !maps.Equal(full.clocks[g], less.clocks[g]) {
				t.Fatalf("at the end goroutine %d knows %v, and would know %v", g, less.clocks[g], full.clocks[g])
			}
		}
	})
	if skipped*20 < all {
		t.Errorf("%d of %d steps are left out: too few to say anything", skipped, all)
	}
}
