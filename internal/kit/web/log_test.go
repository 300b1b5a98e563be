package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A status that is said when the answer is under way is noted for the log and not
// sent: net/http would complain in the operator's log.
func TestTheFirstStatusIsSent(t *testing.T) {
	seen := httptest.NewRecorder()
	var headers int
	w := Observe(counting{seen, &headers})
	w.WriteHeader(http.StatusOK)
	w.WriteHeader(499)
	if seen.Code != http.StatusOK || w.Status != 499 || headers != 1 {
		t.Errorf("%d was sent and %d noted, in %d headers", seen.Code, w.Status, headers)
	}
}

// counting counts the headers that reach the connection.
type counting struct {
	http.ResponseWriter
	headers *int
}

func (c counting) WriteHeader(status int) {
	*c.headers++
	c.ResponseWriter.WriteHeader(status)
}
