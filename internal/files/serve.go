package files

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/ttlcache"
)

// Prefix is where Serve is mounted.
const Prefix = "/files/"

var address = regexp.MustCompile(`^/files/([0-9a-z]{26})/([a-z]+(?:-[0-9]+)?\.(?:webp|jpg|png))$`)

var mediaTypes = map[string]string{".avif": "image/avif", ".webp": "image/webp", ".jpg": "image/jpeg", ".png": "image/png"}

// PictureServer answers requests for pictures.
type PictureServer struct {
	*core
	avifs    *ttlcache.Cache[string, string]
	lookTime time.Duration // a picture waits so long to learn whether it is there as AVIF
	lookSaid atomic.Pointer[time.Time]
}

// Serve answers GET /files/{id}/{variant}: public pictures, which never change
// under their address but in the way that they are encoded. Documents are not to be had here.
func (s *PictureServer) Serve(w http.ResponseWriter, r *http.Request) {
	hardened(w.Header())
	match := address.FindStringSubmatch(r.URL.Path)
	if match == nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
		api.WriteFault(w, r, ErrNone)
		return
	}
	fileID := match[1]
	variant, object, err := s.openFor(r.Context(), r.Header, File{ID: fileID}, match[2])
	if err != nil {
		if !errors.Is(err, blob.ErrNone) && r.Context().Err() == nil {
			s.Log.Error("serve a file", "path", r.URL.Path, "error", err)
		}
		api.WriteFault(w, r, orNone(err))
		return
	}
	defer object.Close() // it was read only
	h := w.Header()
	h.Set("Content-Type", mediaTypes[path.Ext(variant)])
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept")
	h.Set("ETag", `"`+fileID+"/"+variant+`"`)
	h.Set("Content-Disposition", `inline; filename="`+variant+`"`)
	h.Set("Cross-Origin-Resource-Policy", "same-site")
	http.ServeContent(w, r, "", object.Modified(), object)
}

func orNone(err error) error {
	if errors.Is(err, blob.ErrNone) {
		return ErrNone
	}
	return err
}

// ServeDocument writes an opened document as the answer: shown by nobody's
// cache, never as a page.
func ServeDocument(w http.ResponseWriter, r *http.Request, o Opened) {
	h := w.Header()
	hardened(h)
	disposition := "inline"
	if !strings.HasPrefix(o.MediaType, "image/") {
		disposition = "attachment" // a PDF is opened outside the browser's reach
	}
	h.Set("Content-Type", o.MediaType)
	h.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": o.Name}))
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(o.Data))
}

// hardened are the headers of everything a user brought. An answer that is not
// the file itself is kept by no cache.
func hardened(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, no-store")
}
