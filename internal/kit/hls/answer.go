package hls

import (
	"io"
	"net/http"
	"regexp"
	"strconv"
)

// answer serves the files of one live window.
type answer struct {
	http.ResponseWriter
	window *liveWindow
	wait   waitContexts
}

var (
	segmentFile = regexp.MustCompile(`^(\d{1,15})\.mp4$`)
	partFile    = regexp.MustCompile(`^(\d{1,15})\.(\d{1,6})\.mp4$`)
	headerFile  = regexp.MustCompile(`^(\d{1,15})\.(?:header|off)\.mp4$`)
)

// file answers with the file; false when it is not there and nothing was said.
func (a answer) file(r *http.Request, name string) bool {
	if name == "index.m3u8" || name == "live.m3u8" {
		return a.playlist(r, name)
	}
	if m := partFile.FindStringSubmatch(name); m != nil {
		return a.media(a.window.waitForPart(a.wait, number(m[1]), number(m[2])))
	}
	if m := segmentFile.FindStringSubmatch(name); m != nil {
		var pieces [][]byte
		for _, p := range a.window.whole(number(m[1])) {
			pieces = append(pieces, p.data)
		}
		return a.media(pieces...)
	}
	if m := headerFile.FindStringSubmatch(name); m != nil {
		return a.media(a.window.headerOf(number(m[1])))
	}
	return false
}

// isMediaFile reports whether a file has the name of a segment, a part or a header.
func isMediaFile(name string) bool {
	return segmentFile.MatchString(name) || partFile.MatchString(name) || headerFile.MatchString(name)
}

func (a answer) playlist(r *http.Request, name string) bool {
	limit := startTimeout
	there, isEarly := a.window.ready, r.URL.Query().Has("early")
	switch {
	case name == "index.m3u8":
		there = a.window.hasMedia
	case isEarly:
		there = a.window.hasPicture
	}
	if msn := r.URL.Query().Get("_HLS_msn"); msn != "" && name == "live.m3u8" {
		segment, part := number(msn), int64(-1)
		if text := r.URL.Query().Get("_HLS_part"); text != "" {
			part = number(text)
		}
		if a.window.ahead(segment) {
			http.Error(a, "This is too far ahead.", http.StatusBadRequest)
			return true
		}
		limit, there = partTimeout, func() bool { return a.window.has(segment, part) }
	}
	if !a.window.wait(a.wait, limit, there) {
		if a.wait.over() {
			return false
		}
		refuse(a, errFull)
		return true
	}
	text := a.list(name, isEarly)
	a.Header().Set("Cache-Control", "private, max-age=1")
	a.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
	a.Header().Set("Content-Length", strconv.Itoa(len(text)))
	io.WriteString(a.ResponseWriter, text) // the client has gone
	return true
}

func (a answer) list(name string, isEarly bool) string {
	switch {
	case name == "live.m3u8" && isEarly:
		return a.window.early()
	case name == "live.m3u8":
		return a.window.playlist()
	case isEarly:
		return a.window.master("?early")
	}
	return a.window.master("")
}

// media answers with bytes that never change, to be kept by this viewer alone:
// what a shared cache held would be served to those who may no longer watch.
func (a answer) media(pieces ...[]byte) bool {
	length := 0
	for _, p := range pieces {
		length += len(p)
	}
	if length == 0 {
		return false
	}
	a.Header().Set("Cache-Control", "private, max-age=60, immutable")
	a.Header().Set("Content-Type", "video/mp4")
	a.Header().Set("Content-Length", strconv.Itoa(length))
	for _, p := range pieces {
		if _, err := a.Write(p); err != nil {
			break // the client has gone
		}
	}
	return true
}

// number is a decimal; −1 for anything else, which nothing has.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
