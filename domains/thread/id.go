package thread

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/sorted"
	"github.com/seed38182bad/parallax/lattice"
)

// ID describes threads by their creation history. It never changes. The zero ID is
// bottom.
type ID[K lattice.Integer] struct {
	kind   kind
	prefix []K // in order of creation, without repeats
	must   []K // ascending
	may    []K // ascending; has all of must
}

type kind uint8

const (
	none  kind = iota // bottom: prefix, must and may are empty
	sites             // the sites behind the prefix are those of may
	any               // the sites behind the prefix may be any
)

// IsBottom reports whether id describes no thread.
func (id ID[K]) IsBottom() bool { return id.kind == none }

// IsTop reports whether id describes all threads.
func (id ID[K]) IsTop() bool { return id.kind == any && len(id.prefix) == 0 && len(id.must) == 0 }

// IsMain reports whether id describes the main thread alone.
func (id ID[K]) IsMain() bool { return id.IsUnique() && len(id.prefix) == 0 }

// IsUnique reports whether id describes one thread in every run that has it.
func (id ID[K]) IsUnique() bool { return id.kind == sites && len(id.may) == 0 }

// Sites returns the sites of creation that id is made of. The result prefix has those
// of the unique ancestor, from the main thread on. The result must has those that come
// behind it for certain, and may those that may. If all is true, these may be any, and
// may is empty.
func (id ID[K]) Sites() (prefix, must, may []K, all bool) {
	return slices.Clone(id.prefix), slices.Clone(id.must), slices.Clone(id.may), id.kind == any
}

// mayVisit reports whether the sites may be among those behind the prefix.
func (id ID[K]) mayVisit(k []K) bool {
	if id.kind == any {
		return true
	}
	for _, x := range k {
		if _, found := slices.BinarySearch(id.may, x); !found {
			return false
		}
	}
	return true
}

// has reports whether all sites of s, which ascend, are in the prefix from n on or
// in the set.
func (id ID[K]) has(n int, set, s []K) bool {
	for _, x := range s {
		if _, found := slices.BinarySearch(set, x); !found && !slices.Contains(id.prefix[n:], x) {
			return false
		}
	}
	return true
}

// Compare orders identities in a total order of no deeper meaning.
func (id ID[K]) Compare(o ID[K]) int {
	return cmp.Or(cmp.Compare(id.kind, o.kind), slices.Compare(id.prefix, o.prefix),
		slices.Compare(id.must, o.must), slices.Compare(id.may, o.may))
}

// String is such as main⟨3 7⟩ for a unique thread. For those that are created behind
// it, at site 1 for certain and at site 2 possibly, it is main⟨3 7 {1, 2?}…⟩. Any
// further site is an ellipsis in the braces. Bottom is ⊥ and top ⊤.
func (id ID[K]) String() string { return id.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format is String with names of sites.
func (id ID[K]) Format(name func(K) string) string {
	switch {
	case id.kind == none:
		return "⊥"
	case id.IsTop():
		return "⊤"
	case id.IsMain():
		return "main"
	}
	var parts []string
	for _, k := range id.prefix {
		parts = append(parts, name(k))
	}
	if !id.IsUnique() {
		var set []string
		for _, k := range id.must {
			set = append(set, name(k))
		}
		for _, k := range sorted.Without(id.may, id.must, cmp.Compare[K]) {
			set = append(set, name(k)+"?")
		}
		if id.kind == any {
			set = append(set, "…")
		}
		parts = append(parts, "{"+strings.Join(set, ", ")+"}…")
	}
	return "main⟨" + strings.Join(parts, " ") + "⟩"
}

// MarshalJSON gives {"prefix": […], "must": […], "may": […]} with the numbers of sites,
// with "any" for may if it is not known, and null for bottom.
func (id ID[K]) MarshalJSON() ([]byte, error) {
	if id.kind == none {
		return []byte("null"), nil
	}
	may := "[" + list(id.may) + "]"
	if id.kind == any {
		may = `"any"`
	}
	return json.Marshal(json.RawMessage(fmt.Sprintf(`{"prefix":[%s],"must":[%s],"may":%s}`, list(id.prefix),
		list(id.must), may)))
}

func list[K lattice.Integer](ks []K) string {
	parts := make([]string, len(ks))
	for i, k := range ks {
		parts[i] = fmt.Sprintf("%d", k) // not what K prints as
	}
	return strings.Join(parts, ",")
}
