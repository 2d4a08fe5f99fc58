package recvnever

import (
	"testing"
	"time"
)

func TestStart(t *testing.T) {
	Start(true)
	Start(false)
	time.Sleep(10 * time.Millisecond)
}
