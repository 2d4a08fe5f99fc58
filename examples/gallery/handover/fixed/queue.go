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
	last int // of one goroutine, which submits
}

// New gives a queue.
func New() *Queue { return &Queue{jobs: make(chan *Job, 8)} }

// Submit numbers a job and puts it into the queue. One goroutine submits.
func (q *Queue) Submit(job *Job) {
	q.last++
	job.Number = q.last
	q.jobs <- job
}

// Work does one job.
func (q *Queue) Work(do func(number int, name string)) {
	job := <-q.jobs
	do(job.Number, job.Name)
}
