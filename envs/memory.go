package envs

// Sharing is what is known, at little cost, of who else may access the memory that an operation accesses.
type Sharing interface {
	// MayShare reports whether another thread may have accessed the memory that this operation accesses, or can reach
	// it now. Unless Memory or Races are required, over all paths only what never leaves its frame is not shared.
	//
	// Of a run that is shown again it is known who accesses the memory later. Then it is not shared if all that other
	// threads do with it happens after this operation, in whatever order locks are taken. That is known if Races
	// are required.
	MayShare() bool
	// MayReach reports whether another thread might access the memory now, under this schedule or another one. A run
	// does not know who refers to what, and says so of all memory that does not belong to its frame.
	MayReach() bool
	// MayWrite reports whether the memory may be written at all after its object was published: when it may be shared.
	MayWrite() bool
}

// Memory is what is known of the memory that an operation accesses. What it knows of Sharing is more precise.
type Memory interface {
	Sharing
	// Variable is the memory that this operation accesses. It is 0 if the operation accesses none or nothing is known of
	// it, or if it Splits: then the operations after it have the variables.
	Variable() Variable
	// MustBeVariable reports whether two Variables are certainly one cell of memory. That a Variable must be the same as
	// itself says that it is a single cell; over all paths it may stand for several ones.
	MustBeVariable(a, b Variable) bool
	// VariableName names a variable for people and for keys of findings. Several variables may have one name.
	VariableName(Variable) string
	// MustPrecede reports whether all that other threads do with the memory happens after this operation. That is so if
	// the memory is not shared. In a run that is shown again, the order in which locks were taken may also make it so, as
	// when an object is published under a lock. Then the memory may still be shared.
	MustPrecede() bool
}

// Races are what is known of the accesses of others to the memory that an operation accesses.
type Races interface {
	// MayRace are accesses that may be in a data race with this one: of the same Variable, one of the two a write, and
	// not certainly ordered. They are accesses of the run so far, or of the program. Common locks do not order, but in
	// a run the order in which they were taken does. The slice is valid until the next question.
	//
	// It is a sample. An access is left out if a later one stands for it in all questions to come. A run keeps 256. Over
	// all paths only a few are kept of those that differ in their place alone.
	//
	// Over all paths objects are assumed to be published safely: what is done to memory that nobody else can reach yet
	// happens before what others do. Two more orders are known: what a thread does before it starts another one, and
	// after it has waited for the other one's end. The wait is for a thread by itself, or at a group or channel that
	// the function has made. All threads must have told it that the function has started to do so, as their last act.
	// If it is not known how often a group is told, it is as often as was announced.
	MayRace() []Access
	// Excluded says in a word or two why this operation's access and another one, of the same Variable, cannot be a data
	// race, as "read-only" does. It is empty if they may be one.
	Excluded(Access) string
}

// Sequence is which of two accesses came first, where a run may be shown in another order.
type Sequence interface {
	// MayComeLater are those of MayRace that were shown before this operation, but may have been made after it. ok is
	// false if there may be others. There are none if a run shows accesses in the order in which they were made
	// (see Knowledge.Sequenced).
	MayComeLater() (accesses []Access, ok bool)
}
