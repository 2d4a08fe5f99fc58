package cycles

// A table keeps what searches find out about the nodes of a graph, so that many searches in
// one that grows no more do not each go through it. It is made when there have been as
// many searches as there are nodes since the graph has changed, whose cost it has then.
type table[N comparable] struct {
	searches int            // since it was void
	names    map[N][]N      // of where steps lead, the nodes from which the next one may
	before   map[N][]N      // by node from which steps lead, those a step before
	ends     map[N]*ends[N] // by where cycles begin
}

// ends are how cycles end that begin at a node.
type ends[N comparable] struct {
	steps map[N]int // see search
	ways  map[N]int
}

// void says that the graph has changed.
func (t *table[N]) void() { *t = table[N]{} }

// worth counts a search, and reports whether a table is worth its while.
func (t *table[N]) worth(nodes int) bool {
	t.searches++
	return t.searches > nodes
}

// look finds what reach does, for all nodes and in the table.
func (s *search[N, L, O]) look(first Step[N, L, O]) {
	t := &s.g.table
	if t.names == nil {
		t.names, t.before, t.ends = map[N][]N{}, map[N][]N{}, map[N]*ends[N]{}
		s.names = t.names
		for k, x := range s.g.nodes {
			for _, l := range x.next {
				for _, n := range s.after(l) {
					t.before[n] = append(t.before[n], k)
				}
			}
		}
	}
	s.names = t.names
	e := t.ends[first.From]
	if e == nil {
		var last []N
		for l, x := range s.g.nodes {
			if len(x.into) > 0 && s.Same(l, first.From) {
				last = append(last, x.into...)
			}
		}
		e = &ends[N]{distances(last, t.before), map[N]int{}}
		t.ends[first.From] = e
	}
	s.steps, s.ways = e.steps, e.ways
}
