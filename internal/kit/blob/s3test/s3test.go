// Package s3test starts a throw-away S3 server for a test: the program that S3_SERVER names,
// which checks signatures and keeps its objects on a disk, or, without one, a bucket in the
// test's own process.
package s3test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
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

	"limelight/internal/kit/porttest"
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

// startTime is how long a server may take until it answers.
const startTime = 30 * time.Second

// started runs versitygw over a folder: each folder in it is a bucket. What a file system may
// not keep beside a file, such as its ETag, it keeps in a folder of its own.
func started(t testing.TB, path string) string {
	t.Helper()
	files, beside := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(files, Bucket), 0o750); err != nil {
		t.Fatal(err)
	}
	var failed error
	for range 5 { // another test may take the port before the server does
		address := porttest.Address(t)
		stop, err := launch(path, address, files, beside, startTime)
		if err == nil {
			t.Cleanup(stop)
			return address
		}
		failed = errors.Join(failed, err)
	}
	t.Fatal(failed)
	return ""
}

// launch starts a server and waits until it answers at the address: this one, by a path of which
// nobody else knows. One that ends, or says nothing in time, is stopped and tells why.
func launch(path, address, files, beside string, within time.Duration) (stop func(), err error) {
	healthy := "/healthy-" + strings.ToLower(rand.Text())
	server := exec.Command(path, "--port", address, "--access", AccessKey, "--secret", SecretKey, "--region", Region, "--quiet",
		"--health", healthy, "posix", "--sidecar", beside, files)
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	server.WaitDelay = time.Second // for a child that holds what it writes to
	if err := server.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	recovery.Go(nil, "s3test.server", func() {
		defer close(ended)
		_ = server.Wait()
	}, nil)
	stop = func() {
		_ = server.Process.Kill()
		<-ended
	}
	late := time.NewTimer(within)
	defer late.Stop()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ended:
			return nil, fmt.Errorf("%s ended before it answered:\n%s", path, said.String())
		case <-late.C:
			stop()
			return nil, fmt.Errorf("%s has not answered within %s:\n%s", path, within, said.String())
		case <-look.C:
		}
		if answers("http://" + address + healthy) {
			return stop, nil
		}
	}
}

func answers(url string) bool {
	res, err := (&http.Client{Timeout: time.Second}).Get(url)
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}
