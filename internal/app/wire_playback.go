package app

import (
	"context"
	"errors"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/playback"
	"limelight/internal/transcoding"
)

// videoFilesPrefix is the path below which the files of videos are.
const videoFilesPrefix = playback.Prefix

// wirePlayback builds what videos are watched by: where their bytes are, and who may.
func wirePlayback(s *Services) {
	s.playback = playback.New(playback.Deps{
		DB: s.db, Media: videoMedia{s.videos}, Rights: watchers{s.assets}, Store: s.blobs, Keys: s.keys, Now: s.now, Log: s.log,
	})
	s.section("playback", "Watching bought videos", s.playback.Routes)
	s.mount(mounted{pattern: "GET " + videoFilesPrefix + "{token}/{file...}", handler: func() (http.Handler, error) { // to whoever has a right to them at this moment
		return s.accounts.AuthenticateFiles(s.locations.locate(s.playback)), nil
	}})
}

// videoMedia are where the bytes of videos are, in the words of playback.
type videoMedia struct{ videos *transcoding.Service }

func unseen(err error) error {
	if errors.Is(err, transcoding.ErrNone) {
		return playback.ErrNone
	}
	return err
}

func (f videoMedia) Master(ctx context.Context, mediaID string, address func(string) string) (string, error) {
	text, err := f.videos.Master(ctx, mediaID, address)
	return text, unseen(err)
}

func (f videoMedia) Playlist(ctx context.Context, mediaID, rendition, header string, segment func(int) string) (string, error) {
	text, err := f.videos.Playlist(ctx, mediaID, rendition, header, segment)
	return text, unseen(err)
}

func (f videoMedia) Segment(ctx context.Context, mediaID, rendition string, n int) (playback.Range, error) {
	at, err := f.videos.Segment(ctx, mediaID, rendition, n)
	return playback.Range(at), unseen(err)
}

func (f videoMedia) File(ctx context.Context, mediaID string, name playback.File) (playback.Range, error) {
	at, err := f.videos.File(ctx, mediaID, transcoding.FileName(name))
	return playback.Range(at), unseen(err)
}

// watchers are who may watch what, in the words of playback.
type watchers struct{ assets *assets.Service }

func (w watchers) Watch(ctx context.Context, viewer account.Caller, assetID string, part playback.Part) (playback.Grant, error) {
	may, err := w.assets.Watch(ctx, viewer, assetID, assets.Purpose(part))
	if errors.Is(err, assets.ErrNone) {
		err = playback.ErrNone
	}
	grant := playback.Grant{MediaID: may.MediumID, Version: may.Version, DurationMS: may.DurationMS}
	for _, c := range may.Captions {
		grant.Captions = append(grant.Captions, playback.Caption{
			ID: c.ID, Language: c.Language, Label: c.Label, File: playback.Range{Key: c.Key, Length: c.Size},
		})
	}
	return grant, err
}

func (w watchers) Deliver(ctx context.Context, viewer account.Caller, assetID string) (bool, error) {
	return w.assets.DeliverVideo(ctx, viewer, assetID)
}
