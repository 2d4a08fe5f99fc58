// Package circle starts two who let the other one speak first.
package circle

type greeting struct{ from string }

// Meet lets two exchange greetings.
func Meet(met func()) {
	left, right := make(chan greeting), make(chan greeting)
	go func() {
		<-right // want blocked
		left <- greeting{"left"}
		met()
	}()
	go func() {
		<-left // want blocked
		right <- greeting{"right"}
	}()
}
