// Package mergenil merges two streams, and takes each away when it ends. When both are away, it waits for ever.
package mergenil

import "slices"

// A Sample is measured by a sensor.
type Sample struct {
	Sensor string
	Value  int
}

// Stream sends samples of a sensor.
func Stream(sensor string, values ...int) <-chan Sample {
	samples := make(chan Sample)
	go func() {
		defer close(samples)
		for _, v := range values {
			samples <- Sample{sensor, v}
		}
	}()
	return samples
}

// Merge sends what comes from two streams.
func Merge(left, right <-chan Sample) <-chan Sample {
	merged := make(chan Sample)
	go func() {
		defer close(merged)
		for {
			var next Sample
			var ok bool
			select { // want blocked
			case next, ok = <-left:
				if !ok {
					left = nil
					continue
				}
			case next, ok = <-right:
				if !ok {
					right = nil
					continue
				}
			}
			merged <- next
		}
	}()
	return merged
}

// Values takes all samples of a stream, and sorts their values.
func Values(samples <-chan Sample) (values []int) {
	for s := range samples { // want blocked
		values = append(values, s.Value)
	}
	slices.Sort(values)
	return values
}
