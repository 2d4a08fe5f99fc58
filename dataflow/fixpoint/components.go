package fixpoint

import (
	"iter"

	"github.com/seed38182bad/parallax/lattice"
)

// components gives the groups of frames that call each other in turn, each after those that it calls:
// the strongly connected components of the calls (Tarjan, "Depth-first search and linear graph
// algorithms", SIAM Journal on Computing 1, 1972).
func components[S lattice.Mergeable[S]](all []*Frame[S]) iter.Seq[[]*Frame[S]] {
	return func(yield func([]*Frame[S]) bool) {
		index := make([]int32, len(all)) // 0 not seen, -1 done
		low := make([]int32, len(all))
		type frame struct{ id, next int32 }
		var path []frame
		var stack []*Frame[S]
		seen := int32(0)
		for root := range all {
			if index[root] != 0 {
				continue
			}
			path = append(path, frame{id: int32(root)})
			for len(path) > 0 {
				f := &path[len(path)-1]
				of := all[f.id]
				if f.next == 0 && index[f.id] == 0 {
					seen++
					index[f.id], low[f.id] = seen, seen
					stack = append(stack, of)
				}
				if int(f.next) < len(of.called) {
					to := of.called[f.next]
					f.next++
					switch {
					case index[to] == 0:
						path = append(path, frame{id: to})
					case index[to] > 0:
						low[f.id] = min(low[f.id], index[to])
					}
					continue
				}
				id := f.id
				path = path[:len(path)-1]
				if len(path) > 0 {
					up := path[len(path)-1].id
					low[up] = min(low[up], low[id])
				}
				if low[id] < index[id] {
					continue
				}
				n := len(stack) - 1
				for stack[n].id != id {
					n--
				}
				for _, member := range stack[n:] {
					index[member.id] = -1
				}
				if !yield(stack[n:]) {
					return
				}
				stack = stack[:n]
			}
		}
	}
}
