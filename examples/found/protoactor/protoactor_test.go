package protoactor_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/cluster"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
)

// publisher answers each batch.
type publisher struct{}

func (publisher) Logger() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func (publisher) Initialize(context.Context, string, cluster.PublisherConfig) (*cluster.Acknowledge, error) {
	return &cluster.Acknowledge{}, nil
}

func (publisher) PublishBatch(context.Context, string, *cluster.PubSubBatch,
	...cluster.GrainCallOption) (*cluster.PublishResponse, error) {
	return &cluster.PublishResponse{}, nil
}

func (publisher) Publish(context.Context, string, proto.Message,
	...cluster.GrainCallOption) (*cluster.PublishResponse, error) {
	return &cluster.PublishResponse{}, nil
}

func producer() *cluster.BatchingProducer {
	return cluster.NewBatchingProducer(publisher{}, "topic", cluster.WithBatchingProducerBatchSize(1))
}

// ends fails the test if done is not closed within a second, which nothing needs here.
func ends(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Fatal(what)
	}
}

// A message is accepted, and not published as long as no other one comes.
//
// The loop of the producer finds the queue empty, and waits for the condition then (cluster/pubsub_producer.go:565-566,
// and 489-490 of a queue with a bound). Produce puts the message into the queue, and wakes the loop without the lock of
// the condition (526-527, 447-448). If it does both in between, nobody is woken.
func TestProduceIsSeen(t *testing.T) {
	p := producer()
	info, err := p.Produce(context.Background(), &emptypb.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	ends(t, info.Finished, "the message is never published")
	go p.Dispose() // see TestDisposeEnds
}

// Dispose does not return.
//
// It tells the loop to end, and wakes it, as Produce does (572-573, 496-497).
func TestDisposeEnds(t *testing.T) {
	p := producer()
	done := make(chan struct{})
	go func() { p.Dispose(); close(done) }()
	ends(t, done, "Dispose does not return")
}

// A message is accepted, and forgotten.
//
// Produce asks whether the producer is disposed of, and puts the message into the queue then (522-526, 446-447). The
// loop may cancel what is in the queue and end in between (220, 258).
func TestProduceWhileDisposed(t *testing.T) {
	p := producer()
	go p.Dispose()
	info, err := p.Produce(context.Background(), &emptypb.Empty{})
	if err != nil {
		return // it was refused
	}
	ends(t, info.Finished, "the message is neither published nor cancelled")
}

// A message that was cancelled looks published.
//
// Its channel Finished is closed first, and cancelled afterwards (157-158). IsCancelled says no in between.
func TestCancelledIsSaid(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	info, err := producer().Produce(ctx, &emptypb.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	ends(t, info.Finished, "the message is never taken from the queue: see TestProduceIsSeen")
	if !info.IsCancelled() && info.Err == nil {
		t.Fatal("the message was cancelled, but looks published")
	}
}
