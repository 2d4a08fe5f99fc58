package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// A Schedule is the choices of one execution, in order. It knows threads by the order in which they were started.
type Schedule []Choice

// String writes the schedule in one line, which Parse reads: the thread of each choice, with "*n" for n choices in a
// row and "=v" for the number of a result.
//
//	0*3 1*2 0=1 1
func (s Schedule) String() string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 1
		for i+n < len(s) && s[i+n] == s[i] {
			n++
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(s[i].Thread))
		if s[i].Value != 0 {
			b.WriteByte('=')
			b.WriteString(strconv.Itoa(s[i].Value))
		}
		if n > 1 {
			b.WriteByte('*')
			b.WriteString(strconv.Itoa(n))
		}
		i += n
	}
	return b.String()
}

// maxSchedule is how many choices a schedule may have that is read.
const maxSchedule = 1 << 24

// ParseSchedule reads what String writes, on one line or several.
func ParseSchedule(text string) (Schedule, error) {
	var s Schedule
	for n, word := range strings.Fields(text) {
		bad := func() (Schedule, error) {
			return nil, fmt.Errorf("explore: word %d of the schedule is %q: want a thread, such as 2, with =v for a result and "+
				"*n for n times", n+1, word)
		}
		rest, times, hasTimes := strings.Cut(word, "*")
		thread, value, hasValue := strings.Cut(rest, "=")
		c, k := Choice{}, 1
		var err error
		if c.Thread, err = strconv.Atoi(thread); err != nil || c.Thread < 0 {
			return bad()
		}
		if hasValue {
			if c.Value, err = strconv.Atoi(value); err != nil || c.Value < 0 {
				return bad()
			}
		}
		if hasTimes {
			if k, err = strconv.Atoi(times); err != nil || k < 1 || len(s)+k > maxSchedule {
				return bad()
			}
		}
		for range k {
			s = append(s, c)
		}
	}
	return s, nil
}
