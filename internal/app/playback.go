package app

import (
	"context"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/playback"
)

// newPlayback makes what videos are watched by: where their bytes are, and who may.
func (h *house) newPlayback(media playback.Media, rights playback.Rights) *playback.Service {
	return playback.New(playback.Deps{
		DB: h.db, Media: media, Rights: rights, Store: h.blobs, Keys: h.keys, Now: h.now, Log: h.log,
	})
}

// videoFiles serve videos to whoever has a right to them at this moment.
func (h *house) videoFiles() (http.Handler, error) {
	return h.accounts.Authenticate(h.located(h.playback)), nil
}

// noVideos stand for both while performers sell galleries alone: there is no video to watch.
type noVideos struct{}

func (noVideos) Watch(context.Context, account.Caller, string, playback.Part) (playback.Grant, error) {
	return playback.Grant{}, playback.ErrNone
}

func (noVideos) Deliver(context.Context, account.Caller, string) (bool, error) { return false, nil }

func (noVideos) Master(context.Context, string, func(string) string) (string, error) {
	return "", playback.ErrNone
}

func (noVideos) Playlist(context.Context, string, string, string, func(int) string) (string, error) {
	return "", playback.ErrNone
}

func (noVideos) Segment(context.Context, string, string, int) (playback.Range, error) {
	return playback.Range{}, playback.ErrNone
}

func (noVideos) File(context.Context, string, playback.File) (playback.Range, error) {
	return playback.Range{}, playback.ErrNone
}
