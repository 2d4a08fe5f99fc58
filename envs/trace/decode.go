package trace

import (
	"encoding/binary"
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// decoder decodes the events of a block.
type decoder struct {
	b      *blocks
	p      []byte // events, with zeros behind them
	i      int    // of the next one
	n      int    // where they end
	base   int64  // the offset of p in the file
	thread uint64
	ctx    context
	ev     envs.Event
	fn     envs.FuncID // of a Step's operation, -1 if it is not known

	unknown int64 // events of operations that are not known
	unfit   int64 // events that do not fit the frames
}

// shortThread is the largest thread whose number takes one byte.
const shortThread = 0x7f

// events decodes a block with events. more is false if f wants no more.
func (b *blocks) events(h blockHeader, contents []byte, f func(*envs.Event) bool) (more bool, err error) {
	n, size := binary.Uvarint(contents)
	if size <= 0 || n > uint64(len(contents)-size) {
		return true, b.defect(int64(h.events), "the frames of the threads are cut off")
	}
	from := size + int(n)
	if b.track && !b.tracker.begin(contents[size:from], f) {
		return false, nil
	}
	d := &b.decoder
	*d = decoder{b: b, p: contents[from : len(contents)+padding], n: len(contents) - from, base: b.offset + headerSize +
		int64(from)}
	if b.track {
		deliver := f
		f = func(ev *envs.Event) bool {
			if b.tracker.fits(ev, d.fn) {
				return deliver(ev)
			}
			d.unfit++
			return true
		}
	}
	done, more, err := d.each(f)
	if err != nil || !more {
		return more, err
	}
	if d.unknown > 0 {
		b.r.defect(b.error("%d events of the block are of operations whose definitions are lost", d.unknown), d.unknown)
	}
	if d.unfit > 0 {
		if b.r.opts.Lenient {
			b.r.defect(b.error("%d events of the block do not fit the frames that are known", d.unfit), d.unfit)
		} else { // of threads whose frames are not known after a Skip
			b.r.skipped += d.unfit
		}
	}
	switch left := int64(h.events) - done; {
	case d.i < d.n:
		err := d.error(d.i, "an event is cut off or damaged: want %d events more in the block", left)
		return true, b.fail(err, max(left, 0))
	case left != 0:
		return true, b.defect(max(left, 0), "the block has %d events, want the %d that its header tells of", done, h.events)
	}
	return true, nil
}

// lengths are masks for so many bytes.
var lengths = [4]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1}

// each decodes events until one cannot be decoded, at which it stays, and says how many
// it has seen.
func (d *decoder) each(f func(*envs.Event) bool) (done int64, more bool, err error) {
	ops, p, ev, last := d.b.defs.ops, d.p, &d.ev, &d.ctx.ops
	before := d.thread // which is not up to date while no other event is decoded
	i := 0
	for i < d.n {
		start := i
		// A Step in which all is short, and which has no object written in full. What it
		// consists of is found without branches, which could not be foreseen.
		b := (*[16]byte)(p[i:])
		c := b[0]
		named := int(c >> 6 & 1)
		thread := before
		if first := uint64(b[1]); named != 0 {
			thread = first
		}
		if named != 0 && thread > shortThread {
			thread = thread&shortThread | uint64(b[2])<<7
			named++
		}
		length := int(c >> lenShift & 3)
		z := uint64(binary.LittleEndian.Uint32(b[1+named&3:]))&lengths[length]<<2 | uint64(c&lowBits)
		number := uint64(last[thread&threadMask] + uint32(unzigzag(z)))
		i += 1 + named + length
		if c&(otherEvent|fullObj<<objShift) == 0 && (thread < 1<<14 || named == 0) && number < uint64(len(ops)) &&
			ops[number].pc >= 0 && i < d.n+int(^c>>objShift&1) {
			op := &ops[number]
			last[thread&threadMask], before = uint32(number), thread
			ev.Thread, ev.PC, ev.Obj, ev.Done, ev.Func, d.fn = envs.Thread(thread), op.pc, op.obj, op.done, op.name, op.fn
			if c&(slotObj<<objShift) != 0 {
				ev.Obj = d.ctx.recent[p[i]]
				i++
			}
			done++
			if !f(ev) {
				return done, false, nil
			}
			continue
		}
		*ev = envs.Event{}
		d.i, d.thread = start, before
		ok, skip, err := d.slow()
		if err != nil || !ok {
			return done, true, err
		}
		i, before = d.i, d.thread
		done++
		if !skip && !f(ev) {
			return done, false, nil
		}
		*ev = envs.Event{}
	}
	d.i = i
	return done, true, nil
}

// slow decodes any event. It is not ok if the event is cut off. One that is to be skipped
// has been counted.
func (d *decoder) slow() (ok, skip bool, err error) {
	start := d.i
	c := fields{b: d.p[start:d.n]}
	d.fn = -1
	first := c.byte()
	later := ""
	if first < otherEvent {
		number := d.step(first, &c)
		if c.bad {
			return false, false, nil
		}
		switch ops := d.b.defs.ops; {
		case uint64(number) < uint64(len(ops)) && ops[number].pc >= 0:
			op := &ops[number]
			d.ev.PC, d.ev.Func, d.fn = op.pc, op.name, op.fn
			d.ev.Done = op.done != (first>>objShift&3 == doneObj)
			if first>>objShift&3 == ownObj {
				d.ev.Obj = op.obj
			}
		case d.b.r.opts.Lenient:
			d.unknown++
			skip = true
		default:
			return false, false, d.b.fail(d.error(start, "a step of operation %d, want one of the %d that are defined", number,
				len(ops)), 1)
		}
	} else {
		later = d.other(first, &c)
		if c.bad {
			return false, false, nil
		}
	}
	d.i = d.n - len(c.b)
	if later != "" {
		skip = true
		err = d.b.fail(d.error(start, "%s: it is of a later version of the format", later), 1)
	}
	return true, skip, err
}

// step decodes a Step but for what its operation says, and gives the number of that.
func (d *decoder) step(first byte, c *fields) uint32 {
	if first&threadBit != 0 {
		d.thread = c.uvarint()
	}
	z := uint64(first & lowBits)
	for i := range first >> lenShift & 3 {
		z |= uint64(c.byte()) << (2 + 8*i)
	}
	last := &d.ctx.ops[d.thread&threadMask]
	*last += uint32(unzigzag(z))
	d.ev.Thread = envs.Thread(d.thread)
	switch first >> objShift & 3 {
	case slotObj:
		d.ev.Obj = d.ctx.recent[c.byte()]
	case fullObj, doneObj:
		d.ev.Obj = d.full(c)
	}
	return *last
}

// full decodes an object that is written in full.
func (d *decoder) full(c *fields) uint64 {
	d.ctx.obj += uint64(c.varint())
	d.ctx.recent[slotOf(d.ctx.obj)] = d.ctx.obj
	return d.ctx.obj
}

// other decodes what is no short Step. It says what is not known, if so.
func (d *decoder) other(first byte, c *fields) (later string) {
	ev := &d.ev
	if first&codeBits == anyCode || first&codeBits == newCode {
		if first == otherEvent|anyCode {
			r := record{fields: *c, reads: true}
			later = r.event(ev)
			*c = r.fields
			return later
		}
		sort := c.uvarint()
		c.take(c.uvarint())
		c.bad = c.bad || first != otherEvent|newCode
		return fmt.Sprintf("an event of sort %d", sort)
	}
	if first&threadBit != 0 {
		d.thread = c.uvarint()
	}
	ev.Thread = envs.Thread(d.thread)
	flag := first&flagBit != 0
	switch first & codeBits {
	case enterCode:
		ev.Kind, ev.Direct, ev.Func = envs.Enter, flag, envs.FuncID(c.uvarint())
	case leaveCode:
		ev.Kind, ev.Done = envs.Leave, flag
	case endCode:
		ev.Kind, ev.Done = envs.End, flag
	case signalCode, observeCode, forgetCode:
		switch first & codeBits {
		case signalCode:
			ev.Kind = envs.Signal
		case observeCode:
			ev.Kind = envs.Observe
		default:
			ev.Kind = envs.Forget
		}
		ev.Done = flag
		if first&slotBit != 0 {
			ev.Obj = d.ctx.recent[c.byte()]
		} else {
			ev.Obj = d.full(c)
		}
	default:
		c.bad = true
	}
	return ""
}

func (d *decoder) error(at int, format string, args ...any) *Error {
	return &Error{File: d.b.r.name, Offset: d.base + int64(at), Msg: fmt.Sprintf(format, args...)}
}
