// Purge has a client purge a stream of ten messages, of which three are to be kept, while five become too old.
// Whichever comes first, three are left. Here none is.
//
// The report, of nats-server v2.15.2:
//
//	server/memstore.go:1644:14: (*server.memStore).PurgeEx accesses server.memStore in several critical sections: what it
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
	"time"

	"github.com/nats-io/nats.go"

	"github.com/seed38182bad/parallax/examples/shown/internal/fatal"
	"github.com/seed38182bad/parallax/examples/shown/internal/natsserver"
)

func main() {
	url, stop := natsserver.StartStreams()
	defer stop()

	conn, err := nats.Connect(url)
	fatal.If(err)
	defer conn.Close()
	client, err := conn.JetStream()
	fatal.If(err)
	_, err = client.AddStream(&nats.StreamConfig{
		Name:     "stream",
		Subjects: []string{"orders"},
		Storage:  nats.MemoryStorage,
		MaxAge:   2 * time.Second,
	})
	fatal.If(err)
	publish := func() {
		for range 5 {
			_, err := client.Publish("orders", []byte("one"))
			fatal.If(err)
		}
	}
	publish() // what becomes too old while there is still time for the others
	time.Sleep(1500 * time.Millisecond)
	publish()
	time.Sleep(300 * time.Millisecond)
	fatal.If(client.PurgeStream("stream", &nats.StreamPurgeRequest{Subject: "orders", Keep: 3}))

	info, err := client.StreamInfo("stream")
	fatal.If(err)
	fmt.Printf("of ten messages, three of which are to be kept, %d are left\n", info.State.Msgs)
}
