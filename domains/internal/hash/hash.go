// Package hash numbers values by their content, the same way in every run of a program.
package hash

// Add takes x into the hash h of what came before it, by the finalizer of splitmix64
// (Steele, Lea and Flood, OOPSLA 2014).
func Add(h, x uint64) uint64 {
	x ^= h*0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
