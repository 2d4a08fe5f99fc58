// Package bubble has goroutines that wait for each other as package testing/synctest lets them: accesses to variables
// whose names begin with yes are ordered, and those to variables whose names begin with no are not.
package bubble

import (
	"testing"
	"testing/synctest"
)

var yesEnded, yesBlocked, noBlocked int

func Test(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() { yesEnded++ }()
		synctest.Wait()
		yesEnded++

		c := make(chan int)
		go func() {
			yesBlocked++
			<-c
			noBlocked++
		}()
		synctest.Wait()
		yesBlocked++
		close(c)
		noBlocked++
	})
}
