// Package environment maps variables to abstract values: the state that most
// analyses carry along a path.
//
//	d, err := environment.New[int](values)
//	e := d.Set(d.Set(d.Top(), x, five), y, small)
//	fmt.Println(e.Format(names)) // {x: 5, y: [0, 10]}
//
// An environment describes the assignments in which every variable has one of the
// values that its abstract value describes. A variable of which nothing is known,
// whose value is top, is not stored; so joins keep the common variables only, and
// top is empty. If one variable can have no value, no assignment is described:
// the environment collapses to bottom, which says that the point is not
// reached. (In SPARTA's AbstractEnvironment the same two rules hold; without the
// second, two environments that describe nothing would differ.)
//
// There are two forms.
//
//   - Domain and Env: persistent maps (lattice.Map), for any number of variables.
//     Joining and comparing pass over what two environments share, and the join of
//     ordered environments is one of them. lattice.NewStates makes states of them
//     for an engine.
//   - Denses and Dense: a slice of values, changed in place, for some dozens of
//     variables. It is a state itself. Merging allocates nothing.
//
// Widening and narrowing work variable by variable, by the abilities of the
// values. Widening needs no bound on the variables, since variables only vanish.
package environment
