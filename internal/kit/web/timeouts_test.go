package web

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// lentFile notes whether it was read, or lent to the system to send.
type lentFile struct {
	*os.File
	read, lent atomic.Int64
}

func (f *lentFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read.Add(int64(n))
	return n, err
}

func (f *lentFile) SyscallConn() (syscall.RawConn, error) {
	f.lent.Add(1)
	return f.File.SyscallConn()
}

// What stands between a file and the connection leaves sending it to the system: a file of many
// pieces, and a range of it, come whole, and the program reads no more than what begins an answer.
func TestTheSystemSendsFiles(t *testing.T) {
	data := make([]byte, 10*answerPiece+77)
	for i := range data {
		data[i] = byte(i % 251)
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var file *lentFile
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		opened, err := os.Open(path)
		if err != nil {
			t.Error(err)
			return
		}
		defer opened.Close()
		file = &lentFile{File: opened}
		http.ServeContent(w, r, "", time.Time{}, file)
	})
	quiet := slog.New(slog.DiscardHandler)
	server := httptest.NewServer(RequestLog(quiet, time.Now)(AnswerTimeouts(time.Minute)(serve)))
	defer server.Close()
	for span, want := range map[string][]byte{"": data, "bytes=100-": data[100:], "bytes=70000-400000": data[70000:400001], "bytes=5-9": data[5:10]} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Range", span)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %d bytes of %d came (%v)", span, len(got), len(want), err)
		}
		if read := file.read.Load(); read > 1024 {
			t.Errorf("%q: the program read %d bytes by itself", span, read)
		}
	}
}

// A reader who takes nothing keeps a file that the system sends no longer than any other answer.
func TestAFileWaitsForNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	server := httptest.NewServer(AnswerTimeouts(200 * time.Millisecond)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		file, err := os.Open(path)
		if err == nil {
			_, err = io.Copy(w, file)
			err = errors.Join(err, file.Close())
		}
		ended <- err
	})))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: here\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the answer ended with %v", err)
	}
}

// slowSource gives a little, and the rest after a pause, as an object store may.
type slowSource struct {
	first, rest io.Reader
	pause       time.Duration
}

func (s *slowSource) Read(p []byte) (int, error) {
	n, err := s.first.Read(p)
	if err == nil {
		return n, nil
	}
	if s.pause > 0 {
		<-time.After(s.pause) // the subject is a deadline of the kernel, which no clock of ours moves
		s.pause = 0
	}
	return s.rest.Read(p)
}

// noFile is a source that might be a file, and is none now.
type noFile struct{ io.Reader }

func (noFile) SyscallConn() (syscall.RawConn, error) { return nil, errors.ErrUnsupported }

// What comes from afar may be waited for longer than a reader may let others wait: its reader gets
// the whole.
func TestAReaderWaitsForASlowSource(t *testing.T) {
	const pause = 200 * time.Millisecond
	data := bytes.Repeat([]byte("far away "), 3*answerPiece/9)
	for name, as := range map[string]func(io.Reader) io.Reader{
		"a stream":            func(r io.Reader) io.Reader { return r },
		"a part of one":       func(r io.Reader) io.Reader { return io.LimitReader(r, int64(len(data))) },
		"a section of a blob": func(r io.Reader) io.Reader { return io.LimitReader(noFile{r}, int64(len(data))) },
	} {
		ended := make(chan error, 1)
		server := httptest.NewServer(AnswerTimeouts(pause)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, err := io.Copy(w, as(&slowSource{bytes.NewReader(data[:20_000]), bytes.NewReader(data[20_000:]), 2 * pause}))
			ended <- err
		})))
		res, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if written := <-ended; err != nil || written != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes of %d came (%v, %v)", name, len(got), len(data), err, written)
		}
		server.Close()
	}
}
