package explore

import "fmt"

// A Replay executes one schedule.
type Replay struct {
	schedule Schedule
	begun    bool
	at       int
	err      error
}

// NewReplay makes a strategy that executes a schedule once. The execution ends with the schedule.
func NewReplay(s Schedule) *Replay { return &Replay{schedule: s} }

// Begin begins the only execution.
func (r *Replay) Begin() bool {
	first := !r.begun
	r.begun = true
	return first
}

// Order is nothing that a schedule depends on.
func (r *Replay) Order(int, int) {}

// Cut is nothing: the rest of the schedule is left out.
func (r *Replay) Cut([]Op) {}

// Next is the next choice of the schedule.
func (r *Replay) Next(ops []Op) (Choice, bool) {
	if r.at == len(r.schedule) {
		return Choice{}, false
	}
	c := r.schedule[r.at]
	op := started(ops, c.Thread)
	switch {
	case op == nil:
		r.err = fmt.Errorf("explore: choice %d of the schedule is thread %d, which there is not", r.at+1, c.Thread)
	case !op.Enabled:
		r.err = fmt.Errorf("explore: choice %d of the schedule is thread %d, which has to wait", r.at+1, c.Thread)
	case c.Value >= max(1, op.Values):
		r.err = fmt.Errorf("explore: choice %d of the schedule is result %d of thread %d, of which there are %d", r.at+1,
			c.Value, c.Thread, max(1, op.Values))
	default:
		r.at++
		return Choice{op.Thread, c.Value}, true
	}
	return Choice{}, false
}

func started(ops []Op, n int) *Op {
	for i := range ops {
		if ops[i].Started == n {
			return &ops[i]
		}
	}
	return nil
}

// Err says where the program could not do what the schedule wants.
func (r *Replay) Err() error { return r.err }

// Complete is false: there are other schedules.
func (r *Replay) Complete() (string, bool) {
	if r.err != nil {
		return r.err.Error(), false
	}
	return "one schedule was replayed", false
}
