// Package fixed starts two of whom one speaks first.
package fixed

type greeting struct{ from string }

// Meet lets two exchange greetings.
func Meet(met func()) {
	left, right := make(chan greeting), make(chan greeting)
	go func() {
		left <- greeting{"left"}
		<-right
		met()
	}()
	go func() {
		<-left
		right <- greeting{"right"}
	}()
}
