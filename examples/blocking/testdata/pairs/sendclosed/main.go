// Command sendclosed sends on a channel that it has closed.
package main

import "fmt"

type parcel struct{ weight int }

func main() {
	parcels := make(chan parcel, 2)
	parcels <- parcel{1}
	close(parcels)
	parcels <- parcel{2} // want paths: channel-sent-after-close // want run: panic
	fmt.Println(len(parcels), "parcels")
}
