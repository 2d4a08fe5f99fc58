package wire

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"github.com/seed38182bad/parallax/envs"
)

// A Ring is shared memory through which one program with probes is observed. It is used by one goroutine at a time.
type Ring struct {
	file   *os.File
	mem    []byte
	chunks uint64

	active    []*stream   // looked at in each pass
	idle      []*stream   // had nothing for a while: looked at in turn
	waiting   waitingList // have a record whose number is not next
	collector *stream     // the stream of freed objects, when its turn has come
	spare     []*stream
	other     []*stream
	seen      uint32
	next      uint64 // number of the record that comes next
	skipped   uint64

	collect   uint64 // number of the Collected that is next, once it is known; 0 if another record is
	collected uint64 // number of the latest whose Freed may be read
}

// ringOptions are sizes; the zero value is what is usual.
type ringOptions struct {
	// Chunks is how many chunks of chunkBytes there can be. Each goroutine with probes that is alive has one. The others
	// are full, and the observer has yet to read them. 0 means 1<<21, which is 8 GiB of address space. Only those in use
	// take memory.
	Chunks int
	// Behind is how many full chunks the observer may be behind before the program has to wait. 0 means 4096, which is 16
	// MB and a second or so of the observer's time. A program with timeouts should seldom have to wait, and then for
	// short.
	Behind int
}

// NewRing makes a ring for one run of one program. It takes no name in any file system, and is gone when the observer
// and the program are.
func NewRing() (*Ring, error) { return newRing(ringOptions{}) }

func newRing(opts ringOptions) (*Ring, error) {
	if opts.Chunks <= 0 {
		opts.Chunks = 1 << 21
	}
	if opts.Behind <= 0 {
		opts.Behind = 4096
	}
	f, err := anonymous()
	if err != nil {
		return nil, fmt.Errorf("ring: cannot make shared memory: %w", err)
	}
	size := headerBytes + int64(opts.Chunks)*chunkBytes
	if err := f.Truncate(size); err != nil {
		f.Close()
		return nil, fmt.Errorf("ring: cannot make shared memory of %d bytes: %w", size, err)
	}
	const prot, flags = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_SHARED | syscall.MAP_NORESERVE
	mem, err := syscall.Mmap(int(f.Fd()), 0, int(size), prot, flags)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("ring: cannot map %d bytes: %w; want so much address space, "+
			"of which little becomes memory: no lower limit on it (ulimit -v)", size, err)
	}
	r := &Ring{file: f, mem: mem, chunks: uint64(opts.Chunks), next: 1}
	*r.word(offVersion) = version | chunkBytes<<32
	*r.word(offChunks) = r.chunks
	*r.word(offLimit) = uint64(opts.Behind)
	atomic.StoreUint64(r.word(offMagic), magic)
	return r, nil
}

var memfdCreate = map[string]uintptr{"amd64": 319, "arm64": 279}

func anonymous() (*os.File, error) {
	name := []byte("parallax\x00")
	if nr, ok := memfdCreate[runtime.GOARCH]; ok {
		const closeOnExec = 1
		fd, _, errno := syscall.Syscall(nr, uintptr(unsafe.Pointer(&name[0])), closeOnExec, 0)
		if errno == 0 {
			return os.NewFile(fd, "parallax ring"), nil
		}
	}
	f, err := os.CreateTemp("", "parallax-ring-")
	if err != nil {
		return nil, err
	}
	return f, os.Remove(f.Name())
}

// Env is the setting, "NAME=value", that the program must have in its environment. The first process with probes that
// has it takes the ring; others, as those that the program starts, find it taken and write nothing.
func (r *Ring) Env() string {
	return fmt.Sprintf("%s=/proc/%d/fd/%d", EnvVar, os.Getpid(), r.file.Fd())
}

// Perturb says, before the program runs, with which seed it delays its goroutines, and where rather than elsewhere.
func (r *Ring) Perturb(seed uint64, suggested []envs.Point) {
	*r.word(offSeed) = seed
	for _, p := range suggested {
		bit := suggestedBit(p)
		*r.word(offSuggested + int(bit/64*8)) |= 1 << (bit % 64)
	}
}

// Delays is how often goroutines were to be delayed, and for how long in all.
func (r *Ring) Delays() (n uint64, all time.Duration) {
	us := atomic.LoadUint64(r.word(offDelayed))
	return atomic.LoadUint64(r.word(offDelays)), time.Duration(us) * time.Microsecond
}

// Lost is how often records were dropped so far since all chunks were in use.
func (r *Ring) Lost() uint64 { return atomic.LoadUint64(r.word(offLost)) }

// Ending is how the program has ended, as far as it says so itself.
func (r *Ring) Ending() Ending {
	end := atomic.LoadUint64(r.word(offEnd))
	return Ending{Asleep: end == endAsleep, Cut: end == endTimedOut}
}

// Close gives the memory back. A program that still runs goes on without probes.
func (r *Ring) Close() error {
	if r.mem == nil {
		return nil
	}
	err := syscall.Munmap(r.mem)
	r.mem = nil
	if cerr := r.file.Close(); err == nil {
		err = cerr
	}
	return err
}

func (r *Ring) word(off int) *uint64 { return (*uint64)(unsafe.Pointer(&r.mem[off])) }

func (r *Ring) chunk(i uint64) *[chunkBytes / 8]uint64 {
	return (*[chunkBytes / 8]uint64)(unsafe.Pointer(&r.mem[headerBytes+(i-1)*chunkBytes]))
}
