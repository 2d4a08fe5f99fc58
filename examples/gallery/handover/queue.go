// Package handover gives a job to a worker through a channel, and writes to it afterwards. From
// the send on the job is the worker's.
//
//	Submit                    Work
//	sends the job
//	                          receives the job, and looks at its number: 0
//	numbers the job
package handover

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
	q.jobs <- job
	job.Number = next()
}

// Work does one job.
func (q *Queue) Work(do func(number int, name string)) {
	job := <-q.jobs
	do(job.Number, job.Name)
}
