package assets

import (
	"cmp"
	"context"
	"mime"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/filecheck"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// errNoFileHere is the answer to a file that is not there for the caller.
var errNoFileHere = fault.New(fault.NotFound, "This file does not exist.")

// DigitalFiles are what digital products are, for buyers, performers and staff.
type DigitalFiles struct{ *core }

// Download is the file of a digital product for a member: who owns it now, and from whom
// its performer does not hide. ErrNone for everything else.
func (s *DigitalFiles) Download(ctx context.Context, tx *db.Tx, member account.Caller, productID string) (Medium, error) {
	if !id.Valid(productID) || member.Role != account.Member {
		return Medium{}, ErrNone
	}
	a, err := selectAsset(ctx, tx, productID, "")
	if err != nil || a.Product.Type != Digital || a.hasEnded() {
		return Medium{}, cmp.Or[error](unlessNone(err), ErrNone)
	}
	owned, err := s.Purchases.Owned(ctx, tx, member.ID, Product, []string{a.ID})
	if err != nil || !owned[a.ID] {
		return Medium{}, cmp.Or[error](err, ErrNone)
	}
	if hides, err := s.Performers.Hides(ctx, tx, a.PerformerID, member); err != nil || hides {
		return Medium{}, cmp.Or[error](err, ErrNone)
	}
	media, err := selectMedia(ctx, tx, a.ID)
	for _, m := range media {
		if m.Purpose == DigitalFile && !m.ApprovedAt.IsZero() {
			return m, nil
		}
	}
	return Medium{}, cmp.Or[error](err, ErrNone)
}

// fileRoutes let performers and staff have the files of products themselves: for buyers
// there are links.
func (s *DigitalFiles) fileRoutes(r *api.Router) {
	api.Raw(r, http.MethodGet, "/performer/performer-assets/products/{id}/files/{mediumId}", "products.file", s.serveOwnFile, account.Performer.Guard())
	api.Raw(r, http.MethodGet, "/admin/asset-reviews/{id}/files/{mediumId}", "assets.file", s.serveReviewedFile, account.ReviewAssets.Guard())
	api.Raw(r, http.MethodGet, "/admin/asset-reviews/{id}/file", "assets.soldFile", s.serveSoldFile, account.ReviewAssets.Guard())
}

func (s *DigitalFiles) serveOwnFile(w http.ResponseWriter, r *http.Request) error {
	me := account.CallerFrom(r.Context()).ID
	if _, err := s.OwnOf(r.Context(), me, Product, r.PathValue("id")); err != nil {
		return errNoFileHere
	}
	m, err := s.namedFile(r)
	if err != nil {
		return err
	}
	return s.serveFile(w, r, m)
}

func (s *DigitalFiles) serveReviewedFile(w http.ResponseWriter, r *http.Request) error {
	m, err := s.namedFile(r)
	if err != nil {
		return err
	}
	return s.serveStaff(w, r, m)
}

// serveSoldFile sends what buyers of a digital product download now, on sale or not.
func (s *DigitalFiles) serveSoldFile(w http.ResponseWriter, r *http.Request) error {
	m, err := s.fileOf(r, func(m Medium) bool { return !m.ApprovedAt.IsZero() })
	if err != nil {
		return err
	}
	return s.serveStaff(w, r, m)
}

// serveStaff notes that staff have looked before they do.
func (s *DigitalFiles) serveStaff(w http.ResponseWriter, r *http.Request, m Medium) error {
	if r.Method == http.MethodGet {
		err := s.DB.Write(r.Context(), func(ctx context.Context, tx *db.Tx) error {
			return s.Audit.Record(ctx, tx, audit.Act{Action: fileViewed, Subject: "medium:" + m.ID})
		})
		if err != nil {
			return err
		}
	}
	return s.serveFile(w, r, m)
}

// namedFile is the file that a request names, of a product that it names too.
func (s *DigitalFiles) namedFile(r *http.Request) (Medium, error) {
	return s.fileOf(r, func(m Medium) bool { return m.ID == r.PathValue("mediumId") })
}

// fileOf is one of the files of the product that a request names.
func (s *DigitalFiles) fileOf(r *http.Request, is func(Medium) bool) (found Medium, err error) {
	assetID := r.PathValue("id")
	if !id.Valid(assetID) {
		return found, errNoFileHere
	}
	err = s.DB.Read(r.Context(), func(ctx context.Context, tx *db.Tx) error {
		media, err := selectMedia(ctx, tx, assetID)
		for _, m := range media {
			if m.Purpose == DigitalFile && is(m) {
				found = m
			}
		}
		return err
	})
	if err == nil && found.ID == "" {
		err = errNoFileHere
	}
	return found, err
}

// serveFile sends a file to be kept: no browser shows it as part of the site.
func (s *DigitalFiles) serveFile(w http.ResponseWriter, r *http.Request, m Medium) error {
	object, err := s.Media.Open(r.Context(), m)
	if err != nil {
		return err
	}
	defer object.Close() // it was read only
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Type", filecheck.MediaType(m.Name))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": sanitize.FileName(m.Name)}))
	http.ServeContent(w, r, "", object.Modified(), object)
	return nil
}
