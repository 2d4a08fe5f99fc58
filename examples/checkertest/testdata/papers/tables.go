package main

import "sync"

// The rows of tables 3.1 and 3.2: each thread is a method, each view a block. The threads
// come in the order of their names, and a run shows a conflict where it is complete: at
// the end of the last block that has part in it.

// Row1 has no view of both.
type Row1 struct {
	mu   sync.Mutex
	x, y int
}

func (r *Row1) a() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
}

func (r *Row1) b() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
}

// Row2 is taken as a whole by a, in parts by b.
type Row2 struct {
	mu   sync.Mutex
	x, y int
}

func (r *Row2) a() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock() // want paths: view-inconsistency
}

func (r *Row2) b() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock() // want view-inconsistency
}

// Row3 is as Row2; that a has views of the parts, too, changes nothing.
type Row3 struct {
	mu   sync.Mutex
	x, y int
}

func (r *Row3) a() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
}

func (r *Row3) b() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock() // want view-inconsistency
}

// Row4 has views of b that are a chain inside of that of a.
type Row4 struct {
	mu      sync.Mutex
	x, y, z int
}

func (r *Row4) a() {
	r.mu.Lock()
	r.x, r.y, r.z = 1, 1, 1
	r.mu.Unlock()
}

func (r *Row4) b() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock()
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
}

// Row5 is taken as a whole by c, in parts by e. That d takes one of the parts is none of it.
type Row5 struct {
	mu   sync.Mutex
	x, y int
}

func (r *Row5) c() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock() // want paths: view-inconsistency
}

func (r *Row5) d() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
}

func (r *Row5) e() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock() // want view-inconsistency
}

// Row6 is taken in parts by no single thread.
type Row6 struct {
	mu   sync.Mutex
	x, y int
}

func (r *Row6) c() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock()
}

func (r *Row6) d() {
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
}

func (r *Row6) e() {
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
}

// Row7 has overlaps with each view of others that are chains, of one part each.
type Row7 struct {
	mu      sync.Mutex
	x, y, z int
}

func (r *Row7) c() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock()
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
}

func (r *Row7) d() {
	r.mu.Lock()
	r.y, r.z = 1, 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.z = 1
	r.mu.Unlock()
}

func (r *Row7) e() {
	r.mu.Lock()
	r.z, r.x = 1, 1
	r.mu.Unlock()
	r.mu.Lock()
	r.z = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
}

// Row8 differs from Row7 in the last view of c. The table has {y, z} of c against d. By the
// definition {z, x} of e is in conflict with c as well, which has {x} and {z} of it.
type Row8 struct {
	mu      sync.Mutex
	x, y, z int
}

func (r *Row8) c() {
	r.mu.Lock()
	r.x, r.y = 1, 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.y, r.z = 1, 1
	r.mu.Unlock() // want paths: view-inconsistency
}

func (r *Row8) d() {
	r.mu.Lock()
	r.y, r.z = 1, 1
	r.mu.Unlock()
	r.mu.Lock()
	r.y = 1
	r.mu.Unlock() // want paths: view-inconsistency
	r.mu.Lock()
	r.z = 1
	r.mu.Unlock() // want view-inconsistency
}

func (r *Row8) e() {
	r.mu.Lock()
	r.z, r.x = 1, 1
	r.mu.Unlock() // want view-inconsistency
	r.mu.Lock()
	r.z = 1
	r.mu.Unlock()
	r.mu.Lock()
	r.x = 1
	r.mu.Unlock()
}
