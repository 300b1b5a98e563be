package assets_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/filecheck"
	"limelight/internal/kit/limit"
	"limelight/internal/testkit"
	"limelight/internal/uploads"
)

const products = "/performer/performer-assets/products"

// depot keeps the files of products as the site does: as uploads of at most 1 MB.
type depot struct {
	*uploads.Service
	*studio
}

func withDepot(t testing.TB, h *fixture) depot {
	t.Helper()
	store, err := blob.OpenFolder(t.TempDir())
	check(t, err)
	t.Cleanup(func() { _ = store.Close() })
	s, err := uploads.New(uploads.Deps{
		DB: h.db, Store: store, Guard: account.Performer.Guard(), Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		Performers: verified{}, Storage: anyRoom{}, Limiter: limit.New(h.clock.Now, uploads.Limits()), Now: h.clock.Now, Log: slog.New(slog.DiscardHandler),
		Admit: func(context.Context) (func(), error) { return func() {}, nil },
		Allowed: func(uploads.Purpose) uploads.Allowed {
			return uploads.Allowed{MaxMB: 1, Accepted: []string{"zip", "pdf", "jpg"}}
		},
	})
	check(t, err)
	d := depot{s, h.media}
	h.Media = d
	return d
}

type verified struct{}

func (verified) Verified(context.Context, *db.Tx, string) (bool, error) { return true, nil }

func (d depot) Keep(ctx context.Context, performerID string, purpose assets.Purpose, file api.File) (string, error) {
	u, err := d.Service.Keep(ctx, performerID, uploads.Arrived{Purpose: uploads.Purpose(purpose), Name: file.Filename, Length: file.Size, Bytes: file})
	return u.ID, err
}

func (d depot) Forget(ctx context.Context, performerID, uploadID string) error {
	return d.Service.Forget(ctx, performerID, uploadID)
}

func (d depot) Check(ctx context.Context, performerID string, purpose assets.Purpose, uploadID string) error {
	u, err := d.Look(ctx, performerID, uploadID, uploads.Purpose(purpose))
	if err != nil {
		return err
	}
	file, err := d.Service.Open(ctx, u.ID)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(file)
	if err == nil && filecheck.Check(u.Name, bytes.NewReader(text), u.Length) != nil {
		err = fault.New(fault.Invalid, "This file is not what its name says.")
	}
	return err
}

func (d depot) Take(ctx context.Context, tx *db.Tx, m assets.Medium, performerID string) (assets.Medium, error) {
	u, err := d.Claim(ctx, tx, performerID, m.UploadID, uploads.Purpose(m.Purpose))
	m.Name, m.Size = u.Name, u.Length
	return m, err
}

func (d depot) Drop(ctx context.Context, tx *db.Tx, m assets.Medium) error {
	return d.Remove(ctx, tx, m.UploadID)
}

func (d depot) Open(ctx context.Context, m assets.Medium) (blob.Object, error) {
	return d.Service.Open(ctx, m.UploadID)
}

// sheet is a form of a product.
type sheet struct {
	fields [][2]string
	files  [][3]string
}

func (s sheet) body(t testing.TB) (string, map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range s.fields {
		check(t, w.WriteField(f[0], f[1]))
	}
	for _, f := range s.files {
		part, err := w.CreateFormFile(f[0], f[1])
		check(t, err)
		_, err = part.Write([]byte(f[2]))
		check(t, err)
	}
	check(t, w.Close())
	return b.String(), map[string]string{"Content-Type": w.FormDataContentType()}
}

func pdf(size int) string { return "%PDF-1.7\n" + strings.Repeat("x", size-9) }

// digital and physical are forms of new products.
func digital(t testing.TB, file string, more ...[2]string) sheet {
	return sheet{append([][2]string{{"title", "Beach book"}, {"price", "20"}, {"type", "digital"}}, more...), [][3]string{
		{"image", "a.jpg", string(jpegOf(t, 100, 60, 1))}, {"digitalFile", "book.pdf", file},
	}}
}

func physical(t testing.TB, stock string) sheet {
	return sheet{[][2]string{{"title", "Polaroid"}, {"price", "20"}, {"type", "physical"}, {"stock", stock}}, [][3]string{{"image", "a.jpg", string(jpegOf(t, 100, 60, 1))}}}
}

// makes is a product of nina's by a form.
func (h *fixture) makes(t testing.TB, s sheet) assets.Asset {
	t.Helper()
	body, header := s.body(t)
	got := testkit.Call(testkit.Router(h.Routes), h.nina, "POST "+products, body, header)
	if got.Code != http.StatusOK {
		t.Fatalf("a product is answered %d %s", got.Code, got.Body)
	}
	return h.own(t, created(t, got.Body.Bytes()))
}

func (h *fixture) onSale(t testing.TB, s sheet) assets.Asset {
	t.Helper()
	a := h.makes(t, s)
	h.submit(t, a.ID)
	return h.decide(t, a.ID, true)
}

func (h *fixture) take(assetID string, n int) error {
	return h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error { return h.Take(ctx, tx, assetID, n) })
}

func (h *fixture) putBack(assetID string, n int) error {
	return h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error { return h.PutBack(ctx, tx, assetID, n) })
}
