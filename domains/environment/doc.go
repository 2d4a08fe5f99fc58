// Package environment maps variables to abstract values: the state that most analyses carry along a path.
//
//	d, err := environment.New[int](values)
//	e := d.Set(d.Set(d.Top(), x, five), y, small)
//	fmt.Println(e.Format(names)) // {x: 5, y: [0, 10]}
//
// An environment describes the assignments in which every variable has one of the values that its abstract value
// describes. A variable of which nothing is known, whose value is top, is not stored. So joins keep the common
// variables only, and top is empty. If the value of one variable is bottom, no assignment is described. The environment
// then collapses to bottom, which says that the point is not reached. SPARTA's AbstractEnvironment has the same two
// rules. Without the second one, two environments that describe nothing would differ.
//
// There are two forms.
//
//	Env     a persistent map (lattice.Map)       any number of variables; joins and comparisons pass over
//	        of integers to a lattice             what two environments share; a Domain has its operations
//	Sparse  a slice of keys and values,          the registers of a function, of which few have a value;
//	        in order, changed in place           keys of any type; the values need a join only
//
// The first collapses to bottom, as above. A Sparse does not: the value of the keys that it does not store may be
// bottom, as in "no secret is here", or any other.
//
// lattice.NewStates makes states of Envs for an engine. A checker's state has a Sparse for a field, which has a name:
// what is embedded brings methods that the drivers would take for the state's. A Sparse does not widen; where values
// need it, use an Env. For some dozens of variables that all have a value, see lattice.Dense.
//
// Widening and narrowing work variable by variable, by the abilities of the values. Widening needs no bound on the
// variables, since variables only vanish.
package environment
