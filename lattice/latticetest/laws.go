// # All laws
//
// A name that stands in two lists is one law, of lattices and of states. A law
// of an ability is checked only of what has it.
//
//	of a lattice
//	absorption               joining with a meet, or meeting with a join, of oneself changes nothing
//	bounds/bottom            bottom lies below everything, adds nothing to a join and swallows a meet
//	bounds/top               top lies above everything, swallows a join and takes nothing from a meet
//	equal/allocates-nothing  comparing for equality allocates nothing
//	hash/equality            equal elements have the same hash
//	join/bound               the join lies above both operands
//	join/idempotent          the join of an element with itself is that element
//	join/least               no bound of both operands is better than the join
//	join/commutative         the order of the operands does not matter
//	join/associative         the grouping of three operands does not matter
//	join/monotone            larger operands give a larger result
//	join/shares              the join of ordered operands is the larger operand itself, and nothing is allocated
//	join/pointwise           a join is, part for part, that of the parts
//	json/valid               every element has JSON, and the same each time
//	json/injective           elements have the same JSON exactly if they are equal
//	leq/allocates-nothing    comparing allocates nothing
//	meet/bound               the meet lies below both operands
//	meet/idempotent          the meet of an element with itself is that element
//	meet/greatest            no bound of both operands is better than the meet
//	meet/commutative         the order of the operands does not matter
//	meet/associative         the grouping of three operands does not matter
//	meet/monotone            larger operands give a larger result
//	meet/shares              the meet of ordered operands is the smaller operand itself, and nothing is allocated
//	meet/pointwise           a meet is, part for part, that of the parts
//	merge/exact              Merge is the join, and names exactly the operands that it equals
//	merge/shares             where Merge names an operand the result is that operand itself, and nothing is allocated
//	narrow/between           narrowing lies between the old element and the next one below it
//	narrow/stabilises        every chain of narrowings is constant after the stated number of steps
//	narrow/pointwise         a narrowing is, part for part, that of the parts
//	operands/unchanged       no operation changes its operands, nor what an earlier one returned
//	operands/bottom-and-top  bottom and top are the same whenever one asks
//	order/reflexive          everything lies below itself
//	order/antisymmetric      what lies below each other is equal, and what is equal does
//	order/transitive         what lies below something that lies below c lies below c
//	order/join               a ≤ b exactly if their join is b
//	order/meet               a ≤ b exactly if their meet is a
//	print/injective          elements print alike exactly if they are equal
//	transfer/monotone        a transfer function maps larger elements to larger ones
//	widen/bound              widening lies above both operands, and with thresholds not above plain widening
//	widen/stable             widening by what lies below changes nothing
//	widen/stabilises         every chain of widenings is constant after the stated number of steps
//	widen/pointwise          a widening is, part for part, that of the parts
//
//	of a state
//	clone/equal              a clone equals the original
//	clone/independent        changing a clone leaves the original alone, and the other way round
//	clone-into               a clone in a spare's memory is independent; what the spare was cloned or merged into stays
//	equal/allocates-nothing  comparing for equality allocates nothing
//	hash/equality            equal elements have the same hash
//	json/valid               every element has JSON, and the same each time
//	json/equality            equal elements have the same JSON
//	json/injective           elements have the same JSON exactly if they are equal
//	leq/allocates-nothing    comparing allocates nothing
//	merge/bound              the result of merging lies above both states
//	merge/grew               merging reports growth exactly if the result differs from what the receiver was
//	merge/idempotent         merging a state with itself changes nothing
//	merge/other-unchanged    merging does not change the other state, at once or through what the result shares with it
//	merge/order              a lies below b exactly if merging a into b changes nothing
//	merge/least              no upper bound of both states is better than the result of merging them
//	merge/commutative        it does not matter which state is merged into which
//	merge/associative        the grouping of three states does not matter
//	merge/monotone           merging into a larger state gives a larger result
//	merge/shares             merging ordered states gives the upper one back and allocates nothing
//	merge/stabilises         without widening, every chain of merges is constant after the stated number of steps
//	narrow/between           narrowing lies between the old state and the next one below it
//	narrow/changed           narrowing reports a change exactly if the result differs from what the receiver was
//	narrow/other-unchanged   narrowing does not change the next state, at once or through what the result shares with it
//	narrow/stabilises        every chain of narrowings is constant after the stated number of steps
//	order/reflexive          everything lies below itself
//	order/antisymmetric      what lies below each other is equal, and what is equal does
//	order/transitive         what lies below something that lies below c lies below c
//	print/equality           equal elements print alike
//	print/injective          elements print alike exactly if they are equal
//	transfer/monotone        a transfer function maps larger states to larger ones
//	widen/bound              widening lies above both states
//	widen/grew               widening reports growth exactly if the result differs from what the receiver was
//	widen/stable             widening by what lies below changes nothing
//	widen/other-unchanged    widening does not change the next state, at once or through what the result shares with it
//	widen/stabilises         every chain of widenings is constant after the stated number of steps
//
//	of what elements mean, and of transfer functions
//	gamma/pick               what is picked from an element is contained in it
//	gamma/monotone           larger elements describe all that smaller ones do
//	gamma/extremes           bottom describes nothing and top everything
//	gamma/operations         joins and widenings keep what either operand describes, and meets what both do
//	gamma/of                 the element of a value describes it, and no smaller element does
//	gamma/insertion          an element that describes all that another does lies above it
//	transfer/sound           the abstract operation covers the concrete one
//	transfer/best            no smaller element covers all that the concrete operation gives
//	transfer/exact           the abstract operation describes what the concrete one gives and nothing else
//	transfer/monotone        a transfer function maps larger elements to larger ones
//	transfer/strict          a transfer function maps bottom to bottom
//	transfer/commutative     the order of the operands of a commutative operation does not matter
package latticetest
