package show

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/sanitize"
)

type groupInput struct {
	Body *groupBody
}

type groupBody struct {
	Title           string `json:"title,omitempty" maxLength:"120"`
	MinParticipants int    `json:"minParticipants,omitempty" minimum:"1" maximum:"100" doc:"the show starts with so many; absent: as in my settings"`
	MaxParticipants int    `json:"maxParticipants,omitempty" minimum:"1" maximum:"100"`
}

func (s *groupShows) startGroup(ctx context.Context, in *groupInput) (Session, error) {
	var want Grouping
	if in.Body != nil {
		want = Grouping{
			Title: sanitize.Line(in.Body.Title), MinParticipants: in.Body.MinParticipants, MaxParticipants: in.Body.MaxParticipants,
		}
	}
	me := account.CallerFrom(ctx)
	opened, err := s.StartGroup(ctx, me, want)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, opened, me, api.Origin(ctx))
}

func (s *groupShows) joinGroup(ctx context.Context, in *performerInput) (Session, error) {
	me := account.CallerFrom(ctx)
	joined, err := s.JoinGroup(ctx, me, in.PerformerID)
	if err != nil {
		return Session{}, err
	}
	return s.seatSession(ctx, joined, me, api.Origin(ctx))
}

func (s *groupShows) leaveGroup(ctx context.Context, in *performerInput) (api.Done, error) {
	return api.OK, s.LeaveGroup(ctx, account.CallerFrom(ctx).ID, in.PerformerID)
}
