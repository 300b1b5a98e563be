package assets

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

func (s *Review) reviewRoutes(r *api.Router) {
	reviewer := account.ReviewAssets.Guard()
	api.Get(r, "/admin/asset-reviews", "assets.queue", s.getQueue, reviewer, api.Summary("What waits to be approved, the oldest first"), audit.As(reviewSearched, ""))
	api.Post(r, "/admin/asset-reviews/{assetId}/approve", "assets.approve", s.postApprove, reviewer, api.Summary("Let what waits be sold"))
	api.Post(r, "/admin/asset-reviews/{assetId}/reject", "assets.reject", s.postReject, reviewer,
		api.Summary("Send what waits back to its performer, with the reason"))
}

// queueInput pages in small steps: each submission comes with all of its photos.
type queueInput struct {
	Offset int `query:"offset" minimum:"0" maximum:"10000000"`
	Limit  int `query:"limit" default:"10" minimum:"1" maximum:"25"`
}

func (s *Review) getQueue(ctx context.Context, in *queueInput) (api.List[SubmissionView], error) {
	list, total, err := s.Queue(ctx, in.Offset, in.Limit)
	return api.ListOf(list, total, submissionView), err
}

type approveInput struct {
	AssetID string `path:"assetId"`
	Body    struct {
		Version int64  `json:"version" doc:"of the submission that was looked at"`
		Reason  string `json:"reason,omitempty" maxLength:"500"`
	}
}

// Decision is what became of a submission.
type Decision struct {
	ID        string    `json:"_id"`
	Status    Status    `json:"status" enum:"active,inactive,rejected" doc:"inactive: approved, and on sale at publishAt"`
	PublishAt time.Time `json:"publishAt,omitzero"`
}

func (s *Review) postApprove(ctx context.Context, in *approveInput) (Decision, error) {
	return decision(s.Decide(ctx, in.AssetID, in.Body.Version, true, in.Body.Reason))
}

type rejectInput struct {
	AssetID string `path:"assetId"`
	Body    struct {
		Version int64  `json:"version" doc:"of the submission that was looked at"`
		Reason  string `json:"reason" minLength:"1" maxLength:"500" doc:"told to the performer"`
	}
}

func (s *Review) postReject(ctx context.Context, in *rejectInput) (Decision, error) {
	return decision(s.Decide(ctx, in.AssetID, in.Body.Version, false, in.Body.Reason))
}

func decision(a Asset, err error) (Decision, error) {
	return Decision{ID: a.ID, Status: a.Status, PublishAt: a.PublishAt}, err
}
