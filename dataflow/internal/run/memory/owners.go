package memory

import "github.com/seed38182bad/parallax/envs"

// owners has the only thread that has accessed each object, 0 if there are several.
type owners struct {
	objects map[uint64]envs.Thread
	recent  [1024]owner
}

type owner struct {
	obj    uint64
	thread envs.Thread
}

// alone takes in an access, and reports whether no other thread has accessed the object so far.
func (o *owners) alone(t envs.Thread, obj uint64) bool {
	c := o.at(obj)
	if c.obj != obj {
		if o.objects == nil {
			o.objects = map[uint64]envs.Thread{}
		}
		u, ok := o.objects[obj]
		if !ok {
			o.objects[obj], u = t, t
		}
		*c = owner{obj, u}
	}
	if c.thread != t && c.thread != 0 {
		o.objects[obj], c.thread = 0, 0
	}
	return c.thread == t
}

// at is where the owner of an object is, if it was asked for lately.
func (o *owners) at(obj uint64) *owner { return &o.recent[(obj^obj>>10)%uint64(len(o.recent))] }

// forget forgets the owner of an object.
func (o *owners) forget(obj uint64) {
	delete(o.objects, obj)
	if c := o.at(obj); c.obj == obj {
		*c = owner{}
	}
}
