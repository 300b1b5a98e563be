package s3test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/porttest"
)

// server is a program that stands for the S3 server.
func server(t *testing.T, script string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// A server that finds its port taken is not mistaken for the one that has it, whose every object
// another test would see.
func TestAnotherServerIsNotOurs(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(asked, nil, 0o600); err != nil {
			t.Error(err)
		}
		if r.URL.Path != "/healthy" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer other.Close()
	path := server(t, "until [ -e "+asked+" ]; do sleep .01; done; echo the address is in use; exit 1")
	if _, err := launch(path, strings.TrimPrefix(other.URL, "http://"), "", "", time.Minute); err == nil || !strings.Contains(err.Error(), "the address is in use") {
		t.Errorf("got %v", err)
	}
}

// A server that says nothing is not waited for.
func TestASilentServerIsNotWaitedFor(t *testing.T) {
	if _, err := launch(server(t, "exec sleep 1000"), porttest.Address(t), "", "", 100*time.Millisecond); err == nil || !strings.Contains(err.Error(), "has not answered within 100ms") {
		t.Errorf("got %v", err)
	}
}

// A port that was taken is no failure: another one is tried.
func TestAnotherPortIsTried(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	path := server(t, `[ -e `+mark+` ] || { : >`+mark+`; exit 1; }; exec `+os.Getenv(program)+` "$@"`)
	if os.Getenv(program) == "" {
		t.Skip("skipped, and nothing is proven: " + program + " names no server")
	}
	res, err := http.Get("http://" + started(t, path))
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
}
