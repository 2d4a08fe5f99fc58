// Package mux has handlers of a package of the standard library, and flags that add up.
package mux

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	_ "net/http/pprof"
	"testing"
)

var added []string

func init() {
	http.HandleFunc("/own", func(w http.ResponseWriter, _ *http.Request) {})
	flag.Func("add", "a word to add", func(s string) error {
		added = append(added, s)
		return nil
	})
}

func TestSet(t *testing.T) {
	for _, path := range []string{"/own", "/debug/pprof/cmdline"} {
		w := httptest.NewRecorder()
		http.DefaultServeMux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusOK {
			t.Error(path, w.Code)
		}
	}
	added = append(added, "c")
}

// TestSetFlags is executed with -add a -add b.
func TestSetFlags(t *testing.T) {
	if fmt.Sprint(added, flag.Args()) != "[a b] [-x]" {
		t.Error(added, flag.Args())
	}
	added[0] = "changed"
}
