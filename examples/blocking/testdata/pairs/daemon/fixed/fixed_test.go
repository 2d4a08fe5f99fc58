package fixed

import "testing"

func TestLog(t *testing.T) {
	for _, name := range []string{"web", "mail"} {
		l := New(name)
		l.Print("start")
		l.Print("stop")
		if lines := l.Lines(); len(lines) != 2 || lines[0] != name+": start" {
			t.Error(lines)
		}
	}
}
