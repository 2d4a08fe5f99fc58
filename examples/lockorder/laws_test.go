package lockorder

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func point(t *rapid.T, label string) envs.Point {
	if pc := rapid.IntRange(-1, 1).Draw(t, label); pc >= 0 {
		return envs.At(0, int32(pc))
	}
	return envs.Point{}
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) holding {
		var s holding
		for range rapid.IntRange(0, 3).Draw(t, "locks") {
			s, _ = s.Merge(holding{{Lock: envs.Lock(rapid.IntRange(0, 2).Draw(t, "lock")), Read: rapid.Bool().Draw(t, "read"), At: point(t, "at")}})
		}
		return s
	}))
}

func TestFactLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) *waits {
		ws := &waits{}
		for range rapid.IntRange(0, 3).Draw(t, "waits") {
			at := point(t, "at") // of which a program has one segment; in a run the order counts
			lock := func(label string) envs.Lock { return envs.Lock(rapid.IntRange(1, 2).Draw(t, label)) }
			ws.Merge(&waits{{
				holds: hold{thingOf(lock("held"), aLock), rapid.Bool().Draw(t, "held shared")}, what: thingOf(lock("lock"), aLock), read: rapid.Bool().Draw(t, "shared"),
				at: at, taken: point(t, "taken"), segment: envs.SegmentOf(at),
			}})
		}
		return ws
	}))
}

// Of occurrences beyond the limit the oldest are forgotten.
func TestLatestOccurrencesAreKept(t *testing.T) {
	ws := &waits{}
	for i := range maxOccurrences + 3 {
		w := wait{what: 4, segment: envs.SegmentOf(i)}
		if _, grew := ws.Merge(&waits{w}); grew != (i < maxOccurrences) || !ws.has(&w) {
			t.Errorf("occurrence %d is not kept", i)
		}
	}
	if len(*ws) != maxOccurrences || ws.has(&wait{what: 4, segment: envs.SegmentOf(2)}) || !ws.has(&wait{what: 4, segment: envs.SegmentOf(3)}) {
		t.Errorf("of %d occurrences %d are kept, want the last %d", maxOccurrences+3, len(*ws), maxOccurrences)
	}
}
