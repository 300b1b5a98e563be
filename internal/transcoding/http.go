package transcoding

import (
	"context"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/admin/transcoding", "transcoding.search", s.getList, s.Admin, api.Summary("The videos that are made of uploads, the newest first"), audit.As(videoSearched, ""))
	api.Post(r, "/admin/transcoding/{id}/retry", "transcoding.retry", s.postRetry, s.Admin, api.Summary("Work again on a video that failed"))
}

type listInput struct {
	api.Page
	Status string `query:"status" enum:"waiting,working,playable,done,refused,failed,unavailable"`
}

// TranscodingPerformer is whose video it is.
type TranscodingPerformer struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// TranscodingJob is a video as staff see it.
type TranscodingJob struct {
	ID         string               `json:"_id"`
	Performer  TranscodingPerformer `json:"performer"`
	Purpose    string               `json:"purpose" enum:"video,trailer"`
	Name       string               `json:"name" doc:"what the performer's device called the file"`
	Status     Status               `json:"status" enum:"waiting,working,playable,done,refused,failed,unavailable" doc:"refused: the file is at fault, for good; failed: the site is"`
	Progress   int                  `json:"progress" minimum:"0" maximum:"100" doc:"of what is played first, and then of the rest"`
	Reason     string               `json:"reason,omitempty" doc:"as the performer reads it"`
	Detail     string               `json:"detail,omitempty" doc:"what went wrong, for the operator"`
	Retryable  bool                 `json:"retryable"`
	Tries      int                  `json:"tries" doc:"since it last came further"`
	NextTry    time.Time            `json:"nextTry,omitzero" doc:"by itself"`
	DurationMS int64                `json:"durationMs,omitempty"`
	Width      int                  `json:"width,omitempty"`
	Height     int                  `json:"height,omitempty"`
	Renditions []int                `json:"renditions" doc:"the shorter sides of what can be played, in pixels"`
	CreatedAt  time.Time            `json:"createdAt"`
}

func (m Media) wire(names map[string]string) TranscodingJob {
	return TranscodingJob{
		ID: m.ID, Performer: TranscodingPerformer{m.OwnerID, names[m.OwnerID]}, Purpose: m.Purpose, Name: m.Name, Status: m.Status,
		Progress: m.Progress, Reason: m.Reason, Detail: m.Detail, Retryable: m.Retryable, Tries: m.Tries, DurationMS: m.DurationMS,
		Width: m.Width, Height: m.Height, Renditions: append([]int{}, m.Renditions...), CreatedAt: m.CreatedAt, NextTry: m.NextTry,
	}
}

func (s *Service) getList(ctx context.Context, in *listInput) (page api.List[TranscodingJob], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, total, err := selectListed(ctx, tx, Listed{Status(in.Status), in.Offset, in.Limit})
		if err != nil {
			return err
		}
		owners := make([]string, len(list))
		for i, m := range list {
			owners[i] = m.OwnerID
		}
		names, err := s.Names(ctx, tx, owners...)
		page = api.ListOf(list, total, func(m Media) TranscodingJob { return m.wire(names) })
		return err
	})
	return page, err
}

type retryInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) postRetry(ctx context.Context, in *retryInput) (TranscodingJob, error) {
	var w TranscodingJob
	if !id.Valid(in.ID) {
		return w, ErrNone
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := one(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := s.Retry(ctx, tx, in.ID); err != nil {
			return err
		}
		after, err := one(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		names, err := s.Names(ctx, tx, after.OwnerID)
		if err != nil {
			return err
		}
		w = after.wire(names)
		return s.Audit.Record(ctx, tx, audit.Act{Action: videoRetried, Subject: "media:" + in.ID, Before: string(before.Status), After: string(after.Status)})
	})
	return w, err
}
