package main

import (
	"sync"
	"testing"
)

// The tests check what holds under every schedule, so they pass: the defects
// show when somebody else is at the account at the wrong moment.

func together(n int, f func()) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(f)
	}
	wg.Wait()
}

func want(t *testing.T, a *Account, balance int) {
	t.Helper()
	if s := a.Statement(); s.Balance != balance {
		t.Errorf("balance is %d, want %d", s.Balance, balance)
	}
}

func TestDeposit(t *testing.T) {
	var a Account
	together(8, func() { a.Deposit(10) })
	want(t, &a, 80)
}

func TestDepositSlowly(t *testing.T) {
	var a Account
	a.DepositSlowly(10)
	a.DepositSlowly(10)
	want(t, &a, 20)
}

func TestDepositSlowlyTogether(t *testing.T) {
	var a Account
	together(8, func() { a.DepositSlowly(10) })
	if s := a.Statement(); s.Balance < 10 || s.Balance > 80 {
		t.Errorf("balance is %d, want between one deposit and all eight", s.Balance)
	}
}

func TestWithdraw(t *testing.T) {
	var a Account
	a.Deposit(40)
	together(8, func() { a.Withdraw(10) })
	want(t, &a, 0)
}

func TestWithdrawHopefully(t *testing.T) {
	var a Account
	a.Deposit(15)
	if !a.WithdrawHopefully(10) {
		t.Error("the money was there")
	}
	if a.WithdrawHopefully(10) {
		t.Error("the money was not there")
	}
	want(t, &a, 5)
}

func TestSettle(t *testing.T) {
	l := NewLedger("bank")
	together(8, func() { l.Settle(3) })
	want(t, l.Account("bank"), 24)
}

func TestSetInterest(t *testing.T) {
	l := NewLedger("bank")
	together(4, func() { l.SetInterest(3) })
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.interest != 3 {
		t.Errorf("interest is %d, want 3", l.interest)
	}
}
