package fixed

import (
	"testing"
	"time"
)

func TestCrawl(t *testing.T) {
	c := NewCrawler(map[string]Page{"home": {[]string{"news", "about"}}, "news": {[]string{"home"}}})
	if names := c.Crawl("home"); len(names) > 3 {
		t.Error(names)
	}
	time.Sleep(5 * time.Millisecond)
}
