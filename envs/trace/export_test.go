package trace

// Runs is how many runs the file says at its end that it holds; -1 if there is no end.
func (r *Reader) Runs() int {
	if r.end == nil {
		return -1
	}
	return r.end.Runs
}
