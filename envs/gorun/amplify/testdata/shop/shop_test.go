package shop

import (
	"context"
	"io"
	"testing"
	"time"
)

func TestStock(t *testing.T) {
	s := NewStock()
	s.Put("pen", 1)
	if err := s.Take("pen"); err != nil {
		t.Fatal(err)
	}
	if n := s.have["pen"]; n < 0 {
		t.Fatalf("there are %d pens", n)
	}
}

func TestStore(t *testing.T) {
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	s.Put("pen", 1)
	s.Take("pen")
	if n := s.have["pen"]; n < 0 {
		t.Fatalf("there are %d pens", n)
	}
}

// TestShapes says how many lines there are.
func TestShapes(t *testing.T) {
	var j Journal
	j.Unnamed("a", time.Second)
	j.Blank("a", "b", 1)
	j.All("c", "d")
	j.Empty()
	j.From(context.Background(), fixed{"e"}, io.Discard, func(string, ...int) (int, error) { return 0, nil }, nil, nil)
	j.Tell(nil, nil)
	l := Line{&j}
	l.Write(1)
	l.Rewrite()
	helper(&j)
	Count(1)
	Uncount()
	new(Shelf).Fill("x")
	ls := Lines{j: &j}
	ls.Write("z")
	t.Logf("%d lines", len(j.lines))
}

func helper(j *Journal) { j.add("help") }
