package intern

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
)

// The groups are a map, and have nothing of what was dropped.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f index
		want := map[uint64]envs.Variable{}
		objs := rapid.OneOf(rapid.Uint64Range(0, 200), rapid.Uint64Range(1<<14-2, 1<<14+200), rapid.Uint64())
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				obj, v := objs.Draw(t, "obj"), envs.Variable(rapid.Int32Range(1, 9).Draw(t, "v"))
				f.set(obj, v)
				want[obj] = v
			},
			"drop": func(t *rapid.T) {
				obj := objs.Draw(t, "obj")
				require.Equal(t, want[obj], f.drop(obj))
				delete(want, obj)
			},
			"": func(t *rapid.T) {
				groups := map[uint64]bool{}
				for obj, v := range want {
					require.Equal(t, v, f.get(obj))
					groups[obj>>6] = true
				}
				require.Len(t, f.groups, len(groups))
				obj := objs.Draw(t, "obj")
				require.Equal(t, want[obj], f.get(obj))
			},
		})
	})
}
