// Command capsmall queues two jobs where there is room for one.
package main

import "fmt"

type job struct{ number int }

func main() {
	queue := make(chan job, 1)
	queue <- job{1}
	queue <- job{2} // want blocked
	fmt.Println(len(queue), "jobs are queued")
}
