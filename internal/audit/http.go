package audit

import (
	"context"

	"limelight/internal/kit/api"
)

var logViewed = Declare("audit_log.viewed", "Audit log: viewed")

// Routes mounts the package on the API.
func (l *Log) Routes(r *api.Router) {
	api.Get(r, "/admin/audit-log", "moderation.log", l.search, l.Reader,
		api.Summary("The audit log, newest first"), As(logViewed, ""))
}

type searchInput struct {
	api.Page
	Subject string `query:"subject" maxLength:"100" doc:"kind:id, such as account:…"`
	ActorID string `query:"actorId" maxLength:"40"`
}

func (l *Log) search(ctx context.Context, in *searchInput) (list api.List[Line], err error) {
	list.Data, list.Total, err = l.Search(ctx, Filter{Subject: in.Subject, ActorID: in.ActorID, Offset: in.Offset, Limit: in.Limit})
	return list, err
}
