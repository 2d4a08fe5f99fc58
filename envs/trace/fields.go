package trace

import "encoding/binary"

// fields reads the fields of a record. What is missing is zero, and the record bad.
type fields struct {
	b   []byte
	bad bool
}

func (f *fields) uvarint() uint64 {
	v, n := binary.Uvarint(f.b)
	if n <= 0 {
		f.bad, f.b = true, nil
		return 0
	}
	f.b = f.b[n:]
	return v
}

func (f *fields) varint() int64 { return unzigzag(f.uvarint()) }

func (f *fields) byte() byte {
	if len(f.b) == 0 {
		f.bad = true
		return 0
	}
	c := f.b[0]
	f.b = f.b[1:]
	return c
}

func (f *fields) take(n uint64) []byte {
	if n > uint64(len(f.b)) {
		f.bad, n = true, uint64(len(f.b))
	}
	b := f.b[:n]
	f.b = f.b[n:]
	return b
}

// count reads the number of elements that follow, of a byte or more each.
func (f *fields) count() int {
	n := f.uvarint()
	if n > uint64(len(f.b)) {
		f.bad, f.b = true, nil
		return 0
	}
	return int(n)
}
