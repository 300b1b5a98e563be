package schedules

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/performers/schedule", "schedules.own", s.getOwn, account.Performer.Guard(),
		api.Summary("My schedule"))
	api.Put(r, "/performers/schedule", "schedules.save", s.put, account.Performer.Guard(),
		api.Summary("Replace my schedule"))
	api.Post(r, "/performers/schedule/preview", "schedules.preview", s.postPreview, account.Performer.Guard(),
		api.Summary("What a schedule would come to; nothing is stored"))
	api.Get(r, "/performers/{username}/schedule", "schedules.see", s.getSeen, api.Public,
		api.Summary("When a performer is usually live"))
	api.Put(r, "/performers/{username}/schedule/reminder", "schedules.remind", s.putReminder, account.Member.Guard(),
		api.Summary("Remind me, once, before a performer's next hours begin"))
	api.Delete(r, "/performers/{username}/schedule/reminder", "schedules.forget", s.deleteReminder, account.Member.Guard(),
		api.Summary("Do not remind me"))
}

func (s *Service) getOwn(ctx context.Context, _ *struct{}) (Schedule, error) {
	return s.Own(ctx, account.CallerFrom(ctx).ID)
}

type planInput struct{ Body Plan }

func (s *Service) put(ctx context.Context, in *planInput) (Schedule, error) {
	return s.Save(ctx, account.CallerFrom(ctx).ID, in.Body)
}

func (s *Service) postPreview(ctx context.Context, in *planInput) (Schedule, error) {
	return s.Preview(ctx, account.CallerFrom(ctx).ID, in.Body)
}

type ofInput struct {
	Username string `path:"username" maxLength:"100"`
}

func (s *Service) getSeen(ctx context.Context, in *ofInput) (Seen, error) {
	return s.See(ctx, in.Username)
}

// Reminder is of which hours a member is reminded.
type Reminder struct {
	RemindedOf time.Time `json:"remindedOf,omitzero" doc:"when they begin"`
}

func (s *Service) putReminder(ctx context.Context, in *ofInput) (Reminder, error) {
	at, err := s.Remind(ctx, account.CallerFrom(ctx).ID, in.Username)
	return Reminder{at}, err
}

func (s *Service) deleteReminder(ctx context.Context, in *ofInput) (Reminder, error) {
	return Reminder{}, s.Forget(ctx, account.CallerFrom(ctx).ID, in.Username)
}
