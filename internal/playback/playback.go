// Package playback is how videos and their trailers are watched: by HLS, from addresses
// that carry a right, for ten minutes at a time.
//
// Invariants:
//   - an address is sealed for one account (or for guests), one media, and one version of
//     what was granted; under another login, altered or too old it is as absent as none;
//   - whoever asks for a byte, a playlist or a single picture has the right to it now, or had
//     it two seconds ago: Rights is asked, and no answer of it is older. An answer that is
//     under way stops when the right ends;
//   - before the first byte of what was paid for goes out, Rights has noted the delivery;
//   - what may not be had is answered as what does not exist, byte for byte.
//
// Where the bytes lie, Media knows; who may watch, Rights alone decides.
package playback

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/ttlcache"
)

// Part is what of an asset is watched.
type Part string

// The parts. A trailer is for everybody whom the performer admits.
const (
	Video   Part = "video"
	Trailer Part = "trailer"
)

// ErrNone is the answer to what does not exist, and to what the viewer may not have.
var ErrNone = fault.New(fault.NotFound, "This video does not exist.")

// Range is where bytes lie: a part of a blob.
type Range struct {
	Key    string
	Offset int64
	Length int64
}

// File names one of the files beside the renditions.
type File string

// The files: a picture (JPEG), a few seconds without sound (MP4, at most 400 KB), the sheet of small pictures (JPEG), and the WebVTT that says
// which of them is of which moment. It calls a sheet as its file; later ones are storyboard-1, …
const (
	Poster     File = "poster"
	Preview    File = "preview"
	Storyboard File = "storyboard"
	Cues       File = "storyboardCues"
)

// Header is the number under which Media gives what comes before a rendition's segments.
const Header = -1

// Media knows where the bytes of media are. Each method answers ErrNone for what is not
// there, or not yet.
type Media interface {
	// Master is the playlist of the renditions, which have the addresses given.
	Master(ctx context.Context, mediaID string, address func(rendition string) string) (string, error)
	// Playlist is that of one rendition, whose parts have the names given.
	Playlist(ctx context.Context, mediaID, rendition, header string, segment func(n int) string) (string, error)
	// Segment is one of them, or the Header.
	Segment(ctx context.Context, mediaID, rendition string, n int) (Range, error)
	File(ctx context.Context, mediaID string, name File) (Range, error)
}

// Grant is what a viewer may watch now.
type Grant struct {
	MediaID    string
	Version    int64 // rises when the right is given anew: addresses of another one are over
	DurationMS int64
	Captions   []Caption
}

// Caption is a text of what is said, as WebVTT.
type Caption struct {
	ID       string // lower-case letters and digits
	Language string // BCP 47
	Label    string
	File     Range
}

// Rights is the one place that decides who may watch what.
type Rights interface {
	// Watch answers ErrNone for who may not watch the part: the performer and staff always
	// may, buyers of the video as long as it is theirs and they are not blocked, and of the
	// trailer everybody whom the performer admits from where they are (viewer.Country). It
	// is asked at each new address, and every two seconds of watching.
	Watch(ctx context.Context, viewer account.Caller, assetID string, part Part) (Grant, error)
	// Deliver notes that a byte of the video itself goes to the viewer, and reports whether
	// it may. It is asked before the first one, and again every two seconds of watching.
	Deliver(ctx context.Context, viewer account.Caller, assetID string) (bool, error)
}

// Deps are what playback stands on.
type Deps struct {
	DB     *db.DB
	Media  Media
	Rights Rights
	Store  blob.Store
	Keys   *secretbox.Keys
	Now    func() time.Time
	Log    *slog.Logger
}

// Service lets videos be watched. It is the handler to be mounted at Prefix, behind what
// says who makes a call and from which country.
type Service struct {
	Deps
	answers *ttlcache.Cache[pass, answer]
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{Deps: d, answers: ttlcache.New[pass, answer](askedEvery, maxAnswers)}
}
