package show

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

type joinInput struct {
	PerformerID string `path:"performerId"`
}

func (s *clientSessions) join(ctx context.Context, in *joinInput) (Session, error) {
	return s.Join(ctx, account.CallerFrom(ctx), in.PerformerID, api.Origin(ctx))
}

type sessionInput struct {
	PerformerID string `path:"performerId"`
	Type        string `path:"type"`
}

func (s *clientSessions) session(ctx context.Context, in *sessionInput) (Session, error) {
	return s.Current(ctx, account.CallerFrom(ctx), in.PerformerID, in.Type)
}

type tokenInput struct {
	Body tokenBody
}

type tokenBody struct {
	ID         string `json:"id" minLength:"1" maxLength:"64" doc:"the session's id"`
	Type       string `json:"type" enum:"publish,play"`
	ExpireDate int64  `json:"expireDate,omitempty" minimum:"0" maximum:"253402300799999" doc:"Unix milliseconds; one day ahead when absent"`
}

func (s *clientSessions) token(ctx context.Context, in *tokenInput) (Token, error) {
	return s.StreamToken(ctx, account.CallerFrom(ctx), Ask{
		ShowID: in.Body.ID, Publish: in.Body.Type == "publish", Expires: db.Time(in.Body.ExpireDate),
	}, api.Origin(ctx))
}
