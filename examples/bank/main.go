package main

import (
	"fmt"
	"sync"
)

// main lets four tellers work on one account.
func main() {
	ledger := NewLedger("bank", "ada")
	ada := ledger.Account("ada")
	ada.Deposit(1000)
	var tellers sync.WaitGroup
	for range 4 {
		tellers.Go(func() {
			ada.DepositSlowly(10)
			ada.Deposit(10)
			ada.WithdrawHopefully(5)
			ada.Withdraw(5)
			ledger.Settle(1)
		})
	}
	tellers.Wait()
	fmt.Println("ada should have 1040 and has", ada.Statement().Balance)
}
