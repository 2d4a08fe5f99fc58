// Package rangeopen adds prices up as they come. It never says that there are no more.
package rangeopen

import "sync/atomic"

type price int64

// Add adds the prices to the total.
func Add(total *atomic.Int64, prices ...price) {
	queue := make(chan price)
	go func() {
		for p := range queue { // want blocked
			total.Add(int64(p))
		}
	}()
	for _, p := range prices {
		queue <- p
	}
}
