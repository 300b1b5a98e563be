package app

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/settings"
	"limelight/internal/show/recording"
)

// recordedShowsPrefix is the path below which recorded shows are.
const recordedShowsPrefix = recording.Prefix

// wireRecording builds what records shows whose performers wish it, and lets those watch them who may.
func wireRecording(s *Services) {
	s.recordings = recording.New(recording.Deps{
		DB: s.db, Engine: s.engine, Preferences: recordingPreferences{s.performers}, Performers: s.performers,
		Accounts: s.accounts, Audit: s.audit, Events: s.bus, Keys: s.keys,
		Rules: func() recording.Rules { return recordingRules(s.settings.Get()) },
		Store: s.blobs, Node: s.node, Log: s.log, Now: s.now,
	})
	s.section("recording", "Recordings of shows", s.recordings.Routes)
	s.mount(mounted{pattern: "GET " + recordedShowsPrefix, handler: func() (http.Handler, error) { // to whoever has a right to it at this moment
		return s.locations.locate(s.recordings), nil
	}})
	s.erases("recording", s.recordings.EraseOf)
	s.followUp("records", s.recordings.Run)
	s.job(cron.Job{Name: "finishRecordings", Every: recording.FinishEvery, Run: s.recordings.Finish})
	s.job(cron.Job{Name: "oldRecordings", Every: time.Hour, Run: s.recordings.DropOld})
	s.job(cron.Job{Name: "recordingOrphans", Every: orphansEvery, Run: s.recordings.DropOrphans})
	s.demoPart(demosite.Recordings(s.recordings))
	news := recordingNews{s.notifier, s.recordings}
	bus.On(s.bus, "notices.recordingShared", news.shared)
	bus.On(s.bus, "notices.recordingTakenDown", news.takenDown)
}

// recordingRules are the operator's.
func recordingRules(now settings.Current) recording.Rules {
	return recording.Rules{Host: now.ViewerURL, Keep: time.Duration(now.RecordingDays) * 24 * time.Hour}
}

// recordingPreferences are the performers' broadcast settings, as far as recordings need them.
type recordingPreferences struct{ performers *performer.Service }

func (w recordingPreferences) Records(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	offer, err := w.performers.Offer(ctx, tx, performerID)
	return offer.Broadcast.Record, err
}

// recordingNews tell what became of recordings.
type recordingNews struct {
	notifier
	recordings *recording.Service
}

func (n recordingNews) shared(ctx context.Context, tx *db.Tx, e recording.Shared) error {
	of, err := n.accounts.Get(ctx, tx, e.PerformerID)
	if err != nil {
		return err
	}
	viewers, err := n.recordings.Viewers(ctx, tx, e.RecordingID)
	if err != nil {
		return err
	}
	for _, viewer := range viewers {
		about := recording.SharedNews{RecordingID: e.RecordingID, Name: of.Name, StartedAt: e.StartedAt}
		if err := notify(ctx, tx, n.notifier, recording.SharedNotice, viewer, about); err != nil {
			return err
		}
	}
	return nil
}

func (n recordingNews) takenDown(ctx context.Context, tx *db.Tx, e recording.TakenDown) error {
	return notify(ctx, tx, n.notifier, recording.TakenDownNotice, e.PerformerID, e)
}
