package rwvsn

import "testing"

func Test(*testing.T) {
	rw := newControl()
	go rw.read()
	go rw.write()
	rw.write()
}
