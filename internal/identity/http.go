package identity

import (
	"context"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	reviewer := account.ReviewIdentity.Guard()
	api.Get(r, "/admin/identity-checks", "moderation.checks", s.queue, reviewer,
		api.Summary("The identity checks of a state"), audit.As(checkSearched, ""))
	api.Get(r, "/admin/identity-checks/{id}", "moderation.check", s.one, reviewer,
		api.Summary("One identity check with its documents' names"), audit.As(checkViewed, "identity_check"))
	api.Raw(r, http.MethodGet, "/admin/identity-checks/{id}/documents/{which}", "moderation.document", s.document, account.StepUp(reviewer))
	api.Post(r, "/admin/identity-checks/{id}/verify", "moderation.verify", s.verify, account.StepUp(reviewer),
		api.Summary("Accept the documents of an identity check"))
	api.Post(r, "/admin/identity-checks/{id}/reject", "moderation.reject", s.reject, account.StepUp(reviewer),
		api.Summary("Reject the documents of an identity check, with the reason"))
}

type queueInput struct {
	api.Page
	State string `query:"state" default:"submitted" enum:"submitted,verified,rejected"`
}

func (s *Service) queue(ctx context.Context, in *queueInput) (list api.List[Check], err error) {
	list.Data, list.Total, err = s.Queue(ctx, in.State, in.Offset, in.Limit)
	return list, err
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Service) one(ctx context.Context, in *idInput) (Check, error) { return s.Check(ctx, in.ID) }

type verifyInput struct {
	ID   string `path:"id"`
	Body verifyBody
}

type verifyBody struct {
	Document
	Reason string `json:"reason,omitempty" maxLength:"500"`
}

func (s *Service) verify(ctx context.Context, in *verifyInput) (Check, error) {
	return s.Verify(ctx, in.ID, in.Body.Document, in.Body.Reason)
}

type reasonInput struct {
	ID   string `path:"id"`
	Body reasonBody
}

type reasonBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500"`
}

func (s *Service) reject(ctx context.Context, in *reasonInput) (Check, error) {
	return s.Reject(ctx, in.ID, in.Body.Reason)
}

// document streams one document to an admin who said why (?reason=). No cache keeps
// it and no page embeds it.
func (s *Service) document(w http.ResponseWriter, r *http.Request) error {
	opened, err := s.Look(r.Context(), r.PathValue("id"), r.PathValue("which"), r.URL.Query().Get("reason"))
	if err != nil {
		return err
	}
	files.ServeDocument(w, r, opened)
	return nil
}
