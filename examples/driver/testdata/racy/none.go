//go:build !race

package racy

func (c *counter) inc() {}
