package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
)

// havers are the contents with an item. There are more than are compared with others only as long as each of the rest
// is among the first with another item. So contents are few if items are.
type havers struct {
	first []*content // which are compared with others
	rest  []*content
	gone  int // how many of the rest are
}

// full reports whether there are contents enough with each item of a block that has any.
func (b *book) full(own, around view.View[blocks.Item]) bool {
	for _, part := range [...]view.View[blocks.Item]{own, around} {
		for i := range part.All() {
			if h := b.byItem[i]; h == nil || len(h.first) < maxContents {
				return false
			}
		}
	}
	return own.Len() > 0
}

// list is a copy of all that are there.
func (h *havers) list() []*content {
	if h == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(h.first, h.rest), isGone)
}

func isGone(x *content) bool { return x.gone }

func (h *havers) add(x *content) {
	if len(h.first) < maxContents {
		h.first = append(h.first, x)
	} else {
		h.rest = append(h.rest, x)
	}
}

// lose forgets a content that is no more, and reports whether none is left.
func (h *havers) lose(x *content) bool {
	if i := slices.Index(h.first, x); i >= 0 {
		h.first = slices.Delete(h.first, i, i+1)
	} else if h.gone++; h.gone > len(h.rest)/2 {
		h.rest, h.gone = slices.DeleteFunc(h.rest, isGone), 0
	}
	return len(h.first) == 0 && len(h.rest) == h.gone
}
