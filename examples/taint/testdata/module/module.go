// What comes from the environment and from requests, and where it goes.
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

type config struct{ shell, path string }

// Runs do not show how it is initialised.
var editor = os.Getenv("EDITOR")

func load() *config {
	return &config{shell: os.Getenv("SHELL"), path: "/bin/true"}
}

func use(c *config) {
	_ = exec.Command(c.path)
	_ = exec.Command(c.shell) // want tainted-argument
	_ = exec.Command(editor)  // want paths: tainted-argument
}

func quote(s string) string { return "'" + s + "'" }

func environment() {
	name := os.Getenv("NAME")
	_ = exec.Command("echo", quote(name)) // want tainted-argument
	_ = exec.Command("echo", quote("fixed"))
	os.Open(name) // the user of the program may choose files
	n, _ := strconv.Atoi(name)
	_ = exec.Command("echo", fmt.Sprint(n))
	_ = &exec.Cmd{Path: name} // want tainted-store
	get := os.Getenv
	_ = exec.Command(get("NAME"))                            // want tainted-argument
	_ = exec.Command("echo", append([]string(nil), name)...) // want tainted-argument
	run := func() { _ = exec.Command(name) }                 // want tainted-argument
	run()
	var b strings.Builder
	b.WriteString(name)
	_ = exec.Command(b.String()) // want tainted-argument
	m := map[string]string{"a": name}
	for _, v := range m {
		_ = exec.Command(v) // want tainted-argument
	}
	if name == "never" {
		_ = exec.Command(name) // want paths: tainted-argument
	}
}

func handler(w http.ResponseWriter, r *http.Request) {
	os.Open(r.FormValue("file"))               // want tainted-argument
	os.Open(filepath.Join("/srv", r.URL.Path)) // want tainted-argument
	var body bytes.Buffer
	io.Copy(&body, r.Body)
	template.New("page").Parse(body.String()) // want tainted-argument
	fmt.Fprintln(w, template.HTMLEscapeString(r.Host))
	ch := make(chan string, 1)
	ch <- r.Header.Get("X")
	os.Open(<-ch) // want tainted-argument
}

func main() {
	use(load())
	environment()
	handler(writer{}, &http.Request{
		Method: "GET",
		URL:    &url.URL{Path: "/none"},
		Form:   url.Values{"file": {"none"}},
		Header: http.Header{"X": {"none"}},
		Body:   io.NopCloser(strings.NewReader("text")),
	})
}

type writer struct{}

func (writer) Header() http.Header         { return nil }
func (writer) WriteHeader(int)             {}
func (writer) Write(b []byte) (int, error) { return len(b), nil }
