// Package natsserver starts the server in which some of the programs show defects.
package natsserver

import (
	"log"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed38182bad/parallax/examples/shown/internal/fatal"
)

// Start starts a server that writes no log and leaves signals alone, and waits until clients can
// connect. The program ends if they cannot within a minute.
func Start(options *server.Options) *server.Server {
	options.NoLog, options.NoSigs = true, true
	s, err := server.NewServer(options)
	fatal.If(err)
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		log.Fatal("the server does not start")
	}
	return s
}

// StartStreams starts a server that keeps streams, in a folder of its own. It gives the address
// for clients, and what stops the server and removes the folder.
func StartStreams() (url string, stop func()) {
	dir, err := os.MkdirTemp("", "streams")
	fatal.If(err)
	s := Start(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: dir,
	})
	return s.ClientURL(), func() {
		s.Shutdown()
		os.RemoveAll(dir)
	}
}
