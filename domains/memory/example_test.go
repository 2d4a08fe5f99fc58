package memory_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// A list is built in a loop; each node is filled in while it is the latest one:
//
//	list := nil
//	for … {
//		p := new(node)
//		p.next = list
//		list = p
//	}
func Example() {
	const (
		list, p = pointer.Var(0), pointer.Var(1)
		node    = pointer.Site(1)
		next    = pointer.Field(0)
	)
	ptr := pointer.Domain{Limit: 8}
	d := memory.New(ptr)

	head := d.Assign(d.Empty(), list, ptr.Nil())
	for {
		m := d.Allocate(head, node, ptr.Nil())
		m = d.Assign(m, p, ptr.To(pointer.Recent(node)))
		m = d.Store(m, d.Var(m, p), next, d.Var(m, list))
		fmt.Println("the next of p:", d.Load(m, d.Var(m, p), next))
		m = d.Assign(m, list, d.Var(m, p))
		m = d.Assign(m, p, ptr.Top()) // p ends here
		joined := d.Join(head, m)
		if d.Equal(joined, head) {
			break
		}
		head = joined
	}
	fmt.Println(head)

	paths := accesspath.Domain{}
	fmt.Println("list and list.next may be one:",
		d.MayAlias(head, paths.Of(list), paths.Of(list, next)))
	// Output:
	// the next of p: {nil}
	// the next of p: {#1* nil}
	// the next of p: {#1* nil}
	// the next of p: {#1* nil}
	// {{v0: {#1 nil}} {#1: {f0: {#1* nil}, else {nil}}, #1*: {f0: {#1* nil}, else {nil}}}}
	// list and list.next may be one: false
}

// A store through a pointer to one instance replaces, any other adds; through a
// pointer that is nil nothing goes on.
func TestStrongAndWeakUpdate(t *testing.T) {
	ptr := pointer.Domain{}
	d := memory.New(ptr)
	one, two := pointer.Recent(1), pointer.Recent(2)
	m := d.Allocate(d.Allocate(d.Empty(), 1, ptr.Nil()), 2, ptr.Nil())
	holds := func(m memory.Memory[pointer.Set], o pointer.Object, want string) {
		t.Helper()
		require.Equal(t, want, d.Load(m, ptr.To(o), 0).String(), m.String())
	}

	strong := d.Store(m, ptr.Join(ptr.To(one), ptr.Nil()), 0, ptr.To(two))
	holds(strong, one, "{#2}")
	holds(strong, two, "{nil}")

	either := d.Store(m, ptr.To(one, two), 0, ptr.To(two))
	holds(either, one, "{#2 nil}")
	holds(either, two, "{#2 nil}")

	aged := d.Allocate(strong, 1, ptr.Nil())
	holds(aged, pointer.Old(1), "{#2}")
	holds(aged, one, "{nil}")
	weak := d.Store(aged, ptr.To(pointer.Old(1)), 0, ptr.To(one))
	holds(weak, pointer.Old(1), "{#1 #2}")

	anywhere := d.Store(aged, ptr.NonNil(), 0, ptr.To(one))
	holds(anywhere, pointer.Old(1), "{#1 #2}")
	holds(anywhere, two, "{#1 nil}")

	require.False(t, d.Reached(d.Store(m, ptr.Nil(), 0, ptr.Nil())))
	require.False(t, d.Reached(d.Store(m, ptr.To(pointer.Recent(9)), 0, ptr.Nil())))
	require.True(t, d.Equal(d.Top(), d.Store(d.Top(), ptr.To(one), 0, ptr.Nil())))
	require.False(t, d.Reached(d.Copy(m, ptr.To(one), ptr.Nil())))
}

// Two paths cut short stand for many, and alias for certain only if they have
// but one object between them.
func TestOpenPathsAlias(t *testing.T) {
	ptr, paths := pointer.Domain{}, accesspath.Domain{Limit: 1}
	d := memory.New(ptr)
	m := d.Allocate(d.Allocate(d.Empty(), 1, ptr.Nil()), 2, ptr.Nil())
	m = d.Assign(m, 0, ptr.To(pointer.Recent(1)))
	open := paths.From(0)
	require.True(t, d.MustAlias(m, open, open))
	m = d.Store(m, ptr.To(pointer.Recent(1)), 0, ptr.To(pointer.Recent(2)))
	require.False(t, d.MustAlias(m, open, open))
	require.True(t, d.MayAlias(m, open, open))
	require.True(t, d.MustAlias(m, paths.Of(0), paths.Of(0)))
	require.Equal(t, "{#1 #2 nil}", d.Resolve(m, open).String())
}
