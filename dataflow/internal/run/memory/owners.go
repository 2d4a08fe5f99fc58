package memory

import "github.com/seed38182bad/parallax/envs"

// owners has the only thread that has accessed each object, 0 if there are several.
type owners map[uint64]envs.Thread

// alone takes in an access, and reports whether no other thread has accessed the object so far.
func (o *owners) alone(t envs.Thread, obj uint64) bool {
	if *o == nil {
		*o = owners{}
	}
	by, ok := (*o)[obj]
	if !ok {
		by = t
		(*o)[obj] = t
	} else if by != t && by != 0 {
		(*o)[obj] = 0
	}
	return by == t
}
