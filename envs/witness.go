package envs

// A Witness is a set of ways in which an execution shows what was found over all paths. It needs to know no more of a
// finding than its places: where it shows, its cause, and the steps of its story.
type Witness uint8

// The ways.
const (
	// Between: in one call of the finding's function, a thread accesses an object at one of the places. Then another
	// thread writes it, which the call has not started. Then the first thread makes an access at another place, or in
	// what it calls where the finding shows. All that is of the innermost call, if the function calls itself. If the
	// call comes to a place another time, what it has done since the time before no longer counts.
	Between Witness = 1 << iota
	// Racing: two accesses race, each at one of the places.
	Racing
	// Stuck: in a deadlock, or when the test has passed, a thread waits at one of the places, or in what it calls there.
	// Nothing wakes it. If threads may wait where the finding shows, it waits there.
	Stuck
	// Ending: a panic or a fatal error ends the execution at one of the places, and not in what is called there.
	Ending
	// Circle: as Stuck, and a thread waits at each place where the finding shows.
	Circle
)
