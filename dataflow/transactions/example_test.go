package transactions_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// Of several lines that match, the last one counts; what none matches is as it would be without a file.
func ExampleParse() {
	rules, err := transactions.Parse("my.rules", []byte(`
# whole calls are transactions
atomic (*bank.Account).transfer
# only blocks are, as in functions that are not exported
blocks bank.*
# neither is, unless a caller makes it part of one
none *.String
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fn := range []envs.Func{
		{Name: "(*bank.Account).transfer"},
		{Name: "bank.Open", Exported: true},
		{Name: "(*bank.Account).String", Exported: true},
		{Name: "(*bank.Account).Balance", Exported: true},
	} {
		fmt.Println(rules.Of(nil, &fn), fn.Name)
	}
	// Output:
	// atomic (*bank.Account).transfer
	// blocks bank.Open
	// none (*bank.Account).String
	// atomic (*bank.Account).Balance
}
