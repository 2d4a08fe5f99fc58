// Package fixed loads settings when they are first needed. What it loads asks for a value that is there.
package fixed

import (
	"path"
	"strings"
	"sync"
)

// A Setting has a name and a value.
type Setting struct{ Name, Value string }

// Settings are loaded when they are first needed.
type Settings struct {
	once   sync.Once
	text   string
	values map[string]string
}

// New makes settings of a text.
func New(text string) *Settings { return &Settings{text: text} }

// Get is the value of a setting.
func (s *Settings) Get(name string) string {
	s.once.Do(s.load)
	return s.values[name]
}

func (s *Settings) load() {
	s.values = map[string]string{"home": "/home/ada"}
	for line := range strings.Lines(s.text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		s.set(Setting{name, value})
	}
}

func (s *Settings) set(n Setting) {
	if rest, inHome := strings.CutPrefix(n.Value, "~"); inHome {
		n.Value = path.Join(s.values["home"], rest)
	}
	s.values[n.Name] = n.Value
}
