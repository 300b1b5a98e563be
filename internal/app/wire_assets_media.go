package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/transcoding"
	"limelight/internal/uploads"
)

// media are the large files of assets: what was sent in pieces, and made into videos.
type media struct {
	uploads  *uploads.Service
	videos   *transcoding.Service
	blobs    blob.Store
	scanWith string // a ClamAV daemon; empty: nothing is scanned
	log      *slog.Logger
}

func isVideo(p assets.Purpose) bool { return p == assets.VideoFile || p == assets.TrailerFile }

func (m media) Take(ctx context.Context, tx *db.Tx, medium assets.Medium, performerID string) (assets.Medium, error) {
	sent, err := m.uploads.Claim(ctx, tx, performerID, medium.UploadID, uploads.Purpose(medium.Purpose))
	medium.Name, medium.Size = sent.Name, sent.Length
	if err != nil || !isVideo(medium.Purpose) {
		return medium, err
	}
	return medium, m.videos.Begin(ctx, tx, transcoding.New{
		ID: medium.ID, OwnerID: performerID, UploadID: medium.UploadID, Purpose: string(medium.Purpose), Name: medium.Name,
	})
}

func (m media) Drop(ctx context.Context, tx *db.Tx, medium assets.Medium) error {
	if isVideo(medium.Purpose) {
		return m.videos.Remove(ctx, tx, medium.ID) // which gives up its upload
	}
	return m.uploads.Remove(ctx, tx, medium.UploadID)
}

func (m media) Keep(ctx context.Context, performerID string, purpose assets.Purpose, file api.File) (string, error) {
	u, err := m.uploads.Keep(ctx, performerID, uploads.Arrived{
		Purpose: uploads.Purpose(purpose), Name: file.Filename, Length: file.Size, Bytes: file,
	})
	return u.ID, err
}

func (m media) Open(ctx context.Context, medium assets.Medium) (blob.Object, error) {
	return m.uploads.Open(ctx, medium.UploadID)
}

func (m media) States(ctx context.Context, tx *db.Tx, mediumIDs []string) (map[string]assets.MediumState, error) {
	known, err := m.videos.States(ctx, tx, mediumIDs)
	states := make(map[string]assets.MediumState, len(known))
	for mediumID, s := range known {
		states[mediumID] = mediumState(s)
	}
	return states, err
}

func (m media) Retry(ctx context.Context, tx *db.Tx, mediumID string) error {
	return m.videos.Retry(ctx, tx, mediumID)
}

func (m media) Poster(ctx context.Context, mediumID string) (io.ReadCloser, error) {
	at, err := m.videos.File(ctx, mediumID, transcoding.Poster)
	if errors.Is(err, transcoding.ErrNone) {
		return nil, blob.ErrNone
	}
	if err != nil {
		return nil, err
	}
	return m.blobs.Open(ctx, at.Key) // which holds nothing else
}

func mediumState(s transcoding.State) assets.MediumState {
	state := assets.MediumState{
		Status: assets.MediumStatus(s.Status), Progress: s.Progress, Reason: s.Reason, IsRetryable: s.Retryable, DurationMS: s.DurationMS,
		Width: s.Width, Height: s.Height, HasSound: s.HasSound, HasPoster: s.HasPoster, Renditions: s.Renditions,
	}
	if state.Renditions == nil {
		state.Renditions = []int{}
	}
	return state
}

// assetMedia tells a performer's devices how far a video of theirs is.
var assetMedia = socket.Declare[assetMediaPayload]("asset/media")

type assetMediaPayload struct {
	ID       string              `json:"_id" doc:"of the video that is sold"`
	MediumID string              `json:"mediumId"`
	Purpose  assets.Purpose      `json:"purpose" enum:"video,trailer"`
	Status   assets.MediumStatus `json:"status" enum:"waiting,working,playable,done,refused,failed,unavailable"`
	Progress int                 `json:"progress"`
	Reason   string              `json:"reason,omitempty"`
}

// assetVideos follow what is made of uploads.
type assetVideos struct {
	assets  *assets.Service
	sockets *socket.Server
}

func (v assetVideos) push(ctx context.Context, e transcoding.Changed) error {
	a, err := v.assets.OfMedium(ctx, e.MediaID)
	if errors.Is(err, assets.ErrNone) {
		return nil // it is gone by now
	}
	if err != nil {
		return err
	}
	return socket.To(v.sockets, socket.AccountRoom(e.OwnerID), assetMedia, assetMediaPayload{
		ID: a.ID, MediumID: e.MediaID, Purpose: assets.Purpose(e.Purpose), Status: assets.MediumStatus(e.State.Status), Progress: e.State.Progress, Reason: e.State.Reason,
	})
}

func (v assetVideos) usePoster(ctx context.Context, e transcoding.Changed) error {
	if e.Purpose != string(assets.VideoFile) || !e.State.CanPlay() || !e.State.HasPoster {
		return nil
	}
	return v.assets.UsePoster(ctx, e.MediaID)
}
