package clamd_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"limelight/internal/kit/clamd"
	"limelight/internal/kit/recovery"
)

const known = "X5O!P%@AP"

// daemon answers as a ClamAV of these bytes' would, and takes at most so many.
func daemon(t *testing.T, network, address string, most int, silent bool) string {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	quiet := slog.New(slog.DiscardHandler)
	recovery.Go(quiet, "test.clamd", func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			recovery.Go(quiet, "test.clamd", func() { serve(conn, most, silent) }, nil)
		}
	}, nil)
	return l.Addr().String()
}

func serve(conn net.Conn, most int, silent bool) {
	defer conn.Close()
	command := make([]byte, 10)
	if _, err := io.ReadFull(conn, command); err != nil || string(command) != "zINSTREAM\x00" {
		_, _ = conn.Write([]byte("UNKNOWN COMMAND\x00"))
		return
	}
	var got bytes.Buffer
	for {
		var size uint32
		if binary.Read(conn, binary.BigEndian, &size) != nil {
			return
		}
		if size == 0 {
			break
		}
		if got.Len()+int(size) > most {
			_, _ = conn.Write([]byte("INSTREAM size limit exceeded. ERROR\x00"))
			return
		}
		if _, err := io.CopyN(&got, conn, int64(size)); err != nil {
			return
		}
	}
	switch {
	case silent:
	case bytes.Contains(got.Bytes(), []byte(known)):
		_, _ = conn.Write([]byte("stream: Eicar-Test-Signature FOUND\x00"))
	default:
		_, _ = conn.Write([]byte("stream: OK\x00"))
	}
}

func TestScan(t *testing.T) {
	tcp := clamd.Scanner{Address: daemon(t, "tcp", "127.0.0.1:0", 1<<20, false)}
	unix := clamd.Scanner{Address: daemon(t, "unix", filepath.Join(t.TempDir(), "clamd"), 1<<20, false)}
	for name, s := range map[string]clamd.Scanner{"tcp": tcp, "unix": unix} {
		if err := s.Valid(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, size := range []int{0, 1, 64 << 10, 64<<10 + 1, 1 << 20} {
			if err := s.Scan(t.Context(), strings.NewReader(strings.Repeat("x", size))); err != nil {
				t.Errorf("%s: %d clean bytes: %v", name, size, err)
			}
		}
		harmful := strings.Repeat("x", 64<<10-4) + known // in two chunks
		if err := s.Scan(t.Context(), strings.NewReader(harmful)); !errors.Is(err, clamd.ErrFound) || !strings.Contains(err.Error(), "Eicar") {
			t.Errorf("%s: harmful bytes: %v", name, err)
		}
	}
}

// What could not be scanned is not clean.
func TestFailures(t *testing.T) {
	small := clamd.Scanner{Address: daemon(t, "tcp", "127.0.0.1:0", 100, false)}
	silent := clamd.Scanner{Address: daemon(t, "tcp", "127.0.0.1:0", 100, true)}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"more than it takes":   small.Scan(t.Context(), strings.NewReader(strings.Repeat("x", 1<<20))),
		"no answer":            silent.Scan(t.Context(), strings.NewReader("x")),
		"nobody there":         clamd.Scanner{Address: "127.0.0.1:1"}.Scan(t.Context(), strings.NewReader("x")),
		"given up":             small.Scan(over, strings.NewReader("x")),
		"what breaks off":      small.Scan(t.Context(), io.MultiReader(strings.NewReader("x"), broken{})),
		"an address of no use": clamd.Scanner{Address: "clamd"}.Valid(),
	} {
		if err == nil || errors.Is(err, clamd.ErrFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
