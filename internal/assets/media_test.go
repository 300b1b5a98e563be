package assets_test

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
	"testing"

	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// studio makes videos at a word. An upload is finished when it is asked for, unless its name
// is refused.
type studio struct {
	states  map[string]assets.MediumState // by medium
	posters map[string][]byte
	dropped []string
	retried []string
	taken   assets.Medium // last
}

func newStudio() *studio {
	return &studio{states: map[string]assets.MediumState{}, posters: map[string][]byte{}}
}

var errUpload = fault.New(fault.NotFound, "This upload does not exist.")

func (s *studio) Take(_ context.Context, _ *db.Tx, m assets.Medium, performerID string) (assets.Medium, error) {
	if !strings.HasPrefix(m.UploadID, performerID) {
		return m, errUpload
	}
	m.Name, m.Size = m.UploadID+".mp4", 1_000
	if m.Purpose != assets.DigitalFile {
		s.states[m.ID] = assets.MediumState{Status: assets.MediumWaiting, Renditions: []int{}}
	}
	s.taken = m
	return m, nil
}

func (s *studio) Drop(_ context.Context, _ *db.Tx, m assets.Medium) error {
	delete(s.states, m.ID)
	s.dropped = append(s.dropped, m.ID)
	return nil
}

func (s *studio) Keep(_ context.Context, performerID string, _ assets.Purpose, file api.File) (string, error) {
	if !strings.HasSuffix(file.Filename, ".mp4") {
		return "", fault.New(fault.Invalid, "You can only upload %s file!", "mp4")
	}
	data, err := io.ReadAll(file)
	return performerID + "-sent-" + string(data), err
}

func (s *studio) Check(context.Context, string, assets.Purpose, string) error { return nil }

func (s *studio) Forget(context.Context, string, string) error { return nil }

func (s *studio) Open(context.Context, assets.Medium) (blob.Object, error) { return nil, blob.ErrNone }

func (s *studio) States(_ context.Context, _ *db.Tx, ids []string) (map[string]assets.MediumState, error) {
	found := map[string]assets.MediumState{}
	for _, one := range ids {
		if state, known := s.states[one]; known {
			found[one] = state
		}
	}
	return found, nil
}

func (s *studio) Retry(_ context.Context, _ *db.Tx, mediumID string) error {
	s.retried = append(s.retried, mediumID)
	return nil
}

func (s *studio) Poster(_ context.Context, mediumID string) (io.ReadCloser, error) {
	if poster, there := s.posters[mediumID]; there {
		return io.NopCloser(bytes.NewReader(poster)), nil
	}
	return nil, blob.ErrNone
}

// is puts a medium into a state; one that can be watched lasts a minute.
func (s *studio) is(m assets.Medium, status assets.MediumStatus) {
	s.states[m.ID] = assets.MediumState{Status: status, Reason: "No picture was found.", DurationMS: 60_000, Width: 1280, Height: 720, HasPoster: true, Renditions: []int{480}}
}

// videoDraft makes a draft of a video of nina's that can be watched, with a thumbnail.
func (h *fixture) videoDraft(t testing.TB, title string) (assets.Asset, assets.Medium) {
	t.Helper()
	a, err := h.Create(t.Context(), "nina", assets.Video, assets.Fields{Title: &title, Price: ptr(money.Whole(30))})
	check(t, err)
	h.photo(t, a.ID)
	return h.own(t, a.ID), h.medium(t, a.ID, assets.VideoFile, assets.MediumPlayable)
}

var sent int

func (h *fixture) medium(t testing.TB, assetID string, purpose assets.Purpose, status assets.MediumStatus) assets.Medium {
	t.Helper()
	sent++
	uploads := map[assets.Purpose]string{purpose: "nina-" + strconv.Itoa(sent)}
	_, err := h.ChangeWith(t.Context(), "nina", h.own(t, assetID).Kind, assetID, assets.Fields{}, assets.Parts{UploadIDs: uploads})
	check(t, err)
	h.media.is(h.media.taken, status)
	return h.media.taken
}

// videoOnSale is a video of nina's on sale.
func (h *fixture) videoOnSale(t testing.TB, title string) (assets.Asset, assets.Medium) {
	t.Helper()
	a, m := h.videoDraft(t, title)
	h.submit(t, a.ID)
	return h.decide(t, a.ID, true), m
}
