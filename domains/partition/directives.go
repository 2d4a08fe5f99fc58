package partition

// Each applies a transfer function of the base, which may change the state that
// it is given, to each part. Parts that become unreachable are dropped.
func (s *State[S]) Each(f func(Token, S) S) {
	kept := s.parts[:0]
	for _, p := range s.parts {
		if p.state = f(p.token, p.state); !s.of.dead(p.state) {
			kept = append(kept, p)
		}
	}
	clear(s.parts[len(kept):])
	s.parts = kept
}

// Apply is Each for a function that does not look at the token.
func (s *State[S]) Apply(f func(S) S) { s.Each(func(_ Token, state S) S { return f(state) }) }

// Mark remembers c as the latest choice in all parts, in place of an earlier
// one at the same place. A choice is the edge of a branch that was taken, or
// the entry of a loop with iteration 0.
func (s *State[S]) Mark(c Choice) { s.retoken(func(t Token) Token { return t.with(c) }) }

// Next counts an iteration of the loop that was marked at a place, up to most:
// what remembers most stands for that many iterations or more. Parts that do not
// remember the loop stay as they are.
func (s *State[S]) Next(at, most int) {
	s.retoken(func(t Token) Token {
		i := t.index(at)
		if i < 0 || t.choices[i].Took >= most {
			return t
		}
		r := Token{t.Choices()}
		r.choices[i].Took++
		return r
	})
}

// Forget merges the parts that differ in what was taken at these places only.
func (s *State[S]) Forget(places ...int) {
	s.retoken(func(t Token) Token {
		for _, at := range places {
			t = t.without(at)
		}
		return t
	})
}

// Collapse merges all parts.
func (s *State[S]) Collapse() { s.retoken(func(Token) Token { return Token{} }) }

func (s *State[S]) retoken(f func(Token) Token) {
	for i := range s.parts {
		s.parts[i].token = f(s.parts[i].token)
	}
	s.rebuild(s.parts)
}

// Split partitions each part by cases, such as the values of a variable or the
// pointer's targets. Part i of the outcome has been through cases[i], which may
// change the state that it is given. It remembers to have taken i at the place.
// The cases together must cover everything, or what they leave out is lost.
func (s *State[S]) Split(at int, cases ...func(S) S) {
	var parts []part[S]
	for _, p := range s.parts {
		for i, refine := range cases {
			if state := refine(p.state.Clone()); !s.of.dead(state) {
				parts = append(parts, part[S]{p.token.with(Choice{at, i}), state})
			}
		}
	}
	s.rebuild(parts)
}
