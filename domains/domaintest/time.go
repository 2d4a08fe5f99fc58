package domaintest

import "time"

// Nanoseconds is the time that one call of op takes: the least of several rounds,
// so that benchmarks can compare two operations in one run.
func Nanoseconds(op func()) float64 {
	const calls = 50
	least := time.Duration(1 << 62)
	for range 200 {
		start := time.Now()
		for range calls {
			op()
		}
		least = min(least, time.Since(start))
	}
	return float64(least) / calls
}
