package studio

import (
	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/ledger"
)

// Bounds of the bodies that carry documents, in bytes.
const (
	maxDocument  = 16 << 20
	maxDocuments = 32 << 20
)

// ownersAlone is no right that anybody could be given: what takes it is on the studio's record, as what
// takes a right is.
const ownersAlone = "studio.own"

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine, performers := account.Studio.Guard(), account.Performer.Guard()
	mine.Permission = ownersAlone
	models, shares, sees := account.ManageModels.Guard(), account.SetStudioShares.Guard(), account.SeeStudioStatistics.Guard()
	api.Post(r, "/auth/studio/register", "studio.register", s.register, api.Public, api.MaxBody(maxDocument),
		api.Summary("Register as a studio, with a document"))
	api.Get(r, "/studio/me", "studio.me", s.me, account.InStudio,
		api.Summary("My own studio, with its verification"))
	api.Put(r, "/studio/update", "studio.update", s.update, mine,
		api.Summary("Change my studio's account; what is not sent stays as it is"), audit.As(studioChanged, ""))
	api.Post(r, "/studio/identity-documents", "studio.submit", s.document, mine, api.MaxBody(maxDocument),
		api.Summary("Send the studio's document again"), audit.As(documentSent, ""))
	api.Get(r, "/studio/stats", "studio.stats", s.statistics, sees,
		api.Summary("Numbers about my members"))
	api.Get(r, "/studio/members", "studio.members", s.Membership.members, account.InStudio,
		api.Summary("My members"))
	api.Post(r, "/studio/members", "studio.hire", s.hire, models, api.MaxBody(maxDocuments),
		api.Summary("Register a performer as my member, with identity documents"))
	api.Post(r, "/studio/members/{id}/{status}", "studio.setStatus", s.setStatus, models,
		api.Summary("Activate one of my members, or suspend them"))
	s.Staff.routes(r, mine)
	s.Invitations.routes(r, models, performers)
	s.Partings.routes(r, models, performers)
	s.Statistics.routes(r, sees)
	s.Documents.routes(r, performers)

	api.Get(r, "/studio/commission", "studio.commission", s.commissions, shares,
		api.Summary("How the income of each of my members is shared with me"))
	api.Put(r, "/studio/commission", "studio.setDefault", s.setDefault, shares,
		api.Summary("Set the shares of members who join from now on"))
	api.Put(r, "/studio/commission/member/{id}", "studio.setRates", s.setRates, shares,
		api.Summary("Offer a member other shares"))
	api.Get(r, "/settings/performer/commission", "studio.income", s.ownIncome, performers,
		api.Summary("How my income is shared with the site and my studio"))
	api.Post(r, "/performers/commission-offer/{id}/{word}", "studio.decide", s.Shares.decide, performers,
		api.Summary("Accept or decline the shares that my studio offers"))
	s.Proposals.routes(r, shares)
	r.Words(ledger.Incomes{}, s.Kinds)
}
