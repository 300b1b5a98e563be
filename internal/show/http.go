package show

import (
	"net/http"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Post(r, "/streaming/live", "show.live", s.live, account.Performer.Guard(),
		api.Summary("Start my public show, or take it over from another device"))
	api.Post(r, "/streaming/stop", "show.stop", s.stop, account.Performer.Guard(),
		api.Summary("End my show"))
	api.Post(r, "/streaming/join/{performerId}", "show.join", s.join, api.Public,
		api.Summary("Join a performer's public show as a viewer"))
	api.Get(r, "/streaming/session/{performerId}/{type}", "show.session", s.session, api.Public,
		api.Summary("A performer's show of a type, as the caller may see it"))
	api.Post(r, "/streaming/token", "show.token", s.token, api.Public,
		api.Summary("A fresh media token of a session"))
	api.Get(r, "/streaming/stream-key", "show.streamKey", s.streamKey, account.Performer.Guard(),
		api.Summary("The stream key for broadcasting programs"))
	api.Post(r, "/streaming/stream-key", "show.newStreamKey", s.newStreamKey, account.Performer.Guard(),
		api.Summary("A new stream key in place of the old one"))

	member, performer := account.Member.Guard(), account.Performer.Guard()
	api.Get(r, "/streaming/private-chat/requests", "show.requests", s.requests, performer,
		api.Summary("The open requests for a private show with me"))
	api.Get(r, "/streaming/private-chat/{performerId}/quote", "show.quote", s.getQuote, member,
		api.Summary("What a private show with the performer costs me, and whether she takes requests"))
	api.Post(r, "/streaming/private-chat/{performerId}", "show.ask", s.ask, member,
		api.Summary("Ask for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/accept", "show.accept", s.accept, performer,
		api.Summary("Accept a request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/decline", "show.decline", s.decline, performer,
		api.Summary("Decline a request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/cancel", "show.cancel", s.cancel, member,
		api.Summary("Cancel my request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/end", "show.end", s.endPrivate, account.SignedIn,
		api.Summary("End a private show, from either side"), audit.As(showEnded, "conversation"))
	api.Post(r, "/streaming/private-chat/{conversationId}/join", "show.rejoin", s.rejoin, account.SignedIn,
		api.Summary("The private show as it is now, for either side, on this device"), audit.As(showJoined, "conversation"))
	api.Post(r, "/member/send-pay-token/{conversationId}", "show.pay", s.postPay, member,
		api.Summary("Settle the minute now running; it is charged once, with or without this call"))
	api.Get(r, "/streaming/shows/{id}/receipt", "show.receipt", s.getReceipt, account.SignedIn,
		api.Summary("What a show cost me, or what it brought"), audit.As(receiptViewed, "show"))

	api.Post(r, "/streaming/group-chat", "show.startGroup", s.startGroup, performer,
		api.Summary("Put a group show on stage; /streaming/stop ends it"))
	api.Post(r, "/streaming/group-chat/{performerId}/join", "show.joinGroup", s.joinGroup, member,
		api.Summary("Take a seat; while the show waits it costs nothing and shows nothing"))
	api.Post(r, "/streaming/group-chat/{performerId}/leave", "show.leaveGroup", s.leaveGroup, member,
		api.Summary("Leave a group show"))

	api.Post(r, "/streaming/peek-in/{id}", "show.askPeek", s.askPeek, member,
		api.Summary("What a look into the performer's private show costs"))
	api.Get(r, "/streaming/peek-in/{id}", "show.peek", s.getPeek, member,
		api.Summary("A look into a private show: its price, and the session once it is paid"))
	api.Post(r, "/member/peek-in/{id}", "show.payPeek", s.payPeek, member,
		api.Summary("Buy the look"))
	api.Post(r, "/streaming/peek-in/{id}/leave", "show.leavePeek", s.leavePeek, member,
		api.Summary("End my look into a private show"))

	api.Get(r, "/admin/shows", "show.staged", s.staged, account.WatchShows.Guard(),
		api.Summary("What is on stage now"), audit.Silent("what is on stage, without its members; asked for every few seconds by an open page"))
	api.Raw(r, http.MethodGet, "/admin/shows/{id}/picture", "show.look", s.picture, account.WatchShows.Guard())
}
