// Discovery asks a Kubernetes server for the groups of its API, through a client that caches
// them. Meanwhile a group is installed, and the cache is invalidated: "no cached data is used
// in the future that is older than the current time". Here the older list is cached all the
// same, and is called fresh, which tells callers that they need not ask again.
//
// The report, of client-go v0.37.2:
//
//	discovery/cached/disk/cached_discovery.go:106:29: disk.CachedDiscoveryClient.ourFiles was
//	read in an earlier section of disk.CachedDiscoveryClient.mutex, and decides whether
//	(*CachedDiscoveryClient).writeCachedFile writes disk.CachedDiscoveryClient.ourFiles
//	    in (*disk.CachedDiscoveryClient).ServerResourcesForGroupVersionWithContext (stale, check-then-act)
//	    discovery/cached/disk/cached_discovery.go:161:29: also by way of (*disk.CachedDiscoveryClient).ServerGroupsWithContext
//
// The schedule, where the gap is as long as the server takes to answer:
//
//	lock, the file is not ours, unlock
//	ask the server
//	                                          Invalidate: lock, no file is ours, unlock
//	lock, write the file: it is ours, unlock
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery/cached/disk"
	"k8s.io/client-go/rest"

	"github.com/seed38182bad/parallax/examples/shown/internal/fatal"
)

func main() {
	var s slow
	s.asked.Add(1)
	address := httptest.NewServer(&s)
	defer address.Close()
	dir, err := os.MkdirTemp("", "discovery")
	fatal.If(err)
	defer os.RemoveAll(dir)
	client, err := disk.NewCachedDiscoveryClientForConfig(&rest.Config{Host: address.URL}, dir, "", time.Hour)
	fatal.If(err)
	groups := func() int {
		list, err := client.ServerGroups()
		fatal.If(err)
		return len(list.Groups)
	}

	var first sync.WaitGroup
	first.Go(func() { groups() })
	s.asked.Wait()
	s.installed.Store(true)
	client.Invalidate()
	first.Wait()

	n, fresh := groups(), client.Fresh()
	client.Invalidate()
	fmt.Printf("%d of %d groups, fresh: %t\n", n, groups(), fresh)
}

// slow is a server with one group of its API, or two. It takes its time for the first answer.
type slow struct {
	installed atomic.Bool // whether there is the second group
	first     sync.Once
	asked     sync.WaitGroup // until it knows what it will answer first
}

func (s *slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/apis" {
		http.NotFound(w, r)
		return
	}
	list := metav1.APIGroupList{Groups: []metav1.APIGroup{{Name: "apps"}}}
	if s.installed.Load() {
		list.Groups = append(list.Groups, metav1.APIGroup{Name: "example.org"})
	}
	s.first.Do(func() {
		s.asked.Done()
		time.Sleep(100 * time.Millisecond)
	})
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(list)
}
