package deadlock

import "testing"

func Test(*testing.T) {
	first, second := newBuffer(8), newBuffer(8)
	first.push('a')
	second.push('b')
	second.push('c')
	first.getChars(first.length(), make([]rune, 1))
	go first.append(second)
	go second.append(first)
	second.deleteLast()
	first.charAt(0)
}
