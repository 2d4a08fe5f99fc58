package happens

// Sizes are how much is kept.
type Sizes struct{ Slots, Free, Starts, Ends, Objects int }

// Sizes are how much is kept.
func (o *Order) Sizes() Sizes {
	return Sizes{o.slots, len(o.free), len(o.starts), len(o.ends), len(o.objects)}
}
