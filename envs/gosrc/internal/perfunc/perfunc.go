// Package perfunc keeps what is found out of the functions of a program one by one, when it is first asked for.
package perfunc

import (
	"sync"
	"sync/atomic"

	"github.com/seed38182bad/parallax/envs"
)

// A Table has a value for each function. The zero value is ready for use, also by several goroutines: these may find
// a value twice, and see one of both.
type Table[T any] struct {
	once sync.Once
	all  []atomic.Pointer[T]
}

// Of is the value of a function, one of n, that find finds.
func (t *Table[T]) Of(n int, id envs.FuncID, find func(envs.FuncID) T) T {
	t.once.Do(func() { t.all = make([]atomic.Pointer[T], n) })
	if v := t.all[id].Load(); v != nil {
		return *v
	}
	v := find(id)
	t.all[id].Store(&v)
	return v
}
