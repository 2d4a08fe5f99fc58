package atomicsets

import (
	"maps"
	"slices"
)

// groups are disjoint sets of fields, each ascending, by class.
type groups map[string][][]string

// classes are those of either, ascending.
func classes(a, b groups) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}

// add merges fields with all sets that have one of them.
func (g groups) add(class string, fields []string) {
	slices.Sort(fields)
	all := slices.Compact(slices.Clone(fields))
	var rest [][]string
	for _, s := range g[class] {
		if common(s, fields) > 0 {
			all = append(all, s...)
		} else {
			rest = append(rest, s)
		}
	}
	slices.Sort(all)
	g[class] = append(rest, slices.Compact(all))
	slices.SortFunc(g[class], slices.Compare)
}

func common(a, b []string) (n int) {
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}

// extended are the internal suggestions of a class with the external ones. Each extends the one with which it has most
// in common by what is in no other one.
func extended(internal, external [][]string) [][]string {
	var sets [][]string
	for _, s := range internal {
		sets = append(sets, slices.Clone(s))
	}
	for _, e := range external {
		best, most := -1, 0
		for i, s := range internal {
			if n := common(s, e); n > most {
				best, most = i, n
			}
		}
		var more []string
		for _, f := range e {
			if !slices.ContainsFunc(sets, func(s []string) bool { return slices.Contains(s, f) }) {
				more = append(more, f)
			}
		}
		switch {
		case len(more) == 0:
		case best < 0:
			sets = append(sets, more)
		default:
			sets[best] = append(sets[best], more...)
			slices.Sort(sets[best])
		}
	}
	slices.SortFunc(sets, slices.Compare)
	return sets
}
