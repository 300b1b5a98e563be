// Package redistest starts a throw-away Redis for a test.
package redistest

import (
	"bufio"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"limelight/internal/kit/porttest"
)

// Server is a Redis on one port of this machine, without persistence.
type Server struct {
	URL  string
	t    *testing.T
	port string
	cmd  *exec.Cmd
}

// Start runs a Redis on a free port until the test ends. It skips the test, saying so,
// where redis-server is not installed.
func Start(t *testing.T) *Server {
	t.Helper()
	port, err := porttest.Free()
	if err != nil {
		t.Fatal(err)
	}
	return StartAt(t, strconv.Itoa(port))
}

// StartAt is Start on a port that nobody else takes while the server is stopped.
func StartAt(t *testing.T, port string) *Server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("skipped: redis-server is not installed")
	}
	s := &Server{URL: "redis://127.0.0.1:" + port, t: t, port: port}
	t.Cleanup(s.Stop)
	s.Start()
	return s
}

// Start starts it again, empty, on the same port.
func (s *Server) Start() {
	s.t.Helper()
	s.cmd = exec.Command("redis-server", "--port", s.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.t.TempDir())
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	var log strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		log.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "eady to accept connections") {
			return
		}
	}
	s.t.Fatalf("redis-server did not start:\n%s", log.String())
}

// Empty takes everything out of it.
func (s *Server) Empty() {
	s.t.Helper()
	if out, err := exec.Command("redis-cli", "-p", s.port, "flushall").CombinedOutput(); err != nil {
		s.t.Fatalf("empty Redis: %v: %s", err, out)
	}
}

// Pause stops it where it is, without an end of its connections.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume has it go on.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(what syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(what); err != nil {
		s.t.Fatal(err)
	}
}

// Stop kills it.
func (s *Server) Stop() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	s.cmd = nil
}
