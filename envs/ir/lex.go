package ir

import (
	"strconv"
	"unicode/utf8"
)

type token uint8

const (
	tEOF token = iota
	tBad
	tSemi
	tIdent
	tInt
	tAssign
	tComma
	tDot
	tColon
	tLParen
	tRParen
	tLBrack
	tRBrack
	tLBrace
	tRBrace
	tOr
	tAnd
	tEq
	tNe
	tLt
	tLe
	tGt
	tGe
	tAdd
	tSub
	tMul
	tDiv
	tMod
	tNot
	tAcquire
	tAtomic
	tBreak
	tCatch
	tClass
	tContinue
	tElse
	tFalse
	tFinal
	tFunc
	tGoto
	tIf
	tJoin
	tLen
	tNew
	tNil
	tNondet
	tNotify
	tNotifyAll
	tRelease
	tReturn
	tRoot
	tSkip
	tSpawn
	tSync
	tThrow
	tTrue
	tTry
	tTryAcquire
	tVar
	tVolatile
	tWait
	tWhile
)

var tokenText = [...]string{
	tEOF: "the end of the file", tBad: "an unknown character", tSemi: "the end of the statement",
	tIdent: "a name", tInt: "a number",
	tAssign: "=", tComma: ",", tDot: ".", tColon: ":", tLParen: "(", tRParen: ")", tLBrack: "[", tRBrack: "]",
	tLBrace: "{", tRBrace: "}", tOr: "||", tAnd: "&&", tEq: "==", tNe: "!=", tLt: "<", tLe: "<=", tGt: ">",
	tGe: ">=", tAdd: "+", tSub: "-", tMul: "*", tDiv: "/", tMod: "%", tNot: "!",
	tAcquire: "acquire", tAtomic: "atomic", tBreak: "break", tCatch: "catch", tClass: "class", tContinue: "continue",
	tElse: "else", tFalse: "false", tFinal: "final", tFunc: "func", tGoto: "goto", tIf: "if", tJoin: "join", tLen: "len",
	tNew: "new", tNil: "nil", tNondet: "nondet", tNotify: "notify", tNotifyAll: "notifyall", tRelease: "release",
	tReturn: "return", tRoot: "root", tSkip: "skip", tSpawn: "spawn", tSync: "sync", tThrow: "throw", tTrue: "true",
	tTry: "try", tTryAcquire: "tryacquire", tVar: "var", tVolatile: "volatile", tWait: "wait", tWhile: "while",
}

func (t token) String() string { return tokenText[t] }

// quoted is the token as an error message shows it.
func (t token) quoted() string {
	if t <= tInt {
		return t.String()
	}
	return strconv.Quote(t.String())
}

// keyword is the token that a word stands for.
func keyword(word string) token {
	// Words are short and few: a comparison with those of one initial is faster
	// than a hash.
	for t := tAcquire; t <= tWhile; t++ {
		if s := tokenText[t]; s[0] == word[0] && s == word {
			return t
		}
	}
	return tIdent
}

// endsStatement says after which tokens a line break ends the statement.
func (t token) endsStatement() bool {
	switch t {
	case tBad, tIdent, tInt, tRParen, tRBrack, tRBrace, tBreak, tContinue, tFalse, tNil, tNondet, tReturn, tSkip, tTrue:
		return true
	}
	return false
}

// lexer turns the source into tokens, one at a time.
type lexer struct {
	src   string
	off   int
	prev  token
	lines []int32

	tok  token
	pos  pos
	text string
}

func newLexer(src string) *lexer { return &lexer{src: src, lines: []int32{0}} }

func (l *lexer) next() {
	l.scan()
	l.prev = l.tok
}

func (l *lexer) set(t token, start, end int) {
	l.tok, l.pos, l.text, l.off = t, pos(start), l.src[start:end], end
}

func (l *lexer) scan() {
	src := l.src
	i := l.off
	for i < len(src) {
		switch c := src[i]; {
		case c == '\n':
			if l.prev.endsStatement() {
				l.set(tSemi, i, i)
				l.prev = tSemi // the line break is read again, as white space
				return
			}
			i++
			l.lines = append(l.lines, int32(i))
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		default:
			l.word(i)
			return
		}
	}
	if l.prev.endsStatement() {
		l.set(tSemi, i, i)
		return
	}
	l.set(tEOF, i, i)
}

func letter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func (l *lexer) word(i int) {
	src := l.src
	c := src[i]
	j := i + 1
	switch {
	case letter(c):
		for j < len(src) && (letter(src[j]) || digit(src[j])) {
			j++
		}
		l.set(keyword(src[i:j]), i, j)
		return
	case digit(c):
		for j < len(src) && digit(src[j]) {
			j++
		}
		l.set(tInt, i, j)
		return
	}
	if j < len(src) {
		two := src[i : j+1]
		for t := tOr; t <= tGe; t++ {
			if tokenText[t] == two {
				l.set(t, i, j+1)
				return
			}
		}
	}
	if c == ';' {
		l.set(tSemi, i, j)
		return
	}
	for t := tAssign; t <= tNot; t++ {
		if s := tokenText[t]; len(s) == 1 && s[0] == c {
			l.set(t, i, j)
			return
		}
	}
	_, n := utf8.DecodeRuneInString(src[i:])
	l.set(tBad, i, i+n)
}
