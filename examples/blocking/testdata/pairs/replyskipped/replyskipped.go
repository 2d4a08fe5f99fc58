// Package replyskipped serves a table. It does not reply to requests for what it does not have.
package replyskipped

type request struct {
	key   string
	reply chan entry
}

type entry struct {
	value string
	found bool
}

// A Server answers one request after the other.
type Server struct {
	requests chan request
	table    map[string]string
	missed   int
}

// Serve starts a server.
func Serve(table map[string]string) *Server {
	s := &Server{requests: make(chan request), table: table}
	go s.loop()
	return s
}

func (s *Server) loop() {
	for r := range s.requests {
		value, found := s.table[r.key]
		if !found {
			s.missed++
			continue
		}
		r.reply <- entry{value, true}
	}
}

// Get asks the server for what belongs to the key.
func (s *Server) Get(key string) (string, bool) {
	reply := make(chan entry)
	s.requests <- request{key, reply}
	e := <-reply // want blocked
	return e.value, e.found
}

// Stop ends the server. There must be no requests any more.
func (s *Server) Stop() { close(s.requests) }
