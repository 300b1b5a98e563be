package testkit

import (
	"net"
	"os/exec"
	"testing"
)

// RunRedis runs an empty Redis at an address of this machine, where another one may have
// been, until the test ends.
func RunRedis(t testing.TB, address string) {
	t.Helper()
	server, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("several nodes need Redis: apt-get install redis-server")
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	running := exec.Command(server, "--port", port, "--bind", host, "--save", "", "--dir", t.TempDir())
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		running.Process.Kill() //nolint:errcheck // Wait tells
		running.Wait()         //nolint:errcheck // it was killed
	})
	Eventually(t, "redis answers", func() bool {
		return exec.Command("redis-cli", "-h", host, "-p", port, "ping").Run() == nil
	})
}
