package show

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

type performerInput struct {
	PerformerID string `path:"performerId" maxLength:"64"`
}

type conversationInput struct {
	ConversationID string `path:"conversationId" maxLength:"64"`
}

func (s *privateShows) requests(ctx context.Context, _ *struct{}) (list api.List[Request], err error) {
	list.Data, err = s.Requests(ctx, account.CallerFrom(ctx).ID)
	list.Total = len(list.Data)
	return list, err
}

type askInput struct {
	PerformerID string `path:"performerId" maxLength:"64"`
	Body        *askBody
}

type askBody struct {
	Exclusive bool   `json:"exclusive,omitempty" doc:"nobody may look in, at the exclusive price"`
	Camera    string `json:"camera,omitempty" enum:"none,audio,video" doc:"what the performer gets of me; none when absent"`
	Balance   string `json:"balance,omitempty" enum:"exact,enough,hidden" doc:"what the performer sees of my balance; exact when absent"`
}

func (s *privateShows) ask(ctx context.Context, in *askInput) (Session, error) {
	var want Asking
	if in.Body != nil {
		want = Asking{Exclusive: in.Body.Exclusive, Camera: in.Body.Camera, Balance: in.Body.Balance}
	}
	me := account.CallerFrom(ctx)
	asked, err := s.Ask(ctx, me, in.PerformerID, want)
	if err != nil {
		return Session{}, err
	}
	return s.seatSession(ctx, asked, me, api.Origin(ctx))
}

func (s *privateShows) accept(ctx context.Context, in *conversationInput) (Session, error) {
	me := account.CallerFrom(ctx)
	accepted, err := s.Accept(ctx, me, in.ConversationID)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, accepted, me, api.Origin(ctx))
}

func (s *privateShows) decline(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.Decline(ctx, account.CallerFrom(ctx).ID, in.ConversationID)
}

func (s *privateShows) cancel(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.Cancel(ctx, account.CallerFrom(ctx).ID, in.ConversationID)
}

func (s *privateShows) endPrivate(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.End(ctx, account.CallerFrom(ctx), in.ConversationID)
}

type rejoinInput struct {
	ConversationID string `path:"conversationId" maxLength:"64"`
	Body           *struct {
		Takeover bool `json:"takeover,omitempty" doc:"of a performer: publish from this device instead of the other"`
	}
}

func (s *privateShows) rejoin(ctx context.Context, in *rejoinInput) (Session, error) {
	takeover := in.Body != nil && in.Body.Takeover
	return s.JoinPrivate(ctx, account.CallerFrom(ctx), in.ConversationID, takeover, api.Origin(ctx))
}
