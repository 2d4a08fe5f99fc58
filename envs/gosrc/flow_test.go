package gosrc

import "testing"

const flowSource = `
func Swap(n int) int {
	a, b := 0, 1
	for i := 0; i < n; i++ {
		a, b = b, a
	}
	return a
}

func Select(a, b chan int) int {
	select {
	case x := <-a:
		return x
	case b <- 1:
		return 2
	default:
	}
	return 3
}

func Forever() { select {} }

func Ranges(m map[string]int, s []int, str string) (n int) {
	for _, v := range m {
		n += v
	}
	for _, v := range s {
		n += v
	}
	for _, r := range str {
		n += int(r)
	}
	return
}

func Channels(c chan int) (int, bool) {
	c <- 1
	close(c)
	v, ok := <-c
	return v, ok
}

func Negated(c bool) int {
	n := !c
	if n {
		return 1
	}
	return 2
}

func Short(a, b bool) int {
	if a && !b {
		return 1
	}
	return 2
}`

func TestFlow(t *testing.T) {
	p := source(t, flowSource)
	p.requireOps(t, "Swap", `
		0: r2 = const
		1: r3 = const
		2: r4 = const
		3: r5 = compute r4, r1
		4: branch r5 -> 5 11
		5: r6 = compute r4, r0
		6: r4 = move r6
		7: r7 = move r2
		8: r2 = move r3
		9: r3 = move r7
		10: jump -> 3
		11: return r2
	`)
	p.requireOps(t, "Select", `
		0: switch -> 1 6 9
		1: r6, r7 = receive r1
		2: r5 = move r6
		3: r4 = move r7
		4: r3 = const
		5: jump -> 10
		6: send r2, r0
		7: r3 = const
		8: jump -> 10
		9: r3 = const
		10: r8 = compute r3, r0
		11: branch r8 -> 12 13
		12: return r5
		13: r9 = compute r3, r0
		14: branch r9 -> 15 16
		15: return r0
		16: return r0
	`)
	p.requireOps(t, "Forever", `
		0: jump -> 0
	`)
	p.requireOps(t, "Ranges", `
		0: r4 = move r1
		1: r5 = const
		2: r6, r7, r8 = load r4 (map[string]int)
		3: branch r6 -> 4 7
		4: r9 = compute r5, r8
		5: r5 = move r9
		6: jump -> 2
		7: r10 = compute r2
		8: r11 = move r5
		9: r12 = const
		10: r13 = compute r12, r0
		11: r14 = compute r13, r10
		12: branch r14 -> 13 18
		13: r15 = load r2, r13 ([]int)
		14: r16 = compute r11, r15
		15: r11 = move r16
		16: r12 = move r13
		17: jump -> 10
		18: r17 = move r3
		19: r18 = move r11
		20: r19, r20, r21 = compute r17
		21: branch r19 -> 22 26
		22: r22 = compute r21
		23: r23 = compute r18, r22
		24: r18 = move r23
		25: jump -> 20
		26: return r18
	`)
	p.requireOps(t, "Channels", `
		0: send r1, r0
		1: close r1
		2: r2, r3 = receive r1
		3: return r2, r3
	`)
	p.requireOps(t, "Negated", `
		0: branch r1 negated -> 1 2
		1: return r0
		2: return r0
	`)
	p.requireOps(t, "Short", `
		0: branch r1 -> 1 3
		1: branch r2 -> 3 2
		2: return r0
		3: return r0
	`)
}
