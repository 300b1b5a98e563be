package uploads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"
)

// newTus makes tusd's part: the protocol, and nothing that is stored.
func newTus(s *Service) (*handler.UnroutedHandler, error) {
	composer := handler.NewStoreComposer()
	composer.UseCore(files{s})
	composer.UseTerminater(files{s})
	composer.UseLocker(s.leases)
	tus, err := handler.NewUnroutedHandler(handler.Config{
		StoreComposer:                    composer,
		BasePath:                         address,
		DisableDownload:                  true,
		DisableConcatenation:             true,
		Cors:                             &handler.CorsConfig{Disable: true}, // the site's own fence stands before it
		AcquireLockTimeout:               15 * time.Second,
		GracefulRequestCompletionTimeout: 10 * time.Second,
		Logger:                           slog.New(slog.NewTextHandler(io.Discard, nil)), // the site logs its requests itself
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the tus protocol: %w", err)
	}
	return tus, nil
}

// files are uploads as tusd knows them.
type files struct{ *Service }

// file is one of them.
type file struct {
	*Service
	of Upload
}

// NewUpload keeps what the exchange has announced: of tusd's own reading of the
// headers nothing is taken.
func (f files) NewUpload(ctx context.Context, _ handler.FileInfo) (handler.Upload, error) {
	x := exchangeFrom(ctx)
	if err := f.announce(ctx, x.begins); err != nil {
		return nil, x.keep(err)
	}
	x.path, x.expires = address+"/"+x.begins.ID, x.begins.ExpiresAt
	return file{f.Service, x.begins}, nil
}

// GetUpload finds the caller's upload.
func (f files) GetUpload(ctx context.Context, uploadID string) (handler.Upload, error) {
	x := exchangeFrom(ctx)
	u, err := f.own(ctx, uploadID)
	if err != nil {
		return nil, x.keep(err)
	}
	x.expires = u.ExpiresAt
	return file{f.Service, u}, nil
}

// AsTerminatableUpload lets a file be removed.
func (f files) AsTerminatableUpload(of handler.Upload) handler.TerminatableUpload {
	one, _ := of.(file)
	return one
}

// GetInfo tells tusd where the upload is.
func (f file) GetInfo(context.Context) (handler.FileInfo, error) {
	return handler.FileInfo{
		ID: f.of.ID, Size: f.of.Length, Offset: f.of.Received,
		MetaData: handler.MetaData{"filename": f.of.Name, "purpose": string(f.of.Purpose)},
	}, nil
}

// WriteChunk stores a piece. What came of one that broke off is told as written,
// and tusd says why it ended.
func (f file) WriteChunk(ctx context.Context, _ int64, from io.Reader) (int64, error) {
	x := exchangeFrom(ctx)
	w := writer{Service: f.Service, upload: f.of, left: min(x.length, f.of.Length-f.of.Received), stopped: x.interrupted}
	err := w.write(ctx, from)
	if w.upload.Received > f.of.Received {
		x.expires = w.upload.ExpiresAt
	}
	return w.upload.Received - f.of.Received, x.keep(err)
}

// FinishUpload has nothing to do: the last part has finished it.
func (file) FinishUpload(context.Context) error { return nil }

// GetReader is of no use: nothing is sent back by this way.
func (file) GetReader(context.Context) (io.ReadCloser, error) { return nil, errors.ErrUnsupported }

// Terminate removes the upload for its owner.
func (f file) Terminate(ctx context.Context) error {
	x := exchangeFrom(ctx)
	x.expires = time.Time{}
	return x.keep(f.cancel(ctx, f.of.ID))
}
