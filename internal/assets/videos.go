package assets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"limelight/internal/files"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Why a video cannot be submitted.
var (
	ErrNoVideo    = fault.New(fault.Conflict, "Upload the video before you submit this.").Coded("video_missing")
	ErrProcessing = fault.New(fault.Conflict, "The video is not ready to be watched yet. Submit it as soon as it is.").Coded("video_processing")
	errRefused    = fault.New(fault.Conflict, "The video cannot be used. Upload another file.").Coded("video_refused")
	errTrailer    = fault.New(fault.Conflict, "The trailer cannot be used. Upload another file, or remove the trailer.").Coded("video_refused")
)

// Videos are what only videos have: whether they can be watched, their posters, and what
// visitors are told of them.
type Videos struct {
	*core
	photos *Photos
	media  *AssetMedia
}

// mayWatch refuses a video that nobody could watch: whoever reviews it has to.
func (s *Videos) mayWatch(ctx context.Context, tx *db.Tx, a *Asset) error {
	if a.Kind != Video {
		return nil
	}
	list, err := selectMedia(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	if err := s.states(ctx, tx, list); err != nil {
		return err
	}
	newest := map[Purpose]Medium{}
	for _, m := range list { // those that wait come first
		if _, known := newest[m.Purpose]; !known {
			newest[m.Purpose] = m
		}
	}
	if _, there := newest[VideoFile]; !there {
		return ErrNoVideo
	}
	for _, purpose := range a.rules().media {
		m, there := newest[purpose]
		if !there || m.canPlay() {
			continue
		}
		return unwatchable(m)
	}
	return nil
}

func unwatchable(m Medium) error {
	if m.State == nil || m.State.Status != MediumRefused && m.State.Status != MediumFailed {
		return ErrProcessing.With("purpose", string(m.Purpose))
	}
	refusal := errRefused
	if m.Purpose == TrailerFile {
		refusal = errTrailer
	}
	return refusal.With("purpose", string(m.Purpose)).With("reason", m.State.Reason)
}

// UsePoster makes a picture out of a video its thumbnail, if its performer has given it
// none. It is called when there is one.
func (s *Videos) UsePoster(ctx context.Context, mediumID string) error {
	a, err := s.media.OfMedium(ctx, mediumID)
	if errors.Is(err, ErrNone) {
		return nil // it is gone by now
	}
	if err != nil {
		return err
	}
	err = s.usePoster(ctx, a.PerformerID, a.ID)
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

func (s *Videos) usePoster(ctx context.Context, performerID, assetID string) error {
	mediumID := ""
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.own(ctx, tx, performerID, assetID, "")
		if err != nil || a.Kind != Video || a.CoverID != "" {
			return err
		}
		list, err := selectMedia(ctx, tx, a.ID)
		for _, m := range list {
			if m.Purpose == VideoFile && mediumID == "" {
				mediumID = m.ID
			}
		}
		return err
	})
	if err != nil || mediumID == "" {
		return err
	}
	poster, err := s.Media.Poster(ctx, mediumID)
	if errors.Is(err, blob.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	defer poster.Close() // it was read only
	f, err := s.Files.SavePhoto(ctx, performerID, files.Photo, "poster.jpg", poster, files.Limits{MaxMB: s.PhotoLimits().MaxMB, Accepted: []string{"jpg"}})
	if err != nil {
		return fmt.Errorf("keep the poster of %s: %w", assetID, err)
	}
	used := false
	_, err = s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if used = a.CoverID == ""; !used {
			return nil // the performer was faster
		}
		p := photoOf(a.ID, f)
		return s.photos.addPhoto(ctx, tx, a, &p)
	})
	if err == nil && !used {
		return s.dropFiles(ctx, []string{f.ID})
	}
	return err
}

// VideoPart is what visitors are told of a video.
type VideoPart struct {
	DurationMS  int64 `json:"durationMs"`
	Width       int   `json:"width" doc:"as it is shown, in pixels"`
	Height      int   `json:"height"`
	HasTrailer  bool  `json:"hasTrailer"`
	HasCaptions bool  `json:"hasCaptions"`
	NumViews    int64 `json:"numViews" doc:"viewers, each once in an hour"`
	IsWatchable bool  `json:"isWatchable" doc:"the caller may watch it whole"`
}

// videoMedia are what an offer of a video consists of.
type videoMedia struct {
	video, trailer Medium // approved; zero: none
	captions       int
}

// addVideos tells offers of videos what they consist of.
func (s *Videos) addVideos(ctx context.Context, tx *db.Tx, list []Offer) error {
	ids := []string{}
	for _, o := range list {
		if o.Kind == Video {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	media, err := mediaOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	captions, err := countCaptions(ctx, tx, ids)
	if err != nil {
		return err
	}
	if err := s.states(ctx, tx, slices.Collect(maps.Values(media))...); err != nil {
		return err
	}
	for i := range list {
		list[i].content = videoOf(media[list[i].ID])
		list[i].content.captions = captions[list[i].ID]
	}
	return nil
}

func videoOf(media []Medium) (f videoMedia) {
	for _, m := range media {
		switch {
		case m.ApprovedAt.IsZero():
		case m.Purpose == VideoFile:
			f.video = m
		case m.Purpose == TrailerFile:
			f.trailer = m
		}
	}
	return f
}

func (o Offer) videoPart() *VideoPart {
	if o.Kind != Video {
		return nil
	}
	part := &VideoPart{
		HasTrailer: o.content.trailer.canPlay(), HasCaptions: o.content.captions > 0, NumViews: o.Views,
		IsWatchable: (o.IsBought || o.IsOwn) && o.content.video.canPlay(),
	}
	if state := o.content.video.State; state != nil {
		part.DurationMS, part.Width, part.Height = state.DurationMS, state.Width, state.Height
	}
	return part
}
