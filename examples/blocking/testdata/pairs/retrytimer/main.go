// Command retrytimer tries something again after a pause. It drains a timer whose value it has received already.
package main

import (
	"errors"
	"fmt"
	"time"
)

type response struct{ status int }

type client struct {
	pause    time.Duration
	failures int
}

func (c *client) send(path string) (response, error) {
	if c.failures > 0 {
		c.failures--
		return response{}, errors.New("connection refused")
	}
	return response{200 + len(path)%2}, nil
}

// get tries to send up to three times.
func (c *client) get(path string) (r response, err error) {
	timer := time.NewTimer(c.pause)
	defer timer.Stop()
	for range 3 {
		if r, err = c.send(path); err == nil {
			return r, nil
		}
		<-timer.C
		if !timer.Stop() {
			<-timer.C // want blocked
		}
		c.pause *= 2
		timer.Reset(c.pause)
	}
	return r, fmt.Errorf("%s: %w", path, err)
}

func main() {
	c := &client{pause: time.Millisecond, failures: 2}
	fmt.Println(c.get("/index"))
}
