package downloads

import (
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"mime"
	"net/http"
	"syscall"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sanitize"
)

// Prefix is where Serve is mounted: Prefix + "{linkId}/{mac}".
const Prefix = "/files/downloads/"

// askEvery is after how long a right is asked for anew while bytes flow.
const askEvery = 2 * time.Second

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/user/performer-assets/products/{id}/download-link", "downloads.link", s.getLink, account.Member.Guard(),
		api.Summary("A link to a digital product that I own: for 15 minutes, five in 24 hours"), api.Acting())
}

// DownloadLink is where I find the file for some time.
type DownloadLink struct {
	URL       string    `json:"url" doc:"of this site; it takes ranges"`
	ExpiresAt time.Time `json:"expiresAt"`
	Left      int       `json:"left" doc:"how many more there are in these 24 hours"`
}

type linkInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getLink(ctx context.Context, in *linkInput) (DownloadLink, error) {
	l, err := s.Link(ctx, account.CallerFrom(ctx).ID, in.ID)
	return DownloadLink{URL: l.Path, ExpiresAt: l.Expires, Left: l.Left}, err
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Serve answers GET Prefix + {linkId}/{mac} with the file, or ranges of it, to the buyer
// who was given the link.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, no-store")
	if err := s.serve(w, r); err != nil {
		api.WriteFault(w, r, err)
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	ctx, caller := r.Context(), account.CallerFrom(r.Context())
	if caller.Role != account.Member {
		return ErrNone
	}
	d, f, err := s.follow(ctx, caller.ID, r.PathValue("linkId"), r.PathValue("mac"))
	if err != nil {
		return err
	}
	object, err := s.Blobs.Open(ctx, f.Key)
	if errors.Is(err, blob.ErrNone) {
		return ErrNone
	}
	if err != nil {
		return err
	}
	defer object.Close() // it was read only
	if r.Method == http.MethodGet {
		if err := s.deliver(ctx, d); err != nil {
			return err
		}
	}
	h := w.Header()
	h.Set("Content-Type", mediaType(f))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": sanitize.FileName(f.Name)}))
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("ETag", `"`+d.ProductID+"-"+s.MAC.Of("download_file", f.Key)[:16]+`"`)
	http.ServeContent(w, r, "", object.Modified(), &watched{ReadSeeker: object, asked: s.Now(), now: s.Now, may: func() error { return s.may(ctx, d) }})
	return nil
}

// deliver notes that bytes go to their buyer now.
func (s *Service) deliver(ctx context.Context, d download) error {
	owns, err := s.Deliveries.Deliver(ctx, d.MemberID, d.ProductID)
	if err == nil && !owns {
		err = ErrNone
	}
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updateUsed(ctx, tx, d.ID, s.Now()) })
}

func mediaType(f File) string {
	if f.MediaType == "" {
		return "application/octet-stream"
	}
	return f.MediaType
}

// watched ends when its reader may no longer have it.
type watched struct {
	io.ReadSeeker
	asked time.Time
	now   func() time.Time
	may   func() error
}

func (o *watched) Read(into []byte) (int, error) {
	if err := o.ask(); err != nil {
		return 0, err
	}
	return o.ReadSeeker.Read(into)
}

func (o *watched) ask() error {
	now := o.now()
	if now.Sub(o.asked) < askEvery {
		return nil
	}
	err := o.may()
	if err == nil {
		o.asked = now
	}
	return err
}

// SyscallConn lets the system send the next bytes by itself (net.TCPConn.ReadFrom). An error has
// them read instead, which says why they may not be.
func (o *watched) SyscallConn() (syscall.RawConn, error) {
	file, ok := o.ReadSeeker.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	if err := o.ask(); err != nil {
		return nil, err
	}
	return file.SyscallConn()
}
