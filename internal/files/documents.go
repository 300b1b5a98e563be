package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/images"
	"limelight/internal/kit/secretbox"
)

// documentSide is the longer side of a kept document picture, in pixels: enough
// to read the smallest print of an identity card.
const documentSide = 3000

// sealedName is the one blob of a document.
const sealedName = "sealed"

// PrivateDocuments takes in what a few may see, and opens it for them.
type PrivateDocuments struct{ *core }

// SaveDocument keeps a private document of an owner: a picture, drawn anew, or a
// PDF. Zero limits are those of the service (10 MB; jpg, jpeg, png, webp, pdf).
func (s *PrivateDocuments) SaveDocument(ctx context.Context, owner, name string, r io.Reader, l Limits) (File, error) {
	l = l.or(s.Documents())
	data, err := l.read(name, r)
	if err != nil {
		return File{}, err
	}
	f := s.begin(owner, Document, name, data)
	f.Private = true
	if data, err = f.takeDocument(ctx, data, l); err != nil {
		return File{}, l.explain(err)
	}
	sealed, err := s.sealed(f, data)
	if err != nil {
		return File{}, err
	}
	return s.keep(ctx, f, []part{{sealedName, sealed, int64(sealed.Len())}})
}

// Upload is a document as it came, and the field of the form that it came in.
type Upload struct {
	Field string
	File  api.File
}

// WithDocuments keeps the documents of an owner, runs fn in a transaction with their ids, in
// order, and drops them again when one is refused or fn fails.
func (s *PrivateDocuments) WithDocuments(ctx context.Context, owner string, uploads []Upload, fn func(ctx context.Context, tx *db.Tx, fileIDs []string) error) (err error) {
	var fileIDs []string
	defer func() {
		if err == nil {
			return
		}
		for _, one := range fileIDs {
			err = errors.Join(err, s.Delete(context.WithoutCancel(ctx), one))
		}
	}()
	for _, u := range uploads {
		f, err := s.SaveDocument(ctx, owner, u.File.Filename, u.File, Limits{})
		if err != nil {
			return RefusedIn(u.Field, err)
		}
		fileIDs = append(fileIDs, f.ID)
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return fn(ctx, tx, fileIDs) })
}

// takeDocument looks at the bytes and returns those to keep.
func (f *File) takeDocument(ctx context.Context, data []byte, l Limits) (kept []byte, err error) {
	isPDF := bytes.HasPrefix(data, []byte("%PDF-"))
	if named := strings.HasSuffix(strings.ToLower(f.Name), ".pdf"); named != isPDF {
		return nil, images.ErrKind
	}
	if isPDF { // "pdf" is accepted, since the name was
		f.MediaType = "application/pdf"
		return data, nil
	}
	f.MediaType = "image/jpeg"
	err = images.Use(ctx, data, func(p *images.Picture) (err error) {
		if !l.accepts(string(p.Kind)) {
			return images.ErrKind
		}
		f.Width, f.Height = p.Width(), p.Height()
		kept, err = p.Clean(documentSide)
		return err
	})
	return kept, err
}

func (f File) place() secretbox.Place {
	return secretbox.Place{Table: "files", Column: "document", Row: f.ID}
}

func (s *PrivateDocuments) sealed(f File, data []byte) (*bytes.Buffer, error) {
	var out bytes.Buffer
	w, err := s.Keys.Writer(f.place(), &out)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("seal a document: %w", err)
	}
	return &out, nil
}

// Opened is a private document as one viewer sees it.
type Opened struct {
	File
	Data []byte // a picture carries the viewer's id and the time across it
}

// View is one look at a private document.
type View struct {
	ID       string    `json:"_id" db:"id"`
	FileID   string    `json:"fileId" db:"file_id"`
	ViewerID string    `json:"viewerId" db:"viewer_id"`
	Reason   string    `json:"reason" db:"reason"`
	At       time.Time `json:"at" db:"viewed_at"`
}

// OpenDocument opens a document for a viewer who says why. The look is written
// down before a byte is read. Whether the viewer may look is the caller's rule.
func (s *PrivateDocuments) OpenDocument(ctx context.Context, fileID, viewer, reason string) (Opened, error) {
	reason = strings.TrimSpace(reason)
	if reason == "" {
		return Opened{}, fault.Missing("reason")
	}
	now := s.Now()
	view := View{ID: id.New(now), FileID: fileID, ViewerID: viewer, Reason: reason, At: now}
	var f File
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if f, err = selectFile(ctx, tx, fileID); err != nil {
			return err
		}
		if f.Kind != Document {
			return ErrNone
		}
		if err := insertView(ctx, tx, view); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, DocumentViewed{FileID: fileID, OwnerID: f.OwnerID, ViewerID: viewer, Reason: reason, At: now})
	})
	if err != nil {
		return Opened{}, err
	}
	data, err := s.unsealed(ctx, f)
	if err == nil && f.MediaType == "image/jpeg" {
		data, err = stamped(ctx, data, "viewed by "+viewer+" "+now.UTC().Format("2006-01-02 15:04"))
	}
	if err != nil {
		return Opened{}, fmt.Errorf("open document %s: %w", fileID, err)
	}
	return Opened{f, data}, nil
}

func (s *PrivateDocuments) unsealed(ctx context.Context, f File) (data []byte, err error) {
	object, err := s.Store.Open(ctx, f.folder()+"/"+sealedName)
	if errors.Is(err, blob.ErrNone) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	r, err := s.Keys.Reader(f.place(), object)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func stamped(ctx context.Context, data []byte, text string) (out []byte, err error) {
	err = images.Use(ctx, data, func(p *images.Picture) (err error) {
		out, err = p.Stamped(documentSide, text)
		return err
	})
	return out, err
}

// Views lists who looked at a document, newest first.
func (s *PrivateDocuments) Views(ctx context.Context, fileID string) (list []View, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectViews(ctx, tx, fileID)
		return err
	})
	return list, err
}
