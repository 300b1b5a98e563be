package playback

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/id"
)

// Routes mounts the package on the API. The bytes are served beside it (ServeHTTP).
func (s *Service) Routes(r *api.Router) {
	const video = "/user/performer-assets/videos/{id}"
	api.Get(r, video+"/playback", "playback.begin", s.get, api.Public,
		api.Summary("Where I can watch a video of mine, or a trailer, for the next minutes; to be asked again before they end, or after"))
	api.Put(r, video+"/position", "playback.position", s.putPosition, account.Member.Guard(),
		api.Summary("Keep where in a video I am"))
}

type playbackInput struct {
	ID   string `path:"id"`
	Part string `query:"part" enum:"video,trailer" default:"video"`
}

// Playback is where something can be watched until it expires. Everything is in one folder,
// whose name carries the right.
type Playback struct {
	Playlist      string        `json:"playlist" doc:"HLS, as a path on this site: /media/videos/{token}/master.m3u8. All that it leads to is in the folder of the token"`
	PosterURL     string        `json:"posterUrl,omitempty"`
	PreviewURL    string        `json:"previewUrl,omitempty" doc:"MP4: a few seconds without sound. Loading it delivers the video, as a segment does"`
	StoryboardURL string        `json:"storyboardUrl,omitempty" doc:"WebVTT, whose cues are parts of a picture. Loading that picture delivers the video, as a segment does"`
	Captions      []CaptionView `json:"captions"`
	ExpiresAt     time.Time     `json:"expiresAt" doc:"ask again before; put the new token in place of the old one in every address from then on"`
	DurationMS    int64         `json:"durationMs"`
	PositionMS    int64         `json:"positionMs" doc:"where the caller was, on whichever device; 0: from the beginning"`
}

// CaptionView is a text of what is said.
type CaptionView struct {
	Language string `json:"language" doc:"BCP 47"`
	Label    string `json:"label"`
	URL      string `json:"url" doc:"WebVTT. Loading it delivers the video, as a segment does"`
}

func (s *Service) get(ctx context.Context, in *playbackInput) (Playback, error) {
	return s.Begin(ctx, account.CallerFrom(ctx), in.ID, Part(in.Part))
}

// Begin makes addresses for a viewer, in place of earlier ones too.
func (s *Service) Begin(ctx context.Context, viewer account.Caller, assetID string, part Part) (p Playback, err error) {
	if !id.Valid(assetID) {
		return p, ErrNone
	}
	a, err := s.ask(ctx, viewer, assetID, part)
	if err != nil {
		return p, err
	}
	until := s.Now().Add(addressLife)
	token, err := s.token(right{assetID: assetID, part: part, mediaID: a.MediaID, accountID: viewer.ID, version: a.Version, until: until})
	if err != nil {
		return p, err
	}
	folder := Prefix + token + "/"
	p = Playback{Playlist: folder + "master.m3u8", Captions: make([]CaptionView, len(a.Captions)), ExpiresAt: until, DurationMS: a.DurationMS}
	for i, c := range a.Captions {
		p.Captions[i] = CaptionView{Language: c.Language, Label: c.Label, URL: folder + "captions/" + c.ID + ".vtt"}
	}
	if p.PosterURL, err = s.beside(ctx, a.MediaID, Poster, folder+"poster.jpg"); err != nil {
		return p, err
	}
	if p.PreviewURL, err = s.beside(ctx, a.MediaID, Preview, folder+"preview.mp4"); err != nil {
		return p, err
	}
	if p.StoryboardURL, err = s.beside(ctx, a.MediaID, Cues, folder+"storyboard.vtt"); err != nil {
		return p, err
	}
	if viewer.Role == account.Member && part == Video {
		p.PositionMS, err = s.position(ctx, viewer.ID, assetID)
	}
	return p, err
}

// beside is the address of a file that is there, or nothing.
func (s *Service) beside(ctx context.Context, mediaID string, name File, address string) (string, error) {
	_, err := s.Media.File(ctx, mediaID, name)
	if errors.Is(err, ErrNone) {
		return "", nil
	}
	return address, err
}

type positionInput struct {
	ID   string `path:"id"`
	Body positionBody
}

type positionBody struct {
	PositionMS int64 `json:"positionMs" minimum:"0" maximum:"1000000000000" doc:"from the beginning, in milliseconds"`
}

// Position is what is kept.
type Position struct {
	PositionMS int64 `json:"positionMs" doc:"0 near the end: the last 15 seconds, and the last 5 % of a long video"`
}

func (s *Service) putPosition(ctx context.Context, in *positionInput) (Position, error) {
	if !id.Valid(in.ID) {
		return Position{}, ErrNone
	}
	at, err := s.SetPosition(ctx, account.CallerFrom(ctx), in.ID, in.Body.PositionMS)
	return Position{at}, err
}
