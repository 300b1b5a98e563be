package web

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"
)

// A body that stops in the middle ends with its deadline, however it is sent, and
// an upload has longer.
func TestBodiesHaveADeadline(t *testing.T) {
	var read = make(chan error, 1)
	server := httptest.NewServer(Chain(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	}), RequestLog(slog.New(slog.DiscardHandler), time.Now), BodyTimeouts(50*time.Millisecond, time.Hour)))
	defer server.Close()
	for name, head := range map[string]string{
		"a notification": "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
		"a body of what pretends to become a socket": "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 10\r\n\r\n{",
		"a poll's chunk": "Transfer-Encoding: chunked\r\n\r\n5\r\n4",
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: site\r\n%s", head)
		select {
		case err := <-read:
			if err == nil {
				t.Errorf("%s: the half was taken for the whole", name)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s is still waited for", name)
		}
		_ = conn.Close()
	}
	upload, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, slowly{})
	if err != nil {
		t.Fatal(err)
	}
	upload.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	res, err := http.DefaultClient.Do(upload)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if err := <-read; err != nil {
		t.Errorf("an upload that takes longer: %v", err)
	}
}

// slowly is a body that ends after the deadline of those that are no uploads.
type slowly struct{}

func (slowly) Read([]byte) (int, error) {
	time.Sleep(100 * time.Millisecond) // the subject is a deadline of the kernel, which no clock of ours moves
	return 0, io.EOF
}

// A reader who takes nothing is not waited for; one who takes a little now and then
// gets the whole, and so does the next answer on the same connection.
func TestAnswersHaveADeadline(t *testing.T) {
	const pause = 300 * time.Millisecond
	whole := make([]byte, 8<<20) // more than two sockets hold
	wrote := make(chan error, 1)
	server := httptest.NewServer(Chain(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/nothing":
			w.WriteHeader(http.StatusNoContent)
			return
		case "/empty":
			return
		case "/late":
			<-time.After(2 * pause)
			w.WriteHeader(http.StatusNoContent)
			return
		case "/taken": // as a WebSocket is
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			go func() {
				defer conn.Close()
				<-time.After(2 * pause)
				fmt.Fprint(conn, "HTTP/1.1 204 No Content\r\n\r\n")
			}()
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(whole)))
		_, err := w.Write(whole)
		wrote <- err
	}), RequestLog(slog.New(slog.DiscardHandler), time.Now), AnswerTimeouts(pause)))
	defer server.Close()
	ask := func() net.Conn {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: site\r\n\r\n")
		return conn
	}
	ask()
	select {
	case err := <-wrote:
		if err == nil {
			t.Error("all was sent to who takes nothing")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("who takes nothing is still waited for")
	}
	conn := ask()
	reader := bufio.NewReader(conn)
	res, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(pause / 10)
	defer tick.Stop()
	got := int64(0)
	for err == nil && got < int64(len(whole)) {
		<-tick.C // slower than it could
		var n int64
		n, err = io.CopyN(io.Discard, res.Body, 512<<10)
		got += n
	}
	if got != int64(len(whole)) || <-wrote != nil {
		t.Errorf("a slow reader got %d of %d (%v)", got, len(whole), err)
	}
	<-time.After(2 * pause) // the connection rests for longer than a piece may wait
	for _, path := range []string{"/empty", "/nothing", "/late", "/taken"} {
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: site\r\n\r\n", path)
		res, err := http.ReadResponse(reader, nil)
		if err != nil || res.StatusCode >= http.StatusMultipleChoices {
			t.Fatalf("%s on the same connection: %v", path, err)
		}
		_ = res.Body.Close()
	}
}
