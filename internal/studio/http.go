package studio

import (
	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/ledger"
)

// Bounds of the bodies that carry documents, in bytes.
const (
	maxDocument  = 16 << 20
	maxDocuments = 32 << 20
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine, performers := account.Studio.Guard(), account.Performer.Guard()
	api.Post(r, "/auth/studio/register", "studio.register", s.register, api.Public, api.MaxBody(maxDocument),
		api.Summary("Register as a studio, with a document"))
	api.Get(r, "/studio/me", "studio.me", s.me, mine,
		api.Summary("My own studio, with its verification"))
	api.Put(r, "/studio/update", "studio.update", s.update, mine,
		api.Summary("Change my studio's account; what is not sent stays as it is"))
	api.Post(r, "/studio/identity-documents", "studio.submit", s.document, mine, api.MaxBody(maxDocument),
		api.Summary("Send the studio's document again"))
	api.Get(r, "/studio/stats", "studio.stats", s.statistics, mine,
		api.Summary("Numbers about my members"))
	api.Get(r, "/studio/members", "studio.members", s.members, mine,
		api.Summary("My members"))
	api.Post(r, "/studio/members", "studio.hire", s.hire, mine, api.MaxBody(maxDocuments),
		api.Summary("Register a performer as my member, with identity documents"))
	api.Post(r, "/studio/members/{id}/{status}", "studio.setStatus", s.setStatus, mine,
		api.Summary("Activate one of my members, or suspend them"))
	api.Post(r, "/performers/studio/leave", "studio.leave", s.leave, performers,
		api.Summary("Leave my studio"))

	api.Get(r, "/studio/commission", "studio.commission", s.commissions, mine,
		api.Summary("How the income of each of my members is shared with me"))
	api.Put(r, "/studio/commission", "studio.setDefault", s.setDefault, mine,
		api.Summary("Set the shares of members who join from now on"))
	api.Put(r, "/studio/commission/member/{id}", "studio.setRates", s.setRates, mine,
		api.Summary("Offer a member other shares"))
	api.Get(r, "/settings/performer/commission", "studio.income", s.ownIncome, performers,
		api.Summary("How my income is shared with the site and my studio"))
	api.Post(r, "/performers/commission-offer/{id}/{word}", "studio.decide", s.decide, performers,
		api.Summary("Accept or decline the shares that my studio offers"))
	r.Words(ledger.Incomes{}, s.Kinds)
}
