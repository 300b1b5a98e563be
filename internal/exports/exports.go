// Package exports gives people what the site keeps of them: an archive with a file of JSON for
// each domain and a page to read (GDPR, articles 15 and 20). What is theirs is declared by the
// packages that keep it (kit/personal).
//
// Invariants:
//   - an archive is for its account alone, for seven days, with a fresh proof;
//   - it lies sealed among the files, and its row says whether it is whole;
//   - one node makes it; one that dies on the way is followed by another.
package exports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices"
)

// Status says how far an export is.
type Status string

// The statuses.
const (
	Waiting Status = "waiting"
	Ready   Status = "ready"
	Failed  Status = "failed"
)

// Export is an archive that somebody asked for.
type Export struct {
	ID        string    `json:"_id" db:"id"`
	Status    Status    `json:"status" enum:"waiting,ready,failed" db:"status"`
	Size      int64     `json:"size" doc:"bytes; 0 before it is ready" db:"size"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	ReadyAt   time.Time `json:"readyAt,omitzero" db:"ready_at"`
	ExpiresAt time.Time `json:"expiresAt,omitzero" doc:"it can be fetched until then" db:"expires_at"`

	accountID string `db:"account_id"`
	attempts  int    `db:"attempts"`
}

const (
	keptFor     = 7 * 24 * time.Hour
	askedEvery  = 24 * time.Hour // one that is ready is no reason to make another
	leaseFor    = 15 * time.Minute
	maxAttempts = 5
)

var (
	errAsked  = fault.New(fault.Conflict, "You have asked for your data today already. It waits below.").Coded("export_asked")
	errAbsent = fault.New(fault.NotFound, "This archive does not exist any more. Please ask for another one.")
)

// Deps is what a Service needs.
type Deps struct {
	DB       *db.DB
	Accounts *account.Service
	Notices  *notices.Notices
	Store    blob.Store
	Keys     *secretbox.Keys
	SiteName func() string
	Now      func() time.Time
	Log      *slog.Logger
}

// Service makes and hands out archives.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Ask asks for an archive of the caller's data.
func (s *Service) Ask(ctx context.Context, c account.Caller) (e Export, err error) {
	now := s.Now()
	e = Export{ID: id.New(now), accountID: c.ID, Status: Waiting, CreatedAt: now}
	return e, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		stored, err := insertExport(ctx, tx, e, now.Add(-askedEvery))
		if err != nil {
			return fmt.Errorf("insert an export: %w", err)
		}
		if !stored {
			return errAsked
		}
		return nil
	})
}

// List is the caller's archives, newest first.
func (s *Service) List(ctx context.Context, c account.Caller) (list []Export, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectExports(ctx, tx, c.ID)
		return err
	})
	return list, err
}

// Open reads an archive of the caller's that is ready.
func (s *Service) Open(ctx context.Context, c account.Caller, exportID string) (e Export, archive io.ReadCloser, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		e, err = selectExport(ctx, tx, exportID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (e.accountID != c.ID || e.Status != Ready || !s.Now().Before(e.ExpiresAt)) {
		return e, nil, errAbsent
	}
	if err != nil {
		return e, nil, fmt.Errorf("select an export: %w", err)
	}
	kept, err := s.Store.Open(ctx, keyOf(e.ID))
	if errors.Is(err, blob.ErrNone) {
		return e, nil, errAbsent
	}
	if err != nil {
		return e, nil, fmt.Errorf("open an archive: %w", err)
	}
	opened, err := s.Keys.Reader(placeOf(e.ID), kept)
	if err != nil {
		return e, nil, errors.Join(fmt.Errorf("unseal an archive: %w", err), kept.Close())
	}
	return e, unsealed{opened, kept}, nil
}

type unsealed struct {
	io.Reader
	io.Closer
}

// Sweep removes archives whose time is over: the bytes first, so that no row forgets them.
func (s *Service) Sweep(ctx context.Context) error {
	var over []Export
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		over, err = selectExpired(ctx, tx, s.Now())
		return err
	})
	if err != nil {
		return err
	}
	for _, e := range over {
		if err := s.drop(ctx, e.ID); err != nil {
			return err
		}
	}
	return nil
}

func keyOf(exportID string) string { return "exports/" + exportID + ".zip" }

func placeOf(exportID string) secretbox.Place {
	return secretbox.Place{Table: "exports", Column: "archive", Row: exportID}
}
