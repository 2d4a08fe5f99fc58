package wire

import "iter"

// A Batch is some records of one stream, in the order in which its goroutine wrote them. Numbered records come in the
// order of their numbers across all streams, and the Start of a goroutine comes after its Fork.
type Batch struct {
	Stream uint32   // a goroutine: numbered from 1 in order of appearance
	Words  []uint64 // whole records, without Next and End; valid until the next batch is asked for
	Ended  bool     // the goroutine is no more
}

// Batches is a source of records, such as a Ring. Iteration ends with the run. An error comes with an empty batch, and
// ends it if it is the last pair.
type Batches = iter.Seq2[Batch, error]
