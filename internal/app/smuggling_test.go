package app_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
)

// A request of which two readers could believe different ends is the last one of its
// connection: what follows, which a proxy in front could have taken for its body or
// for somebody else's request, is answered by nobody. What has no end that one could
// tell is refused; of a length and chunks net/http follows the chunks and hides the
// length, so that one is answered: here with what is wrong about an empty body.
func TestRequestsWithTwoEnds(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom"})
	host := strings.TrimPrefix(s.url, "http://")
	const (
		login    = "POST /api/auth/users/login HTTP/1.1\r\nContent-Type: application/json\r\n"
		smuggled = "GET /api/settings/public HTTP/1.1\r\nHost: other\r\n\r\n"
		chunks   = "0\r\n\r\n"
	)
	for name, given := range map[string]string{
		"a length and chunks":             "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
		"chunks and a length":             "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunks,
		"a folded header":                 "X-Nothing: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
		"a length, and chunks hidden":     "Content-Length: 5\r\nTransfer-Encoding : chunked\r\n\r\n" + chunks,
		"two lengths":                     "Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + chunks,
		"two lengths in one":              "Content-Length: 5, 6\r\n\r\n" + chunks,
		"a length with a sign":            "Content-Length: +5\r\n\r\n" + chunks,
		"a length below nothing":          "Content-Length: -5\r\n\r\n" + chunks,
		"a length in hexadecimals":        "Content-Length: 0x5\r\n\r\n" + chunks,
		"chunks twice":                    "Transfer-Encoding: chunked, chunked\r\n\r\n" + chunks,
		"chunks in two headers":           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
		"an unknown coding":               "Transfer-Encoding: xchunked\r\n\r\n" + chunks,
		"chunks not last":                 "Transfer-Encoding: chunked, identity\r\n\r\n" + chunks,
		"a coding behind a tabulator":     "Transfer-Encoding: \x0bchunked\r\n\r\n" + chunks,
		"a header with a bare return":     "X-Nothing: a\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunks,
		"a chunk longer than a number":    "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n" + chunks,
		"a chunk whose length is not one": "Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n" + chunks,
		"a chunk with another end":        "Transfer-Encoding: chunked\r\n\r\n1\r\naXX0\r\n\r\n",
		"two hosts":                       "Host: other\r\nContent-Length: 0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			statuses := answersTo(t, host, login+"Host: "+host+"\r\n"+given+smuggled)
			if len(statuses) != 1 || statuses[0] != http.StatusBadRequest && statuses[0] != http.StatusNotImplemented {
				t.Errorf("answered with %v, want 400 or 501 and the end of the connection", statuses)
			}
		})
	}
}

// answersTo writes text on a connection of its own and reads the statuses of the
// answers until the other side closes it.
func answersTo(t *testing.T, host, text string) (statuses []int) {
	t.Helper()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	from := bufio.NewReader(conn)
	for {
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Error("the connection stays open")
			}
			return statuses
		}
		io.Copy(io.Discard, answer.Body) // the statuses count
		answer.Body.Close()
		statuses = append(statuses, answer.StatusCode)
	}
}
