package ir

// walk calls f for each statement of the list and of those inside it.
func walk(list []stmt, f func(stmt)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case *syncStmt:
			walk(s.body, f)
		case *ifStmt:
			walk(s.then, f)
			walk(s.els, f)
		case *whileStmt:
			walk(s.body, f)
		case *tryStmt:
			walk(s.body, f)
			walk(s.catch, f)
		}
	}
}

// resultCounts finds how many values each function returns.
func resultCounts(decls []*funcDecl) map[string]int {
	n := map[string]int{}
	for _, d := range decls {
		walk(d.body, func(s stmt) {
			if r, ok := s.(*returnStmt); ok {
				n[d.name] = max(n[d.name], len(r.vals))
			}
		})
	}
	return n
}

// assigned calls f for each name that the statements assign to, with the
// expression assigned if it is the only one on its side.
func assigned(list []stmt, f func(at pos, id string, rhs expr)) {
	walk(list, func(s stmt) {
		switch s := s.(type) {
		case *assign:
			for _, x := range s.lhs {
				if n, ok := x.(*name); ok {
					rhs := s.rhs
					if len(s.lhs) > 1 {
						rhs = nil
					}
					f(n.pos, n.id, rhs)
				}
			}
		case *tryStmt:
			f(s.reg.pos, s.reg.name, nil)
		}
	})
}

func assigns(list []stmt, id string) bool {
	found := false
	assigned(list, func(_ pos, x string, _ expr) { found = found || x == id })
	return found
}
