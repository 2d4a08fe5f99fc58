package shop_test

import (
	"testing"

	"example.com/shop"
)

func TestOutside(t *testing.T) {
	var j shop.Journal
	fill(&j)
	t.Logf("%d lines", j.Len())
}

func fill(j *shop.Journal) { j.Unnamed("x", 0) }
