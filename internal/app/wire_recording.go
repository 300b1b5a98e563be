package app

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/show/recording"
)

// wireRecording builds what records shows whose performers wish it.
func wireRecording(s *Services) {
	s.recordings = recording.New(recording.Deps{
		DB: s.db, Engine: s.engine, Preferences: recordingPreferences{s.performers}, Store: s.blobs, Node: s.node, Log: s.log, Now: s.now,
	})
	s.section("recording", "Recordings of shows", s.recordings.Routes)
	s.followUp("records", s.recordings.Run)
}

// recordingPreferences are the performers' broadcast settings, as far as recordings need them.
type recordingPreferences struct{ performers *performer.Service }

func (w recordingPreferences) Records(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	offer, err := w.performers.Offer(ctx, tx, performerID)
	return offer.Broadcast.Record, err
}
