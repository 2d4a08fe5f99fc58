package trace

import (
	"encoding/binary"
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// events decodes a block with events. more is false if f wants no more.
func (b *blocks) events(h blockHeader, contents []byte, f func(*envs.Event) bool) (more bool, err error) {
	n, size := binary.Uvarint(contents)
	if size <= 0 || n > uint64(len(contents)-size) {
		return true, b.defect(int64(h.events), "the frames of the threads are cut off")
	}
	frames, p := contents[size:size+int(n)], contents[size+int(n):]
	base := b.offset + headerSize + int64(size) + int64(n)
	lenient := b.r.opts.Lenient
	if lenient && !b.tracker.begin(frames, f) {
		return false, nil
	}

	var (
		ctx     context
		ev      envs.Event
		thread  uint64
		ops     = b.defs.ops
		i       int
		done    uint32 // events so far
		unknown int64  // of them, those with operations that are not known
		unfit   int64  // and those that do not fit the frames
	)
	uvarint := func() (v uint64, ok bool) {
		v, n := binary.Uvarint(p[min(i, len(p)):])
		if n <= 0 {
			return 0, false
		}
		i += n
		return v, true
	}
	cut := func(at int) (bool, error) {
		err := b.error("an event is cut off, %d events before the end of its block", h.events-min(done, h.events))
		err.Offset = base + int64(at)
		return true, b.fail(err, int64(h.events)-int64(min(done, h.events)))
	}
	for i < len(p) {
		at := i
		c := p[i]
		i++
		fn := envs.FuncID(-1)
		if c < otherEvent {
			if c&threadBit != 0 {
				if i < len(p) && p[i] < 0x80 {
					thread = uint64(p[i])
					i++
				} else if v, ok := uvarint(); ok {
					thread = v
				} else {
					return cut(at)
				}
			}
			z := uint64(c & lowBits)
			if c&moreBit != 0 {
				if i < len(p) && p[i] < 0x80 {
					z |= uint64(p[i]) << 3
					i++
				} else if v, ok := uvarint(); ok {
					z |= v << 3
				} else {
					return cut(at)
				}
			}
			last := &ctx.ops[thread&threadMask]
			*last += uint32(unzigzag(z))
			var op definedSite
			if int(*last) < len(ops) {
				op = ops[*last]
			}
			ev.Thread, ev.PC, ev.Obj = envs.Thread(thread), op.pc, op.obj
			fn = op.fn
			switch c >> objShift & 3 {
			case slotObj:
				if i >= len(p) {
					return cut(at)
				}
				ev.Obj = ctx.recent[p[i]]
				i++
			case doneObj:
				ev.Done = true
				fallthrough
			case fullObj:
				v, ok := uvarint()
				if !ok {
					return cut(at)
				}
				ctx.obj += uint64(unzigzag(v))
				ctx.recent[slotOf(ctx.obj)] = ctx.obj
				ev.Obj = ctx.obj
			}
			if !op.known {
				if !lenient {
					return true, b.fail(b.errorAt(base+int64(at), "a step of operation %d, want one of the %d that are defined", *last, len(ops)), 1)
				}
				unknown++
				done++
				ev = envs.Event{}
				continue
			}
		} else {
			ev = envs.Event{}
			if c&threadBit != 0 {
				v, ok := uvarint()
				if !ok {
					return cut(at)
				}
				thread = v
			}
			ev.Thread = envs.Thread(thread)
			flag := c&flagBit != 0
			switch c & codeBits {
			case enterCode:
				v, ok := uvarint()
				if !ok {
					return cut(at)
				}
				ev.Kind, ev.Direct, ev.Func = envs.Enter, flag, envs.FuncID(v)
			case leaveCode:
				ev.Kind, ev.Done = envs.Leave, flag
			case endCode:
				ev.Kind, ev.Done = envs.End, flag
			case signalCode, observeCode:
				ev.Kind, ev.Done = envs.Signal, flag
				if c&codeBits == observeCode {
					ev.Kind = envs.Observe
				}
				if c&slotBit != 0 {
					if i >= len(p) {
						return cut(at)
					}
					ev.Obj = ctx.recent[p[i]]
					i++
				} else if v, ok := uvarint(); ok {
					ctx.obj += uint64(unzigzag(v))
					ctx.recent[slotOf(ctx.obj)] = ctx.obj
					ev.Obj = ctx.obj
				} else {
					return cut(at)
				}
			default:
				later, n := "", 0
				if c == otherEvent|anyCode {
					later, n = decodeAny(p[i:], &ev)
				} else {
					later, n = skipNew(c, p[i:])
				}
				if n < 0 {
					return cut(at)
				}
				i += n
				if later != "" {
					if err := b.fail(b.errorAt(base+int64(at), "%s: it is of a later version of the format", later), 1); err != nil {
						return true, err
					}
					done++
					ev = envs.Event{}
					continue
				}
			}
		}
		done++
		if lenient && !b.tracker.fits(&ev, fn) {
			unfit++
		} else if !f(&ev) {
			return false, nil
		}
		if ev.Kind != envs.Step || ev.Done {
			ev = envs.Event{}
		}
	}
	if unknown > 0 {
		b.fail(b.error("%d events of the block are of operations whose definitions are lost", unknown), unknown)
	}
	if unfit > 0 {
		b.fail(b.error("%d events of the block do not fit the frames that are known", unfit), unfit)
	}
	if done != h.events {
		return true, b.defect(max(int64(h.events)-int64(done), 0), "the block has %d events, want the %d that its header tells of", done, h.events)
	}
	return true, nil
}

// fail is defect for an error with a place of its own.
func (b *blocks) fail(err *Error, events int64) error {
	if e := b.r.defect(err, events); e != nil {
		b.err, b.over = e, true
		return e
	}
	return nil
}

func (b *blocks) errorAt(offset int64, format string, args ...any) *Error {
	return &Error{File: b.r.name, Offset: offset, Msg: fmt.Sprintf(format, args...)}
}

// decodeAny decodes the fields of an event of any sort. n is how many bytes they take, -1
// if they are cut off; later tells of a kind that is not known.
func decodeAny(p []byte, ev *envs.Event) (later string, n int) {
	if len(p) < 2 {
		return "", -1
	}
	c := fields{b: p[2:]}
	*ev = envs.Event{
		Kind: envs.EventKind(p[0]), Done: p[1]&1 != 0, Direct: p[1]&2 != 0,
		Thread: envs.Thread(c.varint()), Func: envs.FuncID(c.varint()), PC: int32(c.varint()), Check: int32(c.varint()),
		Obj: c.uvarint(),
	}
	count := c.uvarint()
	if count > uint64(len(c.b)) { // each value takes two bytes at least
		return "", -1
	}
	for range count {
		k := machine.Kind(c.byte())
		bits := c.uvarint()
		if k != machine.NoKind && !k.Valid() {
			later = fmt.Sprintf("a value of kind %d", k)
			continue
		}
		ev.Values = append(ev.Values, k.Bitwise(bits))
	}
	if c.bad {
		return "", -1
	}
	if ev.Kind > envs.Observe {
		later = fmt.Sprintf("an event of kind %d, want one up to %d", ev.Kind, envs.Observe)
	}
	return later, len(p) - len(c.b)
}

// skipNew passes over an event that begins with c and is not known.
func skipNew(c byte, p []byte) (later string, n int) {
	if c != otherEvent|newCode {
		return "", -1
	}
	f := fields{b: p}
	sort := f.uvarint()
	f.take(f.uvarint())
	if f.bad {
		return "", -1
	}
	return fmt.Sprintf("an event of sort %d", sort), len(p) - len(f.b)
}
