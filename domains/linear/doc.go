// Package linear has linear expressions and intervals over the integers: what
// the relational domains are assigned, tested against and asked about.
//
//	i, n := linear.Var(0), linear.Var(1)
//	e := i.Times(2).Minus(n).Plus(linear.Const[int](3)) // 2*x0 - x1 + 3
//
// Numbers are mathematical integers. Where they leave the range of an int64, a
// bound of an interval becomes infinite and an expression becomes unknown. This
// covers what the exact result would be; nothing wraps.
package linear
