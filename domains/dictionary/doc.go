// Package dictionary is the domain of Go's maps: which keys they have, and what
// their values are, for values of any lattice.
//
// # What a value stands for
//
// A Map describes maps by an entry for each of some keys, an entry for all other
// keys together, and whether the map may be nil. An entry is what a map may hold
// at the key, bottom if nothing, and whether the key may be absent. So a key is
// certainly there, certainly not, or perhaps:
//
//	{"a": {1}, "b"?: {2}, else?: {3}}
//
// has "a", perhaps "b", and perhaps other keys with value 3. The other keys may
// always be absent, since a map has finitely many. Entries are those of maps that
// have been made; that the map may be nil is said apart from them, so that a join
// with nil loses nothing. The zero Map is bottom.
//
// Maps are ordered entry by entry; a key that is not named has the entry of the
// other keys. Keys are named by writes, deletions and tests. Widening names no more
// keys than the limit of the domain: beyond it, one entry stands for all keys.
//
// # Operations
//
// A write or a deletion at a known key replaces what was there, one at an unknown
// key adds to every entry that it may be. They are operations of values: who keeps
// maps that are reached by two names keeps a Map in memory (package memory) and
// pointers to it.
package dictionary
