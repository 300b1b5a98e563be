package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/limit"
	"limelight/internal/settings"
	"limelight/internal/uploads"
)

const (
	rateOfUploads      = "api.uploads"
	rateOfGuestUploads = "api.uploads.guest"
	uploadsAtOnce      = "api.uploads.open"
)

// uploadRates bounds the forms with files, whatever becomes of them: each picture is
// drawn anew and each is kept. Of an account: a performer who sets up a profile sends
// four, a studio that hires as fast as it may sends thirty. Of an address without an
// account: who registers, with some mistakes, behind one address with some others.
var uploadRates = limit.Rules{
	rateOfUploads:      {Max: 40, Per: time.Hour},
	rateOfGuestUploads: {Max: 30, Per: time.Hour},
}

// uploadsEvery is how often uploads that nobody goes on with are looked for, and videos that
// were removed.
const uploadsEvery = 10 * time.Minute

// wireUploads builds what takes large files in pieces, and what admits forms with files.
func wireUploads(s *Services) (err error) {
	s.limits.Add(uploadRates)
	s.limits.Add(uploads.Limits())
	s.openUploads = &openUploads{refusals: s.rates.refusals}
	s.disk = disk{s.cfg.Data, s.cfg.ObjectURL == "", s.settings, s.log}
	s.uploads, err = uploads.New(uploads.Deps{
		DB: s.db, Store: s.blobs, Guard: account.Performer.Guard(), Caller: callerID, Performers: s.performers,
		Allowed: func(p uploads.Purpose) uploads.Allowed { return uploadsAllowed(s.settings.Get(), p) },
		Storage: lateStorage{&s.late.storage}, Reserved: s.disk.uploadsReserve, Limiter: s.limits, Admit: s.openUploads.admitPiece, Now: s.now, Log: s.log,
	})
	if err != nil {
		return err
	}
	s.forms = uploadForms{s.db, s.settings, s.performers, s.uploads, s.limits, s.openUploads, s.disk}
	s.section("uploads", "Large files in pieces", s.uploads.Routes)
	s.erases("uploads", s.uploads.EraseOf)
	s.background("uploads", s.uploads.Run)
	s.job(cron.Job{Name: "partial", Every: uploadsEvery, Run: s.uploads.Sweep})
	s.job(cron.Job{Name: "uploadOrphans", Every: orphansEvery, Run: func(ctx context.Context) error {
		_, err := s.uploads.SweepOrphans(ctx)
		return err
	}})
	s.job(cron.Job{Name: "tempFolder", Every: sweepEvery, EachNode: true, Run: func(context.Context) error { // by the clock of files
		return sweepTempFolder(s.cfg.Data, time.Now().Add(-uploadForgotten))
	}})
	return nil
}

// uploadsAllowed is what the operator allows of large files.
func uploadsAllowed(now settings.Current, p uploads.Purpose) uploads.Allowed {
	switch p {
	case uploads.Video:
		return uploads.Allowed{MaxMB: now.VideoMaxMB, Accepted: now.VideoAccepted}
	case uploads.Trailer:
		return uploads.Allowed{MaxMB: now.TrailerMaxMB, Accepted: now.VideoAccepted}
	case uploads.DigitalFile:
		return uploads.Allowed{MaxMB: now.DigitalFileMaxMB, Accepted: now.DigitalFileAccepted}
	}
	return uploads.Allowed{}
}

// TempFolder is where uploads lie while they are on their way, which mime/multipart
// learns by $TMPDIR.
func TempFolder(data string) string { return filepath.Join(data, "tmp") }

// uploadForgotten is how old a file in the TempFolder is that nobody can be sending.
const uploadForgotten = time.Hour

// sweepTempFolder drops what a program that was killed had not dealt with: what is older
// than this. Nodes of one PostgreSQL database may share a data folder.
func sweepTempFolder(data string, before time.Time) error {
	dir := TempFolder(data)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder for uploads on their way: %w", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look for uploads that nobody sends: %w", err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil || info.ModTime().After(before) {
			continue // it is gone already, or young
		}
		if err := os.RemoveAll(filepath.Join(dir, file.Name())); err != nil {
			return fmt.Errorf("drop an upload that nobody sends: %w", err)
		}
	}
	return nil
}
