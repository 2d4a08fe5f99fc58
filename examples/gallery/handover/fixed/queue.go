// Package fixed writes before it sends. No lock protects a job, and none is needed: it has one
// owner after the other.
package fixed

// A Job is something to do.
type Job struct {
	Number int
	Name   string
}

// A Queue hands jobs to workers.
type Queue struct {
	jobs chan *Job
}

// New gives a queue.
func New() *Queue { return &Queue{jobs: make(chan *Job, 8)} }

// Submit puts a job into the queue, with a number that next gives.
func (q *Queue) Submit(name string, next func() int) {
	job := &Job{Name: name}
	job.Number = next()
	q.jobs <- job
}

// Work does one job, and changes its number so that nobody does it again.
func (q *Queue) Work(do func(number int, name string)) {
	job := <-q.jobs
	do(job.Number, job.Name)
	job.Number = -job.Number
}
