// Package files takes uploads in: pictures that everybody may see, photos that those may
// see who have a right to them, and private documents that a few may.
//
// Invariants:
//   - what a file is, its bytes say; the client's name and type decide nothing
//     but a refusal, and the name appears in Content-Disposition only;
//   - a picture is drawn anew before it is kept: no byte of the upload is served;
//   - a photo has no public address: each request for one is allowed, or answered as if
//     it did not exist, by the domain that sells it (PhotoRights);
//   - a document is sealed before it is kept, has no public address, and is
//     opened only with a viewer and a reason, which are written down first;
//   - nobody waits for AVIF: a job makes it of pictures that are there, and an address is
//     answered with it once a row says that it is there;
//   - a row exists when its bytes do; bytes without a row are never served to
//     anyone who does not already know their id.
package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/transcode"
	"limelight/internal/kit/ttlcache"
)

// File is what is known of an upload.
type File struct {
	ID        string    `db:"id"`
	OwnerID   string    `db:"owner_id"` // an account; "site" for the operator's pictures
	Kind      Kind      `db:"kind"`
	Private   bool      `db:"private"`
	Name      string    `db:"name"`       // as the client called it, cleaned; for Content-Disposition
	MediaType string    `db:"media_type"` // of what is kept
	Size      int64     `db:"size"`       // bytes as uploaded
	SHA256    string    `db:"sha256"`     // of the bytes as uploaded
	Width     int       `db:"width"`
	Height    int       `db:"height"`
	Blurhash  string    `db:"blurhash"`
	Colour    string    `db:"colour"` // the average, as #rrggbb
	CreatedAt time.Time `db:"created_at"`
}

// DocumentViewed is published when somebody has opened a private document.
type DocumentViewed struct {
	FileID   string    `json:"fileId"`
	OwnerID  string    `json:"ownerId"`
	ViewerID string    `json:"viewerId"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// EventName names the event in the outbox.
func (DocumentViewed) EventName() string { return "files.documentViewed" }

// ErrNone is the answer to a file that does not exist.
var ErrNone = fault.New(fault.NotFound, "This file does not exist.")

// Deps are what files stand on. Limits tells what the operator allows of
// pictures, Documents of documents; each is asked at every upload.
type Deps struct {
	DB        *db.DB
	Store     blob.Store
	Keys      *secretbox.Keys
	Events    *bus.Bus
	Limits    func() Limits
	Documents func() Limits
	Admin     api.Guard
	Folder    string                                    // for the files of jobs, of this machine
	Tools     func(ctx context.Context) transcode.Tools // what this machine has; nil: transcode.Find
	TakeTurn  func() (end func(), ok bool)              // lets a program run if nothing else of this machine does; nil: at any time
	AVIFAfter time.Duration                             // how long after its upload the work on a picture begins
	Now       func() time.Time
	Log       *slog.Logger
}

// core is what every part has: what they stand on, and a file's row and bytes.
type core struct{ Deps }

// Service keeps files: its parts behind one door.
type Service struct {
	*core
	*Pictures
	*PrivateDocuments
	*PictureServer
	*AVIFJobs
	*Orphans
}

// New makes the service. Run must run for pictures to be made as AVIF.
func New(d Deps) *Service {
	if d.Tools == nil {
		d.Tools = transcode.Find
	}
	if d.TakeTurn == nil {
		d.TakeTurn = func() (func(), bool) { return func() {}, true }
	}
	c := &core{d}
	return &Service{
		core: c, Pictures: &Pictures{c}, PrivateDocuments: &PrivateDocuments{c}, Orphans: &Orphans{c},
		PictureServer: &PictureServer{core: c, avifs: ttlcache.New[string, string](avifsFor, maxAVIFs), lookTime: avifLookTime},
		AVIFJobs:      &AVIFJobs{c, avifEvery, transcode.AVIFLimits},
	}
}

// Get is one file's row.
func (s *core) Get(ctx context.Context, fileID string) (f File, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		f, err = selectFile(ctx, tx, fileID)
		return err
	})
	return f, err
}

// Delete removes a file's row and then its bytes. A file that is gone already is
// no error. The views of a document stay.
func (s *core) Delete(ctx context.Context, fileID string) error {
	f, err := s.Get(ctx, fileID)
	if errors.Is(err, ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteFile(ctx, tx, fileID) })
	if err != nil {
		return err
	}
	return s.dropBytes(ctx, f)
}

func (s *core) dropBytes(ctx context.Context, f File) error {
	ctx = context.WithoutCancel(ctx) // the client may go; the bytes must
	if err := s.Store.DeleteAll(ctx, f.folder()); err != nil {
		return fmt.Errorf("drop the bytes of %s: %w", f.ID, err)
	}
	return nil
}

// folder is where a file's bytes are in the store.
func (f File) folder() string {
	switch {
	case f.Kind.isPhoto():
		return "photos/" + f.ID
	case f.Private:
		return "documents/" + f.ID
	}
	return "images/" + f.ID
}

// part is one blob of a file.
type part struct {
	name string
	data io.Reader
	size int64
}

// keep stores the bytes and then the row. Without all bytes there is no row. Without an
// answer about the row it may be there, so the bytes stay: SweepOrphans looks.
func (s *core) keep(ctx context.Context, f File, parts []part) (File, error) {
	for _, p := range parts {
		if err := s.Store.Put(ctx, f.folder()+"/"+p.name, p.data, p.size); err != nil {
			return File{}, errors.Join(err, s.dropBytes(ctx, f))
		}
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertFile(ctx, tx, f); err != nil || !f.Kind.getsAVIF() {
			return err
		}
		return insertAVIFJob(ctx, tx, f, f.CreatedAt.Add(s.AVIFAfter))
	})
	if err != nil {
		return File{}, err
	}
	return f, nil
}

// begin is what is known of an upload before it is looked at.
func (s *core) begin(owner string, kind Kind, name string, data []byte) File {
	now := s.Now()
	sum := sha256.Sum256(data)
	return File{
		ID: id.New(now), OwnerID: owner, Kind: kind, Name: sanitize.FileName(name),
		Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:]), CreatedAt: now,
	}
}

// Unclaimed owns a file until the account that it belongs to has been made (SetOwner).
const Unclaimed = "registration"

// SetOwner gives a file to an account that did not exist yet when it was kept, in
// the transaction that makes the account. ErrNone when there is no such file.
func (s *core) SetOwner(ctx context.Context, tx *db.Tx, fileID, owner string) error {
	rows, err := db.Exec(ctx, tx, `UPDATE files SET owner_id = $2 WHERE id = $1`, fileID, owner)
	if err == nil && rows == 0 {
		return ErrNone
	}
	return err
}
