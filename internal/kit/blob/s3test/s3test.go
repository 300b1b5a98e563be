// Package s3test starts a throw-away S3 server for a test: the program that S3_SERVER names,
// which checks signatures and keeps its objects on a disk, or, without one, a bucket in the
// test's own process.
package s3test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"limelight/internal/kit/recovery"
)

// What every server has.
const (
	Bucket    = "files"
	Region    = "us-east-1"
	AccessKey = "key"
	SecretKey = "secret"
)

// program names the server that the suite has built (scripts/test.sh).
const program = "S3_SERVER"

// Start runs a server with one empty bucket until the test ends, and returns its host:port.
func Start(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(program); path != "" {
		return started(t, path)
	}
	backend := s3mem.New()
	if err := backend.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// started runs versitygw over a folder: each folder in it is a bucket. What a file system may
// not keep beside a file, such as its ETag, it keeps in a folder of its own.
func started(t testing.TB, path string) string {
	t.Helper()
	files, beside := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(files, Bucket), 0o750); err != nil {
		t.Fatal(err)
	}
	address := freePort(t)
	server := exec.Command(path, "--port", address, "--access", AccessKey, "--secret", SecretKey, "--region", Region, "--quiet",
		"--health", "/healthy", "posix", "--sidecar", beside, files)
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	recovery.Go(nil, "s3test.server", func() { ended <- server.Wait() }, nil)
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
	})
	for look := time.NewTicker(20 * time.Millisecond); ; <-look.C {
		res, err := http.Get("http://" + address + "/healthy")
		if err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			return address
		}
		select {
		case <-ended:
			ended <- nil
			t.Fatalf("%s did not start:\n%s", path, said.String())
		default:
		}
	}
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
