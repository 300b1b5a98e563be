package exports

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// What staff do with their own data.
var (
	exportAsked   = audit.Declare("export.asked", "Own data: an archive asked for")
	exportFetched = audit.Declare("export.fetched", "Own data: an archive fetched")
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/users/me/exports", "exports.list", s.list, account.SignedIn,
		api.Summary("My archives of what the site keeps of me"), audit.Silent("the caller's own archives"))
	api.Post(r, "/users/me/exports", "exports.ask", s.ask, account.StepUp(account.SignedIn),
		api.Summary("Ask for an archive of what the site keeps of me"), audit.As(exportAsked, ""))
	api.Raw(r, http.MethodGet, "/users/me/exports/{id}/file", "exports.file", s.serve, account.StepUp(account.SignedIn), audit.As(exportFetched, "export"))
}

func (s *Service) list(ctx context.Context, _ *struct{}) (page api.List[Export], err error) {
	page.Data, err = s.List(ctx, account.CallerFrom(ctx))
	page.Total = len(page.Data)
	return page, err
}

func (s *Service) ask(ctx context.Context, _ *struct{}) (Export, error) {
	return s.Ask(ctx, account.CallerFrom(ctx))
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	e, archive, err := s.Open(r.Context(), account.CallerFrom(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer archive.Close()
	api.Attach(w, "application/zip", "my-data-"+e.CreatedAt.Format("2006-01-02")+".zip")
	w.Header().Set("Content-Length", strconv.FormatInt(e.Size, 10))
	_, err = io.Copy(w, archive)
	return err
}
