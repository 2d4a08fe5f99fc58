package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
)

// A crew is what the whole program does with the groups and channels that are found in fields and package variables, by
// the class of memory. Those of one class are taken for one.
type crew struct {
	prog   envs.Program
	by     *callers.Table
	table  *exchange.Table
	at     map[deed][]envs.Point
	others map[*envs.Loc]bool            // it is handed on, and known by other names
	may    map[deed]map[envs.FuncID]bool // functions that may do so, or what they call or start
	misses map[*envs.Loc][]miss          // by group
}

// A deed is what is done with the channels or groups of a class.
type deed struct {
	role exchange.Role
	loc  *envs.Loc
}

func crewOf(by *callers.Table, table *exchange.Table) *crew {
	c := &crew{prog: by.Program(), by: by, table: table, at: map[deed][]envs.Point{}, others: map[*envs.Loc]bool{},
		may: map[deed]map[envs.FuncID]bool{}, misses: map[*envs.Loc][]miss{}}
	c.functions(func(fn *envs.Func, op *envs.Op) {
		if role, loc, does := c.does(fn, op); does {
			c.at[deed{role, loc}] = append(c.at[deed{role, loc}], envs.At(fn.ID, op.PC))
		}
	})
	groups, channels := map[*envs.Loc]bool{}, map[*envs.Loc]bool{}
	for d := range c.at {
		if d.role >= exchange.Adds {
			groups[d.loc] = true
		} else {
			channels[d.loc] = true
		}
	}
	c.functions(func(fn *envs.Func, op *envs.Op) {
		switch {
		case op.Kind == envs.Load && groups[op.Loc]: // the field has a pointer
			c.others[op.Loc] = true
		case op.Kind == envs.Addr && groups[op.Loc], op.Kind == envs.Load && channels[op.Loc]:
			c.others[op.Loc] = c.others[op.Loc] || c.table.HandsOn(fn, op)
		}
	})
	return c
}

func (c *crew) functions(f func(*envs.Func, *envs.Op)) {
	for id := range c.prog.NumFuncs() {
		if fn := c.prog.Func(envs.FuncID(id)); fn != nil {
			for i := range fn.Ops {
				f(fn, &fn.Ops[i])
			}
		}
	}
}

// wholly is what the whole program does.
func (c *checker) wholly() *crew {
	if c.crew == nil {
		c.crew = crewOf(c.callers, c.table)
	}
	return c.crew
}

// does is what an operation does with a channel or group that lies in a field or package variable.
func (c *crew) does(fn *envs.Func, op *envs.Op) (role exchange.Role, loc *envs.Loc, does bool) {
	role, loc, does = c.table.Does(fn, op)
	return role, loc, does && loc != nil && (loc.Class == envs.Field || loc.Class == envs.Global)
}

// mayDo are the functions that may do something, themselves or by what they call or start.
func (c *crew) mayDo(d deed) map[envs.FuncID]bool {
	if c.may[d] == nil {
		c.may[d] = c.by.Reaching(c.at[d], c.by.Entered)
	}
	return c.may[d]
}

// mayBe reports whether an operation may do something, itself or by what it calls, starts or defers.
func (c *crew) mayBe(fn *envs.Func, op *envs.Op, d deed) bool {
	if role, loc, does := c.does(fn, op); does && role == d.role && loc == d.loc {
		return true
	}
	if op.Kind == envs.Defer {
		return slices.ContainsFunc(fn.Ops, func(o envs.Op) bool {
			return o.Deferred == op.Deferred && o.Kind != envs.Defer && c.mayBe(fn, &o, d)
		})
	}
	return op.Callee != nil && slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool { return c.mayDo(d)[f] })
}
