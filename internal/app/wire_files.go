package app

import (
	"context"
	"errors"
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
	s.erases("files", s.files.EraseOf)
	s.mount(mounted{pattern: "/files/", handler: handlerOf(http.HandlerFunc(s.files.Serve))})
	s.mount(mounted{pattern: "GET " + files.PhotoPrefix + "{photoId}/{variant}", handler: func() (http.Handler, error) { // to whoever has a right to them at this moment
		return s.accounts.AuthenticateFiles(s.locations.locate(s.files.ServePhotos(s.photos))), nil
	}})
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

// photoRights are of all who have photos: an id is one of one of them.
type photoRights []files.PhotoRights

func (all photoRights) PhotoFile(ctx context.Context, photoID string, v files.Variant, method string) (fileID string, err error) {
	err = files.ErrNone
	for _, one := range all {
		if fileID, err = one.PhotoFile(ctx, photoID, v, method); !errors.Is(err, files.ErrNone) {
			break
		}
	}
	return fileID, err
}

// imageLimits are what the operator allows of pictures.
func imageLimits(now settings.Current) files.Limits {
	return files.Limits{MaxMB: now.ImageMaxMB, Accepted: now.ImageAccepted}
}

// photoLimits are what the operator allows of photos.
func photoLimits(now settings.Current) files.Limits {
	return files.Limits{MaxMB: now.PhotoMaxMB, Accepted: now.ImageAccepted}
}

// documentLimits are what the operator allows of identity documents.
func documentLimits(now settings.Current) files.Limits {
	return files.Limits{MaxMB: now.DocumentMaxMB, Accepted: []string{"jpg", "jpeg", "png", "webp", "pdf"}}
}
