// Package handlerpanic serves requests and recovers if a handler panics. The lock under which the handler ran is
// kept.
package handlerpanic

import (
	"fmt"
	"strconv"
	"sync"
)

// A Request has a path and a value.
type Request struct{ Path, Value string }

// A Handler changes the state of a server. It may panic.
type Handler func(state map[string]int, r Request)

// A Server has handlers and a state.
type Server struct {
	mu       sync.Mutex
	state    map[string]int
	handlers map[string]Handler
}

// New makes a server that can set values.
func New() *Server {
	s := &Server{state: map[string]int{}, handlers: map[string]Handler{}}
	s.handlers["/set"] = set
	return s
}

func set(state map[string]int, r Request) {
	n, err := strconv.Atoi(r.Value)
	if err != nil {
		panic(err)
	}
	state[r.Path] = n
}

func (s *Server) handle(r Request) int {
	h := s.handlers[r.Path]
	s.mu.Lock()   // want run: blocked // over all paths it is told where the lock is kept
	h(s.state, r) // want lock-left
	n := len(s.state)
	s.mu.Unlock()
	return n
}

// Serve handles a request. A panic of the handler is an answer, too.
func (s *Server) Serve(r Request) (answer string) {
	defer func() {
		if problem := recover(); problem != nil {
			answer = fmt.Sprint("500 ", problem)
		}
	}()
	if s.handlers[r.Path] == nil {
		return "404 " + r.Path
	}
	return fmt.Sprint("200 ", s.handle(r))
}
