package main

import (
	"bytes"
	"math/bits"
	"math/rand"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

func library(round int) {
	for _, s := range []string{"", "a", "abcabc", "héllo"} {
		use(searches(s, "b"), searches(s, ""), searchesBytes([]byte(s), []byte("c")), decoded(s), prefixes(s, "ab"),
			counts(uint64(len(s)+round)))
	}
	use(buffers(round), binary([]int{1, 3, 5}, round), random(round+1))
}

func searches(s, t string) int {
	n := strings.Index(s, t) + strings.LastIndex(s, t) + strings.Index(s, "a") + strings.IndexByte(s,
		'c') + strings.IndexRune(s, 'é')
	n += strings.IndexAny(s, "xyzc") + strings.IndexFunc(s,
		func(r rune) bool { return r == 'a' }) + strings.LastIndexByte(s, 'b')
	n += strings.Count(s, t) + strings.Compare(s, t) + strings.LastIndexAny(s, "b") + strings.LastIndex(s, "c")
	return n
}

func searchesBytes(s, t []byte) int {
	n := bytes.Index(s, t) + bytes.IndexByte(s, 'c') + bytes.LastIndex(s, t) + bytes.IndexAny(s, "ab") + bytes.Compare(s,
		t)
	n += bytes.Index(s, nil) + bytes.LastIndex(s, nil) + bytes.IndexRune(s, utf8.RuneError)
	return n + slices.Index(s, 'c') + utf8.RuneCount(s)
}

func decoded(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	l, m := utf8.DecodeLastRuneInString(s)
	return int(r) + n + int(l) + m + utf8.RuneLen(r) + utf8.RuneLen(-1) + utf8.RuneCountInString(s)
}

func prefixes(s, t string) int {
	if strings.HasPrefix(s, t) {
		return len(s) - len(t)
	}
	if strings.Contains(s, t) && !strings.HasSuffix(s, "x") {
		return 1
	}
	ok := bytes.HasPrefix([]byte(s), []byte("a"))
	if ok {
		return 2
	}
	return 3
}

func counts(x uint64) int {
	return bits.Len64(x) + bits.TrailingZeros64(x) + bits.LeadingZeros64(x) + bits.OnesCount64(x) + bits.Len8(uint8(x))
}

// Functions that have no body here write into what they are given.
func buffers(n int) int {
	b := []byte("0123456789")
	x := b[0]
	c := strconv.AppendInt(b[:0], int64(n+7), 10)
	y := b[0]
	m := utf8.EncodeRune(b, 'é')
	z := b[0]
	d := utf8.AppendRune(b[:0], 'x')
	w := b[0]
	c = strconv.AppendQuote(b[:1], "q")
	v := b[1]
	c = strconv.AppendBool(b[:1], true)
	return int(x) + int(y) + int(z) + int(w) + int(v) + int(b[1]) + m + len(c) + len(d)
}

func binary(s []int, x int) int {
	i, ok := slices.BinarySearch(s, x)
	j := sort.Search(len(s), func(i int) bool { return s[i] >= x })
	k := sort.Search(x-2, func(i int) bool { return true })
	l := sort.SearchInts(s, x)
	m, _ := sort.Find(x-3, func(i int) int { return 0 })
	slices.Sort(s)
	y := s[0]
	slices.Reverse(s)
	z := s[0]
	sort.Ints(s)
	use(ok, y, z, s[0])
	return i + j + k + l + m
}

func random(n int) int {
	r := rand.New(rand.NewSource(1))
	return rand.Intn(n) + int(rand.Int31n(int32(n))) + r.Intn(n)
}
