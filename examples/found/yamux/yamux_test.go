package yamux_test

import (
	"context"
	"io"
	"net"
	"testing"

	"github.com/libp2p/go-yamux/v5"
)

// sessions are the two ends of a connection.
func sessions(t *testing.T, streams uint32) (client, server *yamux.Session) {
	conf := yamux.DefaultConfig()
	conf.EnableKeepAlive = false
	conf.LogOutput = io.Discard
	conf.MaxIncomingStreams = streams
	c, s := net.Pipe()
	client, err := yamux.Client(c, conf, nil)
	if err != nil {
		t.Fatal(err)
	}
	server, err = yamux.Server(s, conf, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	return client, server
}

// A stream is reset of a peer that keeps to the limit of streams.
//
// CloseWrite tells the peer that the stream is closed, and takes it out of the session then (stream.go:325-330). The
// peer may open its next stream in between. The server counts one too many, and resets it (session.go:879-885).
func TestLimitOfStreams(t *testing.T) {
	client, server := sessions(t, 1)
	go func() {
		for {
			s, err := server.AcceptStream()
			if err != nil {
				return
			}
			io.ReadAll(s)
			s.Close()
		}
	}()
	for range 2 { // one after the other
		s, err := client.OpenStream(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read(make([]byte, 1)); err != io.EOF {
			t.Fatalf("the stream ends with %v, though there is no other one", err)
		}
	}
}

// A stream is counted that both sides have closed.
//
// The goroutine that receives wakes the reader of the stream (stream.go:418-430), and takes the stream out of the
// session later, when its function returns (stream.go:401-405). The reader sees a session with a stream in between.
func TestClosedStreamIsGone(t *testing.T) {
	client, server := sessions(t, 10)
	go func() {
		if s, err := server.AcceptStream(); err == nil {
			io.ReadAll(s)
			s.Close()
		}
	}()
	s, err := client.OpenStream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(make([]byte, 1)); err != io.EOF {
		t.Fatal(err)
	}
	s.Close()
	if n := client.NumStreams(); n != 0 {
		t.Fatalf("there are %d streams, but the only one is closed", n)
	}
}
