package lineartest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A T is what the function under test is given. It is one object with the commands on it. The function makes the same
// object, and names the same commands, whenever it is called with the same draws.
type T struct {
	tb       testing.TB
	draws    []int
	drawn    []string
	commands []*Command
	cleanups []func()
	state    func() any
	err      error
}

// A Generator draws arguments: a *rapid.Generator of any type is one.
type Generator interface {
	AsAny() *rapid.Generator[any]
}

// A Command is an operation of the object, which threads call.
type Command struct {
	name      string
	do, model reflect.Value
	judges    bool // model is told the results, and says whether they are right
	args      []*rapid.Generator[any]
}

// Command names an operation: a function and the generators of its arguments. Its results are compared with those of a
// sequential execution by reflect.DeepEqual, so they must not change later. The name is a word.
func (t *T) Command(name string, do any, args ...Generator) *Command {
	c := &Command{name: name, do: reflect.ValueOf(do)}
	for _, g := range args {
		c.args = append(c.args, g.AsAny())
	}
	switch ft := reflect.TypeOf(do); {
	case name == "" || strings.ContainsAny(name, " :;,=|\n\t"):
		t.fail("command %q: the name is not a word", name)
	case ft == nil || ft.Kind() != reflect.Func || ft.IsVariadic():
		t.fail("command %s is a %T: want a function that is not variadic", name, do)
	case ft.NumIn() != len(args):
		t.fail("command %s: its function has %d parameters, and there are %d generators", name, ft.NumIn(), len(args))
	case t.command(name) != nil:
		t.fail("command %s is named twice", name)
	default:
		t.commands = append(t.commands, c)
		c.model = c.do
		return c
	}
	return &Command{name: name} // of which Model says nothing
}

// Model gives what the command does and returns when commands are called one after the other. It has the type of the
// command's function. Or it has the command's results as further parameters, and reports whether they are right; so
// several results can be. Without a model, what the command does sequentially is right, to an object of its own.
func (c *Command) Model(f any) {
	if !c.do.IsValid() {
		return
	}
	want, got := c.do.Type(), reflect.TypeOf(f)
	if got == want {
		c.model, c.judges = reflect.ValueOf(f), false
		return
	}
	in := make([]reflect.Type, 0, want.NumIn()+want.NumOut())
	for i := range want.NumIn() {
		in = append(in, want.In(i))
	}
	for i := range want.NumOut() {
		in = append(in, want.Out(i))
	}
	judge := reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[bool]()}, false)
	if got != judge {
		panic(fmt.Sprintf("lineartest: the model of %s is a %v: want %v, or %v", c.name, got, want, judge))
	}
	c.model, c.judges = reflect.ValueOf(f), true
}

// State gives the state of the model, as a value that fmt.Sprint writes differently for different states. It saves
// looking twice at what leads to the same state, which matters with many calls. It is optional.
func (t *T) State(f func() any) { t.state = f }

// Cleanup has f called when the object is no longer used. Calls of f are made last in, first out.
func (t *T) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// Errorf says that the execution has failed, as an invariant does not hold. Commands may call it.
func (t *T) Errorf(format string, args ...any) {
	t.tb.Helper()
	t.tb.Errorf(format, args...)
}

// Draw draws a value on which the object depends, such as its size. It is called before commands are, not by them.
func Draw[V any](t *T, g *rapid.Generator[V], label string) V {
	n := 0
	if i := len(t.drawn); i < len(t.draws) {
		n = t.draws[i]
	}
	v := g.Example(n)
	t.drawn = append(t.drawn, label+" = "+show(v))
	return v
}

func (t *T) fail(format string, args ...any) {
	t.err = errors.Join(t.err, fmt.Errorf("lineartest: "+format, args...))
}

func (t *T) command(name string) *Command {
	for _, c := range t.commands {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (t *T) cleanup() {
	for i := len(t.cleanups) - 1; i >= 0; i-- {
		t.cleanups[i]()
	}
}

// object has the function under test make an object. Where that fails it is cleaned up already.
func object(tb testing.TB, f func(*T), draws []int) (*T, error) {
	t := &T{tb: tb, draws: draws}
	f(t)
	if t.err == nil && len(t.commands) == 0 {
		t.fail("there are no commands")
	}
	if t.err != nil {
		t.cleanup()
	}
	return t, t.err
}

// arguments draws those of a call.
func (c *Command) arguments(numbers []int) (args []reflect.Value, err error) {
	ft := c.do.Type()
	if len(numbers) != len(c.args) {
		return nil, fmt.Errorf("lineartest: command %s has %d arguments, and the program %d", c.name, len(c.args),
			len(numbers))
	}
	for i, g := range c.args {
		v := g.Example(numbers[i])
		switch {
		case v == nil:
			args = append(args, reflect.Zero(ft.In(i)))
		case !reflect.TypeOf(v).AssignableTo(ft.In(i)):
			return nil, fmt.Errorf("lineartest: argument %d of command %s is a %T: want a %v", i+1, c.name, v, ft.In(i))
		default:
			args = append(args, reflect.ValueOf(v))
		}
	}
	return args, nil
}

// interfaces are what a call has returned.
func interfaces(list []reflect.Value) (out []any) {
	for _, v := range list {
		out = append(out, v.Interface())
	}
	return out
}

// agrees calls the model, and reports whether it allows the results.
func (c *Command) agrees(args []reflect.Value, results []any) bool {
	if !c.judges {
		return reflect.DeepEqual(interfaces(c.model.Call(args)), results)
	}
	ft := c.model.Type()
	args = args[:len(args):len(args)]
	for i, v := range results {
		if v == nil {
			args = append(args, reflect.Zero(ft.In(len(c.args)+i)))
		} else {
			args = append(args, reflect.ValueOf(v))
		}
	}
	return c.model.Call(args)[0].Bool()
}

// show writes a value. Pointers are written as their types, as addresses differ.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Pointer, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Sprintf("(%T)", v)
	}
	return fmt.Sprintf("%+v", v)
}

func showAll[V any](list []V, of func(V) any) string {
	var words []string
	for _, v := range list {
		words = append(words, show(of(v)))
	}
	return strings.Join(words, ", ")
}
