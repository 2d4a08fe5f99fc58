package pointer

import "fmt"

// A Var is a variable or a register, by a number that is its name in one frame.
type Var uint32

// String is the number after a v.
func (v Var) String() string { return fmt.Sprintf("v%d", uint32(v)) }

// A Field is a field of an object, or a group of fields or elements that are not
// told apart.
type Field uint32

// String is the number after an f.
func (f Field) String() string { return fmt.Sprintf("f%d", uint32(f)) }

// A Site is an operation that allocates, possibly together with the context in
// which it does.
type Site uint32

// String is the number after a sharp.
func (s Site) String() string { return fmt.Sprintf("#%d", uint32(s)) }

// An Object is an abstract object: the latest instance of a site, or all the
// earlier ones together.
type Object uint64

// Recent is the latest instance of s.
func Recent(s Site) Object { return Object(s) << 1 }

// Old is all instances of s but the latest.
func Old(s Site) Object { return Object(s)<<1 | 1 }

// Site is where the object was allocated.
func (o Object) Site() Site { return Site(o >> 1) }

// Single reports whether o stands for at most one object at each moment of a run.
func (o Object) Single() bool { return o&1 == 0 }

// Age is what o is called after site s has allocated once more.
func (o Object) Age(s Site) Object {
	if o == Recent(s) {
		return Old(s)
	}
	return o
}

// String is the site, with a star if the object stands for earlier instances.
func (o Object) String() string {
	if o.Single() {
		return o.Site().String()
	}
	return o.Site().String() + "*"
}
