// Package uploads takes large files in pieces, by the tus protocol (1.0): what
// broke off is gone on with, on any node, another day too.
//
// Invariants:
//   - the bytes of an upload are its parts in the order of their starts, without
//     gaps: a part is counted in the transaction that moves the offset past it;
//   - no two writers share a key of the blob store: numbers of parts are given out
//     once. So a writer that was believed dead harms nobody; its part is counted
//     by nobody;
//   - a row exists for as long as bytes may;
//   - only its owner learns that an upload exists;
//   - what a file is, nobody has looked at here: who claims it does, before anybody
//     else sees it.
//
// Only this package knows tusd.
package uploads

import (
	"context"
	"log/slog"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// Purpose is what an upload is for.
type Purpose string

// The purposes.
const (
	Video       Purpose = "video"
	Trailer     Purpose = "trailer"
	DigitalFile Purpose = "digitalFile"
)

// nouns are the purposes as the refusals call them.
var nouns = map[Purpose]string{Video: "Video", Trailer: "Trailer", DigitalFile: "File"}

// How much an account may have here before it is claimed.
const (
	maxUnfinished = 20
	maxUnclaimed  = 100
	maxBytes      = 40 << 30 // as announced
)

// keptFor is how long an upload stays after its last byte, unless it is claimed.
const keptFor = 24 * time.Hour

// How long an upload of which nothing comes counts as on its way, for others: after its last
// part, and after its announcement, or after somebody wanted to go on with it, while there is none.
const (
	countsAfterPart = time.Hour
	countsUnbegun   = 10 * time.Minute
)

// Limits of what is announced: a batch of videos with their trailers in an hour.
func Limits() limit.Rules { return limit.Rules{rateOfCreation: {Max: 40, Per: time.Hour}} }

const rateOfCreation = "uploads.create"

// The refusals.
var (
	ErrNone       = fault.New(fault.NotFound, "This upload does not exist.")
	ErrUnfinished = fault.New(fault.Conflict, "This upload is not finished yet.").Coded("upload_unfinished")
	ErrClaimed    = fault.New(fault.Conflict, "This upload is in use already.").Coded("upload_claimed")
	ErrPurpose    = fault.New(fault.Invalid, "This file was uploaded for something else.")
	ErrUnverified = fault.New(fault.Forbidden, "Your identity documents must be verified before you can upload files.").Coded("identity_missing")

	errMany  = fault.New(fault.Conflict, "You have too many unfinished uploads. Finish or cancel some of them first.").Coded("too_many_uploads")
	errMuch  = fault.New(fault.Conflict, "Your uploads take too much room. Use or cancel some of them first.").Coded("too_many_uploads")
	errEmpty = fault.New(fault.Invalid, "This file is empty.")
)

// Upload is a file on its way, or arrived.
type Upload struct {
	ID         string    `db:"id"`
	OwnerID    string    `db:"owner_id"`
	Purpose    Purpose   `db:"purpose"`
	Name       string    `db:"name"`   // cleaned; for Content-Disposition
	Length     int64     `db:"length"` // as announced
	Received   int64     `db:"received"`
	SHA256     string    `db:"sha256"` // of all bytes, once they are there
	CreatedAt  time.Time `db:"created_at"`
	ExpiresAt  time.Time `db:"expires_at"`
	FinishedAt time.Time `db:"finished_at"`

	hashState string    `db:"hash_state"`
	resumedAt time.Time `db:"resumed_at"` // somebody was let go on with it that counted no more
}

// Finished reports that every byte is here.
func (u Upload) Finished() bool { return !u.FinishedAt.IsZero() }

// Allowed is what the operator allows of a purpose.
type Allowed struct {
	MaxMB    int      `json:"maxMB" doc:"largest file, in MB of 1,048,576 bytes"`
	Accepted []string `json:"accepted" doc:"extensions, without the dot"`
}

// Performers know whose identity is verified.
type Performers interface {
	Verified(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Room is how much an account's drafts take, and may take, in bytes.
type Room struct {
	Used    int64 `json:"used" doc:"bytes of what nobody has approved: uploads, and the files of drafts"`
	Allowed int64 `json:"allowed" doc:"bytes that they may take"`
}

// Storage bounds what is kept.
type Storage interface {
	// Drafts is how much room the owner's drafts take, uploads among them.
	Drafts(ctx context.Context, tx *db.Tx, ownerID string) (Room, error)
	// MayDraft refuses so many bytes more of them than there may be.
	MayDraft(ctx context.Context, tx *db.Tx, ownerID string, more int64) error
	// MayStore refuses so many bytes more than there is room for. It is asked where Reserved.
	MayStore(more int64) error
}

// Deps are what uploads stand on. Guard admits performers and Caller names them.
// Allowed is asked at every announcement. Reserved reports whether uploads have to leave
// room where they are stored; nil: never. Admit counts a piece that is about to
// come; done is called when it has been dealt with.
type Deps struct {
	DB         *db.DB
	Store      blob.Store
	Guard      api.Guard
	Caller     func(ctx context.Context) string
	Performers Performers
	Allowed    func(Purpose) Allowed
	Storage    Storage
	Reserved   func() bool
	Limiter    *limit.Limiter // knows Limits()
	Admit      func(ctx context.Context) (done func(), err error)
	Now        func() time.Time
	Log        *slog.Logger
}

// Service keeps uploads.
type Service struct {
	Deps
	tus    *handler.UnroutedHandler
	leases *leases
}

// New makes the service. Run must run for its leases to be believed.
func New(d Deps) (*Service, error) {
	if d.Reserved == nil {
		d.Reserved = func() bool { return false }
	}
	s := &Service{Deps: d, leases: newLeases(d.DB, d.Log)}
	var err error
	s.tus, err = newTus(s)
	return s, err
}

// announce keeps an announcement, if there is room for what it announces.
func (s *Service) announce(ctx context.Context, u Upload) error { return s.create(ctx, u, s.mayStore) }

// create keeps a row, if its owner may have it and mayStore does not refuse it.
func (s *Service) create(ctx context.Context, u Upload, mayStore func(ctx context.Context, tx *db.Tx, u Upload, coming int64) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.verified(ctx, tx, u.OwnerID); err != nil {
			return err
		}
		if err := db.Lock(ctx, tx, "uploads of "+u.OwnerID); err != nil {
			return err
		}
		held, err := selectHeld(ctx, tx, u.OwnerID, u.CreatedAt)
		switch {
		case err != nil:
			return err
		case held.unfinished >= maxUnfinished, held.unclaimed >= maxUnclaimed:
			return errMany
		case held.bytes+u.Length > maxBytes:
			return errMuch
		}
		if err := s.Storage.MayDraft(ctx, tx, u.OwnerID, u.Length); err != nil {
			return err
		}
		if err := mayStore(ctx, tx, u, held.coming); err != nil {
			return err
		}
		return insertUpload(ctx, tx, u)
	})
}

// mayStore refuses an announcement of more than there is room for, beside what is coming of its
// owner's and of others'. One announcement at a time is asked for, so that each knows of those
// before. Who has something coming already is let have half of the room, and others the rest.
func (s *Service) mayStore(ctx context.Context, tx *db.Tx, u Upload, coming int64) error {
	if !s.Reserved() {
		return nil
	}
	if err := db.Lock(ctx, tx, "uploads"); err != nil {
		return err
	}
	more := coming + u.Length
	if coming > 0 {
		more *= 2
	}
	others, err := selectComing(ctx, tx, u.OwnerID, u.CreatedAt)
	if err != nil {
		return err
	}
	return s.Storage.MayStore(others + more)
}

// goOn lets an upload be gone on with that counted no more, unless others took the room for it. From
// then on it counts, so that each knows of those before, as announcements do.
func (s *Service) goOn(ctx context.Context, u Upload) error {
	if !s.Reserved() || u.Finished() || u.isComing(s.Now()) {
		return nil
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := db.Lock(ctx, tx, "uploads"); err != nil {
			return err
		}
		now := s.Now()
		u, err := s.ownIn(ctx, tx, u.ID)
		if err != nil || u.Finished() || u.isComing(now) {
			return err
		}
		others, err := selectComing(ctx, tx, "", now) // the owner's among them: this one is not
		if err != nil {
			return err
		}
		if err := s.Storage.MayStore(others + u.Length - u.Received); err != nil {
			return err
		}
		return updateResumed(ctx, tx, u.ID, now)
	})
}

// isComing is the condition of selectComing.
func (u Upload) isComing(now time.Time) bool {
	unbegun := now.Add(-countsUnbegun)
	return u.ExpiresAt.After(now.Add(keptFor-countsAfterPart)) && (u.Received > 0 || u.CreatedAt.After(unbegun)) || u.resumedAt.After(unbegun)
}

// Coming is how many bytes of everybody's were announced and are on their way.
func (s *Service) Coming(ctx context.Context) (bytes int64, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		bytes, err = selectComing(ctx, tx, "", s.Now())
		return err
	})
	return bytes, err
}

// Unclaimed is how many bytes of an account's are announced, or here, that nothing uses.
func (s *Service) Unclaimed(ctx context.Context, tx *db.Tx, ownerID string) (int64, error) {
	held, err := selectHeld(ctx, tx, ownerID, s.Now())
	return held.bytes, err
}

func (s *Service) verified(ctx context.Context, tx *db.Tx, performerID string) error {
	verified, err := s.Performers.Verified(ctx, tx, performerID)
	if err == nil && !verified {
		err = ErrUnverified
	}
	return err
}

// own is the caller's upload, or ErrNone: others' are as absent as none.
func (s *Service) own(ctx context.Context, uploadID string) (u Upload, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err = s.ownIn(ctx, tx, uploadID)
		return err
	})
	return u, err
}

func (s *Service) ownIn(ctx context.Context, tx *db.Tx, uploadID string) (Upload, error) {
	if !id.Valid(uploadID) {
		return Upload{}, ErrNone
	}
	return selectOpen(ctx, tx, uploadID, s.Caller(ctx), s.Now())
}

// writable is own for a piece that is about to come.
func (s *Service) writable(ctx context.Context, uploadID string) (u Upload, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if u, err = s.ownIn(ctx, tx, uploadID); err != nil {
			return err
		}
		return s.verified(ctx, tx, u.OwnerID)
	})
	return u, err
}
