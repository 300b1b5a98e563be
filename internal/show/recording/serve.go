package recording

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

var paths = regexp.MustCompile(`^` + Prefix + `([A-Za-z0-9_-]{40,600})/([A-Za-z0-9_-]{1,64})\.mp4$`)

// ServeHTTP answers GET and HEAD of the address of a recording, with ranges:
//
//	/live/mp4/{token}/{show}.mp4
//
// There are no cookies, so that another host may stand in front; the token says who watches, and
// whether they may is asked at each request, and every two seconds of an answer. Who may not is
// answered as if there were nothing.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, no-store")
	if err := s.serve(w, r); err != nil {
		api.WriteFault(w, r, err)
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	named := paths.FindStringSubmatch(r.URL.Path)
	if named == nil {
		return errNone
	}
	by, good := s.read(named[1])
	if !good {
		return errNone
	}
	country := account.CallerFrom(r.Context()).Country
	recording, pieces, err := s.stillAllowed(r.Context(), by, country)
	switch {
	case errors.Is(err, errNone), err == nil && recording.ShowID != named[2]:
		return errNone
	case err != nil:
		return err
	}
	file := newReader(r.Context(), s.Store, pieces)
	defer file.Close()
	asked := s.Now()
	file.allowed = func() error {
		if !s.Now().Before(time.UnixMilli(by.until)) {
			return errNone
		}
		if s.Now().Sub(asked) < askedEvery {
			return nil
		}
		_, _, err := s.stillAllowed(r.Context(), by, country)
		asked = s.Now()
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "video/mp4")
	// A browser keeps what the viewer has seen, and asks each time whether it may still show it.
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+recording.ID+"-"+strconv.FormatInt(recording.indexBytes, 36)+`"`)
	http.ServeContent(w, r, "", time.Time{}, file)
	return nil
}
