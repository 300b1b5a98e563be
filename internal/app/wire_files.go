package app

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/cron"
	"limelight/internal/settings"
)

// avifAfter is how long after its upload the work on a picture's AVIF begins: until then the
// machine is for what somebody waits for, and a picture that is replaced at once costs nothing.
const avifAfter = 2 * time.Minute

// wireFiles builds what keeps pictures and documents.
func wireFiles(s *Services) {
	s.files = files.New(files.Deps{
		DB: s.db, Store: s.blobs, Keys: s.keys, Events: s.bus, Now: s.now, Log: s.log,
		Limits:    func() files.Limits { return imageLimits(s.settings.Get()) },
		Documents: func() files.Limits { return documentLimits(s.settings.Get()) },
		Admin:     account.ManageSettings.Guard(), Folder: filepath.Join(s.cfg.Data, "pictures"),
		TakeTurn: s.programs.try, AVIFAfter: avifAfter, Tools: s.cfg.Tools,
	})
	s.section("files", "Uploaded pictures", s.files.Routes)
	s.mount(mounted{pattern: "/files/", handler: handlerOf(http.HandlerFunc(s.files.Serve))})
	s.job(cron.Job{Name: "pictureOrphans", Every: orphansEvery, Run: func(ctx context.Context) error {
		_, err := s.files.SweepOrphans(ctx)
		return err
	}})
	if folder, ok := s.blobs.(*blob.Folder); ok {
		s.job(cron.Job{Name: "folder", Every: orphansEvery, Run: func(context.Context) error { return folder.Sweep(s.now()) }})
	}
	if !s.cfg.DisableAVIF {
		s.followUp("pictures", s.files.Run) // a demo that is filled would take turns with it
	}
}

// imageLimits are what the operator allows of pictures.
func imageLimits(now settings.Current) files.Limits {
	return files.Limits{MaxMB: now.ImageMaxMB, Accepted: now.ImageAccepted}
}

// documentLimits are what the operator allows of identity documents.
func documentLimits(now settings.Current) files.Limits {
	return files.Limits{MaxMB: now.DocumentMaxMB, Accepted: []string{"jpg", "jpeg", "png", "webp", "pdf"}}
}
