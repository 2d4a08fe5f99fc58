package core

// AppendSchedule writes decisions as a text: numbers, each followed by "*n" if there are n of it in a row. Decisions
// for the first alternative are left out at the end.
func AppendSchedule(b []byte, choices []uint16) []byte {
	n := len(choices)
	for n > 0 && choices[n-1] == 0 {
		n--
	}
	for i := 0; i < n; {
		j := i
		for j < n && choices[j] == choices[i] {
			j++
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendInt(b, int(choices[i]))
		if j > i+1 {
			b = appendInt(append(b, '*'), j-i)
		}
		i = j
	}
	return b
}

// ParseSchedule reads what AppendSchedule writes, and reports whether it is that.
func ParseSchedule(s string) (choices []uint16, ok bool) {
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i++
			continue
		}
		c, next, ok := parseInt(s, i)
		if !ok || c >= 1<<16 {
			return nil, false
		}
		n := 1
		if next < len(s) && s[next] == '*' {
			if n, next, ok = parseInt(s, next+1); !ok || n > 1<<24 {
				return nil, false
			}
		}
		for range n {
			choices = append(choices, uint16(c))
		}
		i = next
	}
	return choices, true
}

func appendInt(b []byte, n int) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}

func parseInt(s string, i int) (n, next int, ok bool) {
	for next = i; next < len(s) && s[next] >= '0' && s[next] <= '9' && n < 1<<30; next++ {
		n = n*10 + int(s[next]-'0')
	}
	return n, next, next > i
}
