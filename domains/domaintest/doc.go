// Package domaintest generates values of the domains for property tests: those
// of the domains themselves, and those of checkers and domains built on them. A
// generator draws small values often, so that two of them are related now and then,
// and the edges of what is possible often.
package domaintest
