package goleveldb_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/syndtr/goleveldb/leveldb"
	"github.com/syndtr/goleveldb/leveldb/storage"
)

// Recover leaves a goroutine behind at each call, whatever the schedule.
//
// It makes a pool of buffers to read tables (leveldb/db.go:299), and does not close it. The goroutine of the pool waits
// for that (leveldb/util/buffer_pool.go:202).
func TestRecover(t *testing.T) {
	store := storage.NewMemStorage()
	db, err := leveldb.Recover(store, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	store.Close()
	time.Sleep(3 * time.Second) // what is about to end has ended
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	if n := strings.Count(string(stacks), "util.(*BufferPool).drain("); n > 0 {
		t.Errorf("the database is closed, and has %d goroutines", n)
	}
}
