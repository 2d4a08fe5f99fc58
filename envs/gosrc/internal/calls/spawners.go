package calls

import (
	"sync"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// spawners are the functions that start a goroutine which calls one of their parameters, and do nothing else with it:
//
//	func (s *server) goFunc(f func()) {
//		s.running.Add(1)
//		go func() {
//			defer s.running.Done()
//			f()
//		}()
//	}
//
// They are called with what the goroutine is to do, which tells the goroutines apart.
type spawners struct {
	once sync.Once
	arg  map[envs.FuncID]int // which parameter
}

// SpawnedArg is the parameter of a function that it starts, if it does.
func (g *Graph) SpawnedArg(id envs.FuncID) (int, bool) {
	g.spawners.once.Do(g.findSpawners)
	i, ok := g.spawners.arg[id]
	return i, ok
}

func (g *Graph) findSpawners() {
	g.spawners.arg = map[envs.FuncID]int{}
	for _, f := range g.src.Funcs {
		for i, v := range f.SSA.Params {
			if local.Spawned(v) {
				g.spawners.arg[f.ID] = i
			}
		}
	}
}
