package ir

import "strconv"

// A Value is what a register, field, element or variable holds: a number of 64
// bits, nil, or a reference to an object. Values are compared with ==.
type Value struct {
	num int64
	ref int32 // 0 a number, -1 nil, else the object's identity
}

// Int is a number.
func Int(n int64) Value { return Value{num: n} }

// Nil is no object.
func Nil() Value { return Value{ref: -1} }

func object(id int32) Value { return Value{ref: id} }

// Int gives the number and whether the value is one.
func (v Value) Int() (int64, bool) { return v.num, v.ref == 0 }

// Object gives the identity of the object referred to, as in envs.Event.Obj; 0
// if the value is no reference.
func (v Value) Object() uint64 { return uint64(max(v.ref, 0)) }

// IsNil reports whether the value is nil.
func (v Value) IsNil() bool { return v.ref < 0 }

// True reports whether a branch takes the value for true: all but 0 and nil.
func (v Value) True() bool { return v.num != 0 || v.ref > 0 }

// String is the number, "nil" or, for an object, "#3".
func (v Value) String() string {
	switch {
	case v.ref < 0:
		return "nil"
	case v.ref > 0:
		return "#" + strconv.Itoa(int(v.ref))
	}
	return strconv.FormatInt(v.num, 10)
}

func truth(b bool) Value {
	if b {
		return Int(1)
	}
	return Int(0)
}

// maxArray is the largest length of an array.
const maxArray = 1 << 20

// What the interpreter throws when an operation cannot take effect.
const (
	// ErrNoObject: the operand is no object, or has no such field.
	ErrNoObject = -1
	// ErrBounds: an index or a length is out of bounds.
	ErrBounds = -2
	// ErrDivision: division by zero.
	ErrDivision = -3
	// ErrNotHeld: release, wait or notify without holding the lock.
	ErrNotHeld = -4
	// ErrDepth: more than Options.MaxDepth frames.
	ErrDepth = -5
)
