// Command runs has data races that every run shows, and what runs may take for some.
package main

func main() {
	handOver()
	handOn()
}
