package probe

// delayed is what a goroutine is to do before an operation in a run with a seed: 0, go on; 1, let others run; otherwise
// pause for so many microseconds. The site stands for the operation, the path for the goroutine, and times is how
// often it has come there before. Most delays are at first times: there are the fewest of them, and what happens again
// and again has many schedules anyway. Where delays are suggested, half of the goroutines nearly always pause, and
// the others seldom, so that they overtake them.
func delayed(seed, site, path uint64, times uint32, suggested bool) uint32 {
	chance, n := uint64(96), times // of 256
	if suggested {
		chance, n = 224, times/4
		if mixed(seed, path)%2 == 0 {
			chance = 32
		}
	}
	for ; n > 0 && chance > 3; n /= 4 {
		chance /= 2
	}
	h := mixed(mixed(mixed(seed, site), path), uint64(times))
	switch p := h % 256; {
	case p < chance && suggested:
		return 1024 << (h >> 8 % 3)
	case p < chance:
		return 64 << max(h>>8%7, h>>16%7) // long ones are the most likely to matter
	case p < chance+chance/2:
		return 1
	}
	return 0
}

// mixed is a number in which all bits of two others count.
func mixed(x, y uint64) uint64 {
	x = x*0x9e3779b97f4a7c15 + y
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
