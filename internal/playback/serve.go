package playback

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
)

const (
	playlistType = "application/vnd.apple.mpegurl"
	videoType    = "video/mp4"
	pictureType  = "image/jpeg"
	textType     = "text/vtt; charset=utf-8"
)

// ServeHTTP answers GET and HEAD of what an address of the route playback.begin leads to,
// with ranges and conditions:
//
//	/media/videos/{token}/master.m3u8
//	/media/videos/{token}/{rendition}/index.m3u8
//	/media/videos/{token}/{rendition}/init.mp4
//	/media/videos/{token}/{rendition}/{segment}.m4s
//	/media/videos/{token}/poster.jpg
//	/media/videos/{token}/preview.mp4
//	/media/videos/{token}/storyboard.vtt
//	/media/videos/{token}/storyboard, storyboard-1, … (also with .jpg)
//	/media/videos/{token}/captions/{id}.vtt
//
// All else about the token's folder, and who may not, is 404. Playlists name what is in the
// folder, and nothing above it: a player that was given another token for the same video puts
// that in place of the old one, in every address that it asks for from then on.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, no-store")
	if err := s.serve(w, r); err != nil {
		if !errors.Is(err, ErrNone) && r.Context().Err() == nil {
			s.Log.Error("serve a video", "error", err)
		}
		api.WriteFault(w, r, err)
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	wants, ok := readPath(r.URL.Path)
	if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ErrNone
	}
	viewer := account.CallerFrom(r.Context())
	carried, ok := s.open(wants.token, viewer.ID)
	if !ok {
		return ErrNone
	}
	a, err := s.holds(r.Context(), viewer, carried)
	if err != nil {
		return err
	}
	if text, isPlaylist, err := s.playlist(r.Context(), carried.mediaID, wants); isPlaylist {
		return respond(w, r, text, err)
	}
	found, err := s.find(r.Context(), a, wants)
	if err != nil {
		return err
	}
	return s.send(w, r, sending{found, viewer, carried, a})
}

// playlist writes the one that is wanted; false when something else is.
func (s *Service) playlist(ctx context.Context, mediaID string, wants wanted) (text string, is bool, err error) {
	switch wants.file {
	case "master.m3u8":
		text, err = s.Media.Master(ctx, mediaID, func(rendition string) string { return rendition + "/index.m3u8" })
	case "index.m3u8":
		names := s.namesOf(mediaID, wants.rendition)
		text, err = s.Media.Playlist(ctx, mediaID, wants.rendition, "init.mp4", func(n int) string { return segmentName(names, n) + ".m4s" })
	default:
		return "", false, nil
	}
	return text, true, err
}

// respond answers with a playlist, which is the viewer's own and kept by nobody.
func respond(w http.ResponseWriter, r *http.Request, text string, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", playlistType)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
	return nil
}

// found is what is sent. Paid bytes are those that only who has the video may have.
type found struct {
	Range
	mediaType string
	paid      bool
}

func (s *Service) find(ctx context.Context, a answer, wants wanted) (f found, err error) {
	switch {
	case wants.segment != "":
		f = found{mediaType: videoType, paid: true}
		number, ok := segmentNumber(s.namesOf(a.MediaID, wants.rendition), wants.segment)
		if !ok {
			return f, ErrNone
		}
		f.Range, err = s.Media.Segment(ctx, a.MediaID, wants.rendition, number)
	case wants.caption != "":
		f = found{mediaType: textType, paid: true}
		i := slices.IndexFunc(a.Captions, func(c Caption) bool { return c.ID == wants.caption })
		if i < 0 {
			return f, ErrNone
		}
		f.Range = a.Captions[i].File
	case wants.file == "init.mp4":
		f.mediaType = videoType
		f.Range, err = s.Media.Segment(ctx, a.MediaID, wants.rendition, Header)
	case wants.file == "poster.jpg":
		f.mediaType = pictureType
		f.Range, err = s.Media.File(ctx, a.MediaID, Poster)
	case wants.file == "preview.mp4":
		f = found{mediaType: videoType, paid: true}
		f.Range, err = s.Media.File(ctx, a.MediaID, Preview)
	case wants.file == "storyboard.vtt":
		f.mediaType = textType
		f.Range, err = s.Media.File(ctx, a.MediaID, Cues)
	default: // a sheet, as readPath admits nothing else
		f = found{mediaType: pictureType, paid: true}
		f.Range, err = s.Media.File(ctx, a.MediaID, File(strings.TrimSuffix(wants.file, ".jpg")))
	}
	return f, err
}

// sending is what goes to whom, by which right.
type sending struct {
	found
	viewer account.Caller
	by     right
	answer answer
}

// send answers with the bytes, as far as the right lasts. A browser may keep them for the
// viewer, and has to ask each time whether it may still show them.
func (s *Service) send(w http.ResponseWriter, r *http.Request, what sending) error {
	object, err := s.Store.Open(r.Context(), what.Key)
	if errors.Is(err, blob.ErrNone) {
		return ErrNone
	}
	if err != nil {
		return err
	}
	defer object.Close() // it was read only
	if what.Offset < 0 || what.Length < 1 || what.Length > object.Size()-what.Offset {
		return fmt.Errorf("%d bytes at %d of %s, which has %d", what.Length, what.Offset, what.Key, object.Size())
	}
	if what.paid && r.Method != http.MethodHead {
		if err := s.deliver(r.Context(), what.viewer, what.by, what.answer); err != nil {
			return err
		}
	}
	h := w.Header()
	h.Set("Content-Type", what.mediaType)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Cookie, Authorization")
	h.Set("ETag", what.etag())
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	http.ServeContent(w, r, "", object.Modified(), &section{of: object, start: what.Offset, length: what.Length, allowed: func() error {
		_, err := s.holds(r.Context(), what.viewer, what.by)
		return err
	}})
	return nil
}

// etag names the bytes, and not where they lie.
func (f found) etag() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%d|%d", f.Key, f.Offset, f.Length))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}
