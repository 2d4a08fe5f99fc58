// Informer starts an informer twice. It is meant to run once: the second call of RunWithContext
// is to warn, and to come back. Here both run, and the program panics.
//
// The report, of client-go v0.37.2:
//
//	tools/cache/shared_informer.go:876:3: (*cache.sharedIndexInformer).RunWithContext accesses
//	{controller, resyncCheckPeriod, started, stopped, transform, watchErrorHandler} of
//	cache.sharedIndexInformer in several critical sections: between that in which started is read and
//	that in which ... started, controller are updated, another thread may execute one in which
//	... started, controller are updated; what it updates may have been updated since it was read
//	    in (*cache.sharedIndexInformer).RunWithContext (methods, method-inconsistency)
//
// The schedule:
//
//	lock, started is false, unlock
//	                                          lock, started is false, unlock
//	lock, set started, unlock
//	                                          lock, set started, unlock
//	synced: close(s.synced)
//	                                          synced: close(s.synced) panics
package main

import (
	"context"
	"fmt"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

func main() {
	informer := cache.NewSharedIndexInformer(nothing{}, &metav1.PartialObjectMetadata{}, 0, nil)

	ctx, stop := context.WithCancel(context.Background())
	returned := make(chan struct{}, 2)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			informer.RunWithContext(ctx)
			returned <- struct{}{}
		})
	}
	<-returned // one of them, at once
	stop()
	both.Wait()
	fmt.Println("the informer ran once")
}

// nothing is a source of objects that has none.
type nothing struct{}

func (nothing) List(metav1.ListOptions) (runtime.Object, error) {
	return &metav1.PartialObjectMetadataList{}, nil
}

func (nothing) Watch(metav1.ListOptions) (watch.Interface, error) {
	return watch.NewFake(), nil
}

// IsWatchListSemanticsUnSupported asks to be listed first, and watched then.
func (nothing) IsWatchListSemanticsUnSupported() bool { return true }
