package api

import (
	"net/http"
	"strconv"
	"time"

	"limelight/internal/kit/fault"
)

// Attach begins an answer that the browser saves as a file, and no cache keeps.
func Attach(w http.ResponseWriter, mediaType, name string) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", "attachment; filename="+strconv.Quote(name))
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}

// SpanEnd is where a span of time ends whose toDate is included, to the millisecond that is
// stored; zero when it is not given.
func SpanEnd(fromDate, toDate time.Time) (time.Time, error) {
	switch {
	case toDate.IsZero():
		return toDate, nil
	case toDate.Before(fromDate):
		return toDate, fault.Field("toDate", "Must not be before fromDate")
	}
	return toDate.Add(time.Millisecond), nil
}

// QueryTime reads a time of a raw route's query, zero when it is not given; a
// refusal names the parameter.
func QueryTime(r *http.Request, name string) (t time.Time, err error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return t, nil
	}
	if t, err = time.Parse(time.RFC3339Nano, text); err != nil {
		return t, fault.Field(name, "Must be a time such as 2026-11-02T12:00:00Z")
	}
	return t, nil
}
