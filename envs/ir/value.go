package ir

import "strconv"

// A Value is what a register, field, element or variable holds: a number of 64
// bits, nil, or a reference to an object. Values are compared with ==.
type Value struct {
	num int64
	ref int32 // 0 a number, -1 nil, else the object's identity
}

// intValue is a number.
func intValue(n int64) Value { return Value{num: n} }

// nilValue is no object.
func nilValue() Value { return Value{ref: -1} }

func object(id int32) Value { return Value{ref: id} }

// Int gives the number and whether the value is one.
func (v Value) Int() (int64, bool) { return v.num, v.ref == 0 }

// Object gives the identity of the object referred to, as in envs.Event.Obj; 0
// if the value is no reference.
func (v Value) Object() uint64 { return uint64(max(v.ref, 0)) }

// IsNil reports whether the value is nil.
func (v Value) IsNil() bool { return v.ref < 0 }

// isTrue reports whether a branch takes the value for true: all but 0 and nil.
func (v Value) isTrue() bool { return v.num != 0 || v.ref > 0 }

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
		return intValue(1)
	}
	return intValue(0)
}

// maxArray is the largest length of an array.
const maxArray = 1 << 20

// What the interpreter throws when an operation cannot take effect; the package comment explains each.
const (
	errNoObject = -1
	errBounds   = -2
	errDivision = -3
	errNotHeld  = -4
	errDepth    = -5
)
