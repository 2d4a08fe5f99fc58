package main

func texts(round int) {
	for _, s := range []string{"", "a", "héllo, wörld", "\xff\xfe", "日本", "0123456789"}[round:] {
		use(indexed(s), sliced(s), converts(s), ranged(s), joined(s, "x"), compares(s, "a"))
		bounds(s, round)
	}
}

func indexed(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n += int(s[i])
	}
	if len(s) > 2 {
		n += int(s[len(s)-1]) + int("abcdefgh"[s[0]&7])
	}
	return n
}

func sliced(s string) string {
	t := s[:]
	if len(s) >= 3 {
		t = s[1:] + s[:2] + s[1:2] + s[len(s):]
	}
	return t + "abc"[len(t)&3:]
}

type text string

func converts(s string) int {
	b := []byte(s)
	r := []rune(s)
	n := text(s)
	return len(b) + len(r) + len(string(b)) + len(string(r)) + len(n) + len(text(b)) + len(string(rune(len(s)))) + cap(b)
}

func ranged(s string) int {
	n := 0
	for i, c := range s {
		n += i * int(c)
		if i > 0 && s[i-1] == 'h' {
			n++
		}
	}
	for i := range s {
		n += i
		if n > 1<<20 {
			break
		}
	}
	for range s {
		n++
	}
	return n
}

func joined(s, t string) int {
	u := s + t + "!"
	u += s
	return len(u) + len(s+"abc")
}

func compares(s, t string) int {
	switch {
	case s == "":
		return 0
	case s == t:
		return 1
	case s != "héllo, wörld":
		return 2
	case s < t:
		return 3
	}
	switch s {
	case "a", "b", "c", "ddd", "eeee":
		return len(s)
	}
	return -1
}

func bounds(s string, i int) {
	defer func() { use(recover()) }()
	use(s[i], s[i:i+1], s[i*3:])
}
