package api

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type wishes struct {
	Body struct {
		Numbers []int `json:"numbers"`
	}
}

func wishing(context.Context, *wishes) (struct{}, error) { return struct{}{}, nil }

// A body that is cut wrongly is the sender's mistake, and so small an answer that
// nobody can make the site send more than it was sent.
func TestBodiesOfNothingButMistakes(t *testing.T) {
	r := NewRouter("shop", "1", slog.New(slog.DiscardHandler))
	Post(r, "/wishes", "shop.wish", wishing, Public)
	server := httptest.NewServer(r.Handler())
	defer server.Close()
	for name, body := range map[string]string{
		"no length of a chunk":     "zz\r\n{}\r\n0\r\n\r\n",
		"a chunk's endless remark": "1;" + strings.Repeat("a", 100_000) + "\r\n{\r\n0\r\n\r\n",
		"a chunk that is longer":   "2\r\n{}}}\r\n0\r\n\r\n",
	} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(connection, "POST %s/wishes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s", Prefix, body)
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: answered %d, want 400", name, answer.StatusCode)
		}
		answer.Body.Close() //nolint:errcheck // read or not, it is over
		connection.Close()  //nolint:errcheck
	}
	wrong := `{"numbers":["x"` + strings.Repeat(`,"x"`, 10_000) + `]}`
	w := call(r.Handler(), http.MethodPost, "/wishes", wrong, "application/json")
	if w.Code != http.StatusUnprocessableEntity || w.Body.Len() > len(wrong) {
		t.Errorf("answered %d with %d bytes to %d", w.Code, w.Body.Len(), len(wrong))
	}
}
