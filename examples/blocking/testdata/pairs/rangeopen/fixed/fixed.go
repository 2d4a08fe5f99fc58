// Package fixed adds prices up as they come, until there are no more.
package fixed

import "sync/atomic"

type price int64

// Add adds the prices to the total.
func Add(total *atomic.Int64, prices ...price) {
	queue := make(chan price)
	go func() {
		for p := range queue {
			total.Add(int64(p))
		}
	}()
	for _, p := range prices {
		queue <- p
	}
	close(queue)
}
