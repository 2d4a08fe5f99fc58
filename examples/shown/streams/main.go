// Streams has two clients create a stream each, both for the same subject. A subject belongs
// to one stream at most, and who comes second is refused. Here both get it, and each message
// is kept twice; the same is refused to a third client.
//
// The report, of nats-server v2.15.2:
//
//	server/stream.go:1204:13: server.jsAccount.streams was read in an earlier section of
//	server.jsAccount.mu, and decides whether server.jsAccount.streams is written
//	    in (*server.Account).addStreamWithAssignmentAndMode (stale, check-then-act)
//
// The schedule, where the gap is as long as it takes to make the files of a stream:
//
//	lock, no stream has the subject, unlock
//	                                          lock, no stream has the subject, unlock
//	lock, put in the first stream, unlock
//	                                          lock, put in the second stream, unlock
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/seed38182bad/parallax/examples/shown/internal/fatal"
	"github.com/seed38182bad/parallax/examples/shown/internal/natsserver"
)

func main() {
	url, stop := natsserver.StartStreams()
	defer stop()

	clients := make([]nats.JetStreamContext, 3)
	for i := range clients {
		conn, err := nats.Connect(url)
		fatal.If(err)
		defer conn.Close()
		clients[i], err = conn.JetStream()
		fatal.If(err)
	}
	create := func(i int) error {
		_, err := clients[i].AddStream(&nats.StreamConfig{
			Name:     fmt.Sprint("stream", i),
			Subjects: []string{"orders"},
		})
		return err
	}

	var errs [2]error
	var both sync.WaitGroup
	for i := range errs {
		both.Go(func() { errs[i] = create(i) })
	}
	both.Wait()

	if errs[0] != nil || errs[1] != nil {
		fmt.Println("one of them is refused:", errs)
		return
	}
	_, err := clients[0].Publish("orders", []byte("one"))
	fatal.If(err)
	var kept uint64
	for range 100 { // one of them has said that it keeps the message, and the other one may take a while
		kept = 0
		for i := range errs {
			info, err := clients[i].StreamInfo(fmt.Sprint("stream", i))
			fatal.If(err)
			kept += info.State.Msgs
		}
		if kept > 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Printf("two streams have the subject, 1 message is kept %d times; a third stream: %v\n", kept, create(2))
}
