package api

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
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
		answer.Body.Close() // read or not, it is over
		connection.Close()
	}
	wrong := mistakes(4_000)
	w := call(r.Handler(), http.MethodPost, "/wishes", wrong, "application/json")
	if w.Code != http.StatusUnprocessableEntity || w.Body.Len() > len(wrong) {
		t.Errorf("answered %d with %d bytes to %d", w.Code, w.Body.Len(), len(wrong))
	}
}

func mistakes(n int) string { return `{"numbers":["x"` + strings.Repeat(`,"x"`, n-1) + `]}` }

// A mistake costs a hundred times what it is sent with, so that a body has a bound of
// them that is looked at before the first; and what is sent to most routes is small.
func TestBodiesAreBounded(t *testing.T) {
	r := NewRouter("shop", "1", slog.New(slog.DiscardHandler))
	Post(r, "/wishes", "shop.wish", wishing, Public, LongTexts())
	Post(r, "/wish", "shop.wishShort", wishing, Public)
	body := mistakes(200_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := call(r.Handler(), http.MethodPost, "/wishes", body, "application/json")
	runtime.ReadMemStats(&after)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("too many values are answered %d: %s", w.Code, w.Body)
	}
	if used := int(after.TotalAlloc - before.TotalAlloc); used > 10*len(body) {
		t.Errorf("%d bytes of mistakes took %d of memory", len(body), used)
	}
	text := `{"numbers":[],"note":"` + strings.Repeat(`,[{\"`, 10_000) + `"}`
	for path, want := range map[string]int{"/wishes": http.StatusOK, "/wish": http.StatusOK} {
		if w := call(r.Handler(), http.MethodPost, path, text, "application/json"); w.Code != want {
			t.Errorf("a text of brackets at %s is answered %d: %s", path, w.Code, w.Body)
		}
	}
	if w := call(r.Handler(), http.MethodPost, "/wish", text+strings.Repeat(" ", jsonBody), "application/json"); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long body is answered %d", w.Code)
	}
}
