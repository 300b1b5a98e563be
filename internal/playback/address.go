package playback

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Prefix is where the handler must be mounted.
const Prefix = "/media/videos/"

// addressLife is how long an address is good. A player asks for the next one before, and
// one that slept longer as soon as it goes on.
const addressLife = 10 * time.Minute

// right is what an address carries.
type right struct {
	assetID   string
	part      Part
	mediaID   string
	accountID string // empty: made for guests
	version   int64
	until     time.Time
}

// sealedAs keeps a right from opening as anything else that the site has sealed.
var sealedAs = secretbox.Place{Table: "playback", Column: "address"}

// token is the part of an address that carries the right.
func (s *Service) token(r right) (string, error) {
	sealed, err := s.Keys.Seal(sealedAs, []byte(r.text()))
	if err != nil {
		return "", err
	}
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// open reads a token that is good for the account now; false for any other.
func (s *Service) open(token, accountID string) (right, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return right{}, false
	}
	text, err := s.Keys.Open(sealedAs, base64.RawStdEncoding.EncodeToString(raw))
	if err != nil {
		return right{}, false
	}
	r, ok := readRight(string(text))
	return r, ok && r.accountID == accountID && s.Now().Before(r.until)
}

func (r right) text() string {
	return strings.Join([]string{
		r.assetID, string(r.part), r.mediaID, r.accountID, strconv.FormatInt(r.version, 10), strconv.FormatInt(r.until.UnixMilli(), 10),
	}, "|")
}

func readRight(text string) (r right, ok bool) {
	f := strings.Split(text, "|")
	if len(f) != 6 || !id.Valid(f[0]) || !id.Valid(f[2]) || f[3] != "" && !id.Valid(f[3]) || Part(f[1]) != Video && Part(f[1]) != Trailer {
		return right{}, false
	}
	version, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return right{}, false
	}
	until, err := strconv.ParseInt(f[5], 10, 64)
	if err != nil {
		return right{}, false
	}
	return right{assetID: f[0], part: Part(f[1]), mediaID: f[2], accountID: f[3], version: version, until: time.UnixMilli(until)}, true
}

// wanted is what a path asks for. Of the last three one is set.
type wanted struct {
	token     string
	rendition string // empty: beside the renditions
	segment   string // an opaque name
	file      string // "master.m3u8", "index.m3u8", "init.mp4", "poster.jpg", "preview.mp4", "storyboard.vtt", or a sheet: "storyboard", "storyboard-1"
	caption   string
}

var pathShape = regexp.MustCompile(`^` + Prefix + `([A-Za-z0-9_-]{40,600})/(?:` +
	`(master\.m3u8|poster\.jpg|preview\.mp4|storyboard\.vtt|storyboard(?:-[1-9][0-9]{0,3})?(?:\.jpg)?)` +
	`|captions/([0-9a-z]{1,40})\.vtt` +
	`|([0-9a-z]{1,20})/(?:(index\.m3u8|init\.mp4)|([0-9a-f]{32})\.m4s))$`)

func readPath(path string) (w wanted, ok bool) {
	m := pathShape.FindStringSubmatch(path)
	if m == nil {
		return wanted{}, false
	}
	return wanted{token: m[1], rendition: m[4], segment: m[6], file: m[2] + m[5], caption: m[3]}, true
}
