// Leafnodes connects two leaf nodes to an account that may have one. The second is refused,
// which keeps a tenant of the server to what was agreed. Here both are let in.
//
// The report, of nats-server v2.15.2:
//
//	server/client.go:923:26: server.Account.nleafs was read in an earlier section of
//	server.Account.mu, and decides whether (*Account).addClient writes server.Account.nleafs
//	    in (*server.client).registerWithAccount (stale, check-then-act)
//
// The schedule:
//
//	lock, nleafs is 0, less than 1, unlock
//	                                          lock, nleafs is 0, less than 1, unlock
//	lock, add the first, unlock
//	                                          lock, add the second, unlock
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed38182bad/parallax/examples/shown/internal/fatal"
	"github.com/seed38182bad/parallax/examples/shown/internal/natsserver"
)

const config = `
listen: "127.0.0.1:-1"
leafnodes: {listen: "127.0.0.1:-1"}
accounts: {
	tenant: {
		users: [{user: ada, password: ada}]
		limits: {max_leafnodes: 1}
	}
}`

func main() {
	s, address := start()
	defer s.Shutdown()
	tenant, err := s.LookupAccount("tenant")
	fatal.If(err)

	var both sync.WaitGroup
	for i := range 2 {
		conn, err := net.Dial("tcp", address)
		fatal.If(err)
		defer conn.Close()
		both.Go(func() { connect(conn, fmt.Sprint("leaf", i)) })
	}
	both.Wait()
	fmt.Printf("%d connected, of at most %d\n", tenant.NumLeafNodes(), tenant.MaxActiveLeafNodes())
}

// connect says what a leaf node says first, and comes back when it is let in or refused.
func connect(conn net.Conn, name string) {
	fmt.Fprintf(conn, "CONNECT {\"user\":\"ada\",\"pass\":\"ada\",\"name\":%q,\"cluster\":%[1]q}\r\nPING\r\n", name)
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if line := lines.Text(); line == "PONG" || strings.HasPrefix(line, "-ERR") {
			return
		}
	}
}

// start runs a server, and says where leaf nodes may connect to it.
func start() (s *server.Server, address string) {
	dir, err := os.MkdirTemp("", "leafnodes")
	fatal.If(err)
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "config")
	fatal.If(os.WriteFile(file, []byte(config), 0o600))
	options, err := server.ProcessConfigFile(file)
	fatal.If(err)
	return natsserver.Start(options), fmt.Sprint("127.0.0.1:", options.LeafNode.Port)
}
