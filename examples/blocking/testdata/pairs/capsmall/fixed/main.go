// Command fixed queues two jobs where there is room for two.
package main

import "fmt"

type job struct{ number int }

func main() {
	queue := make(chan job, 2)
	queue <- job{1}
	queue <- job{2}
	fmt.Println(len(queue), "jobs are queued")
}
