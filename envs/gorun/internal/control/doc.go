// Package control executes tests under schedules of its choice.
package control
