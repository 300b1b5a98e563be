package app

import (
	"net/http"

	"limelight/internal/playback"
)

// newPlayback makes what videos are watched by: where their bytes are, and who may.
func (h *house) newPlayback() *playback.Service {
	return playback.New(playback.Deps{
		DB: h.db, Media: videoMedia{h}, Rights: watchers{h}, Store: h.blobs, Keys: h.keys, Now: h.now, Log: h.log,
	})
}

// videoFiles serve videos to whoever has a right to them at this moment.
func (h *house) videoFiles() (http.Handler, error) {
	return h.accounts.AuthenticateFiles(h.located(h.playback)), nil
}
