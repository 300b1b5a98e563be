package uploads

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// address is where uploads are.
const address = api.Prefix + "/uploads"

const (
	version   = "1.0.0"
	pieceType = "application/offset+octet-stream"
)

// minPiece keeps an upload from having endlessly many parts.
const minPiece = 1 << 20

// Routes mounts the package on the API: a list of its own, and the tus protocol.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/uploads", "uploads.list", s.list, s.Guard, api.Summary("My uploads that nothing uses yet, newest first"))
	api.Raw(r, http.MethodOptions, "/uploads", "uploads.options", s.options, s.Guard)
	api.Raw(r, http.MethodPost, "/uploads", "uploads.create", s.post, s.Guard)
	api.Raw(r, http.MethodHead, "/uploads/{id}", "uploads.offset", s.head, s.Guard)
	api.Raw(r, http.MethodPatch, "/uploads/{id}", "uploads.write", s.patch, s.Guard)
	api.Raw(r, http.MethodDelete, "/uploads/{id}", "uploads.cancel", s.cancelled, s.Guard)
}

// Item is an upload of a list.
type Item struct {
	ID        string    `json:"_id"`
	Purpose   Purpose   `json:"purpose" enum:"video,trailer,digitalFile"`
	Name      string    `json:"name"`
	Length    int64     `json:"length" doc:"bytes"`
	Received  int64     `json:"received" doc:"bytes that are here"`
	Finished  bool      `json:"finished"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt" doc:"it is removed then, unless bytes come or something uses it"`
}

// Mine are the caller's uploads, and what may be uploaded.
type Mine struct {
	Data    []Item    `json:"data"`
	Total   int       `json:"total"`
	Allowed ByPurpose `json:"allowed"`
	Room    *Room     `json:"room,omitempty"`
}

// ByPurpose is what may be uploaded.
type ByPurpose struct {
	Video       Allowed `json:"video"`
	Trailer     Allowed `json:"trailer"`
	DigitalFile Allowed `json:"digitalFile"`
}

func (s *Service) list(ctx context.Context, _ *struct{}) (m Mine, err error) {
	m.Allowed = ByPurpose{s.Allowed(Video), s.Allowed(Trailer), s.Allowed(DigitalFile)}
	var found []Upload
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if found, err = selectMine(ctx, tx, s.Caller(ctx), s.Now()); err != nil {
			return err
		}
		room, err := s.Storage.Drafts(ctx, tx, s.Caller(ctx))
		m.Room = &room
		return err
	})
	m.Data, m.Total = make([]Item, len(found)), len(found)
	for i, u := range found {
		m.Data[i] = Item{ID: u.ID, Purpose: u.Purpose, Name: u.Name, Length: u.Length, Received: u.Received,
			Finished: u.Finished(), CreatedAt: u.CreatedAt, ExpiresAt: u.ExpiresAt}
	}
	return m, err
}

// options says what the site speaks.
func (s *Service) options(w http.ResponseWriter, _ *http.Request) error {
	most := max(s.Allowed(Video).MaxMB, s.Allowed(Trailer).MaxMB, s.Allowed(DigitalFile).MaxMB)
	h := w.Header()
	h.Set("Tus-Resumable", version)
	h.Set("Tus-Version", version)
	h.Set("Tus-Extension", "creation,termination,expiration")
	h.Set("Tus-Max-Size", strconv.FormatInt(int64(most)<<20, 10))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Service) post(w http.ResponseWriter, r *http.Request) error {
	if err := spoken(w, r); err != nil {
		return err
	}
	if r.ContentLength != 0 {
		return errWithBody
	}
	if r.Header.Get("Upload-Concat") != "" || r.Header.Get("Upload-Defer-Length") != "" {
		return errExtension
	}
	a, err := s.announced(r.Header)
	if err != nil {
		return err
	}
	me, now := s.Caller(r.Context()), s.Now()
	if err := s.Limiter.Allow(r.Context(), rateOfCreation, me); err != nil {
		return err
	}
	x := s.exchange(w)
	x.begins = Upload{ID: id.New(now), OwnerID: me, Purpose: a.purpose, Name: a.name, Length: a.length, CreatedAt: now, ExpiresAt: now.Add(keptFor)}
	return s.pass(x, r, s.tus.PostFile)
}

func (s *Service) head(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Tus-Resumable", version)
	if _, err := s.own(r.Context(), r.PathValue("id")); err != nil {
		return err // before a stranger could ask for the lease
	}
	return s.pass(s.exchange(w), r, s.tus.HeadFile)
}

func (s *Service) patch(w http.ResponseWriter, r *http.Request) error {
	if err := spoken(w, r); err != nil {
		return err
	}
	u, err := s.writable(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := u.fits(r); err != nil {
		return err
	}
	done, err := s.Admit(r.Context())
	if err != nil {
		return err
	}
	defer done()
	if err := s.goOn(r.Context(), u); err != nil {
		return err
	}
	x := s.exchange(w)
	x.length = r.ContentLength
	r.Body = x.withMinRate(r.Body)
	return s.pass(x, r, s.tus.PatchFile)
}

func (s *Service) cancelled(w http.ResponseWriter, r *http.Request) error {
	if err := spoken(w, r); err != nil {
		return err
	}
	if _, err := s.own(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return s.pass(s.exchange(w), r, s.tus.DelFile)
}

// spoken refuses another version of the protocol.
func spoken(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Tus-Resumable", version)
	if r.Header.Get("Tus-Resumable") != version {
		w.Header().Set("Tus-Version", version)
		return errVersion
	}
	return nil
}

// fits refuses a piece by its headers, before a byte of it is read.
func (u Upload) fits(r *http.Request) error {
	offset, err := number(r.Header, "Upload-Offset")
	switch {
	case err != nil:
		return err
	case r.Header.Get("Content-Type") != pieceType:
		return errContentType
	case r.ContentLength < 0 || len(r.TransferEncoding) > 0:
		return errNoLength
	case r.Header.Get("Upload-Length") != "":
		return errExtension
	case offset+r.ContentLength > u.Length:
		return errExceeds
	case offset != u.Received: // before it takes the lease from who writes
		return errElsewhere
	case r.ContentLength < minPiece && offset+r.ContentLength < u.Length:
		return errTiny
	}
	return nil
}

func (s *Service) exchange(w http.ResponseWriter) *exchange {
	return &exchange{ResponseWriter: w, connection: http.NewResponseController(w), now: time.Now}
}

// pass lets tusd answer. It sees the path below ours and none of the headers by which
// a request could be taken for another one.
func (s *Service) pass(x *exchange, r *http.Request, to http.HandlerFunc) error {
	inner := r.Clone(context.WithValue(r.Context(), exchangeKey{}, x))
	inner.URL = &url.URL{Path: "/" + r.PathValue("id")}
	for _, name := range []string{"X-HTTP-Method-Override", "Upload-Draft-Interop-Version"} {
		inner.Header.Del(name)
	}
	defer x.over()
	s.tus.Middleware(to).ServeHTTP(x, inner)
	return x.outcome()
}
