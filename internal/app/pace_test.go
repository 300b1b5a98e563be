package app

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A body that stops in the middle ends with its deadline, however it is sent, and
// an upload has longer.
func TestBodiesHaveADeadline(t *testing.T) {
	var read = make(chan error, 1)
	server := httptest.NewServer(passing(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	}), logged(slog.New(slog.DiscardHandler), time.Now), timedBodies(50*time.Millisecond, time.Hour)))
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
