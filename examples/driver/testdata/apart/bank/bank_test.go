package bank

import "testing"

func TestNoLock(t *testing.T) {}
