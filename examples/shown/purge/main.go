// Purge has a client purge a stream of ten messages in memory, of which three are to be kept, while five become too old.
// Whichever comes first, three are left. Here none is.
//
// The report, of nats-server v2.15.2:
//
//	server/memstore.go:1644:14: (*server.memStore).PurgeEx accesses server.memStore in several blocks: what it
//	updates may have been updated since it was read
//	    in (*server.memStore).PurgeEx (methods)
//
// The schedule, of the lock of the store:
//
//	lock, there are ten messages: seven are to go, unlock
//	                                                  five times: lock, remove one, unlock
//	lock, remove up to seven of the five, unlock
package main

import (
	"fmt"
	"log"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func main() {
	url, stop := start()
	defer stop()

	conn, err := nats.Connect(url)
	check(err)
	defer conn.Close()
	client, err := conn.JetStream()
	check(err)
	_, err = client.AddStream(&nats.StreamConfig{
		Name:     "stream",
		Subjects: []string{"orders"},
		Storage:  nats.MemoryStorage,
		MaxAge:   2 * time.Second,
	})
	check(err)
	publish := func() {
		for range 5 {
			_, err := client.Publish("orders", []byte("one"))
			check(err)
		}
	}
	publish() // what becomes too old while there is still time for the others
	time.Sleep(1500 * time.Millisecond)
	publish()
	time.Sleep(300 * time.Millisecond)
	check(client.PurgeStream("stream", &nats.StreamPurgeRequest{Subject: "orders", Keep: 3}))

	info, err := client.StreamInfo("stream")
	check(err)
	fmt.Printf("of ten messages, three of which are to be kept, %d are left\n", info.State.Msgs)
}

// start runs a server, and gives its address and what stops it.
func start() (url string, stop func()) {
	dir, err := os.MkdirTemp("", "purge")
	check(err)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: dir,
		NoLog: true, NoSigs: true,
	})
	check(err)
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		log.Fatal("the server does not start")
	}
	return s.ClientURL(), func() {
		s.Shutdown()
		os.RemoveAll(dir)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
