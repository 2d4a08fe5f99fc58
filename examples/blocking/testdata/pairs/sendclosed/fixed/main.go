// Command fixed closes a channel after it has sent.
package main

import "fmt"

type parcel struct{ weight int }

func main() {
	parcels := make(chan parcel, 2)
	parcels <- parcel{1}
	parcels <- parcel{2}
	close(parcels)
	fmt.Println(len(parcels), "parcels")
}
