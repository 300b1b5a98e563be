package app

import (
	"context"
	"errors"
	"io"
	"time"

	"limelight/internal/assets"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/clamd"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/filecheck"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/transcode"
	"limelight/internal/uploads"
)

// scanTime bounds how long one file is looked through.
const scanTime = 5 * time.Minute

// The refusals of digital files.
var (
	errNotItsKind = fault.New(fault.Invalid, "This file is not what its name says.").Coded("file_kind")
	errFileEmpty  = fault.New(fault.Invalid, "This file is empty.")
	errArchive    = fault.New(fault.Invalid, "This archive cannot be read. Make it anew, without a password.").Coded("file_archive")
	errUnpacked   = fault.New(fault.Invalid, "This archive has too much in it, or becomes too large.").Coded("file_archive")
	errLeaves     = fault.New(fault.Invalid, "This archive has names that lead out of it.").Coded("file_archive")
	errNested     = fault.New(fault.Invalid, "This archive has archives in it. Put their files into it instead.").Coded("file_archive")
	errHarmful    = fault.New(fault.Invalid, "This file was found to be harmful.").Coded("file_harmful")
	errUnscanned  = fault.New(fault.Unavailable, "Files cannot be checked right now. Please try again later.").After(time.Minute).Coded("scan_unavailable")
)

// fileRefusals are ours for what is wrong with a file.
var fileRefusals = []struct{ found, said error }{
	{filecheck.ErrEmpty, errFileEmpty}, {filecheck.ErrKind, errNotItsKind}, {filecheck.ErrArchive, errArchive}, {filecheck.ErrEncrypted, errArchive},
	{filecheck.ErrNames, errLeaves}, {filecheck.ErrNested, errNested}, {filecheck.ErrBomb, errUnpacked},
}

func (m media) Check(ctx context.Context, performerID string, purpose assets.Purpose, uploadID string) error {
	sent, err := m.uploads.Look(ctx, performerID, uploadID, uploads.Purpose(purpose))
	if err != nil {
		return err
	}
	file, err := m.uploads.Open(ctx, sent.ID)
	if err != nil {
		return err
	}
	defer file.Close() // it was read only
	if purpose != assets.DigitalFile {
		return isVideoFile(file) // what it is in truth is found out where it is made
	}
	if err := recovery.Run(m.log, "app.filecheck", func() error { return filecheck.Check(sent.Name, anywhere{file}, sent.Length) }); err != nil {
		return fileRefusal(err)
	}
	return m.scan(ctx, sent, file)
}

// isVideoFile refuses what begins as no video does.
func isVideoFile(file io.Reader) error {
	head := make([]byte, transcode.Sniffed)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	err = transcode.Sniff(head[:n])
	if f, refused := errors.AsType[*fault.Fault](err); refused {
		return fault.New(fault.Invalid, "%s", f.Text).Coded(f.Code)
	}
	return err
}

func (m media) Forget(ctx context.Context, performerID, uploadID string) error {
	return m.uploads.Forget(ctx, performerID, uploadID)
}

func fileRefusal(err error) error {
	for _, one := range fileRefusals {
		if errors.Is(err, one.found) {
			return one.said
		}
	}
	return err
}

// scan sends a file through the operator's scanner, if there is one: what could not be
// scanned is not sold.
func (m media) scan(ctx context.Context, sent uploads.Upload, file blob.Object) error {
	if m.scanWith == "" {
		return nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, scanTime)
	defer cancel()
	err := clamd.Scanner{Address: m.scanWith}.Scan(ctx, file)
	switch {
	case errors.Is(err, clamd.ErrFound):
		m.log.Warn("a harmful file was refused", "upload", sent.ID, "owner", sent.OwnerID, "found", err)
		return errHarmful
	case err != nil:
		m.log.Error("scan a file", "upload", sent.ID, "error", err)
		return errUnscanned
	}
	return nil
}

// anywhere reads an object at any place, one reader at a time.
type anywhere struct{ blob.Object }

func (a anywhere) ReadAt(p []byte, at int64) (int, error) {
	if at >= a.Size() {
		return 0, io.EOF
	}
	if _, err := a.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(a.Object, p[:min(int64(len(p)), a.Size()-at)])
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}
