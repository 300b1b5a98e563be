package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/admin"
	"limelight/internal/assets"
	"limelight/internal/audit"
	"limelight/internal/blocking"
	"limelight/internal/commissions"
	"limelight/internal/discover"
	"limelight/internal/downloads"
	"limelight/internal/earnings"
	"limelight/internal/favourites"
	"limelight/internal/files"
	"limelight/internal/finance"
	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/goals"
	"limelight/internal/identity"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/messages"
	"limelight/internal/moderation"
	"limelight/internal/notices"
	"limelight/internal/notices/webpush"
	"limelight/internal/orders"
	"limelight/internal/pages"
	"limelight/internal/paidmessages"
	"limelight/internal/payouts"
	"limelight/internal/performer"
	"limelight/internal/places"
	"limelight/internal/playback"
	"limelight/internal/purchases"
	"limelight/internal/ranking"
	"limelight/internal/referrals"
	"limelight/internal/refunds"
	"limelight/internal/schedules"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/show/meter"
	"limelight/internal/show/recording"
	"limelight/internal/socialconnect"
	"limelight/internal/studio"
	"limelight/internal/tips"
	"limelight/internal/transcoding"
	"limelight/internal/uploads"
	"limelight/internal/wheel"
)

// Services are all services of a site, in the order of their construction: each needs only what
// stands above it. Where one needs what stands below there is a late seam (late.go).
type Services struct {
	*infra
	declared
	late seams

	audit             *audit.Log
	accountVisibility accountVisibility
	locations         locations
	programs          turn

	limits        *limit.Limiter
	rates         *rateLimits
	ledger        *ledger.Ledger
	settings      *settings.Service
	public        publicSettings
	profile       siteProfile
	mails         *mail.Outbox
	mailer        *mail.Mailer
	notices       *notices.Notices
	files         *files.Service
	photos        photoRights
	accounts      *account.Service
	notifier      notifier
	webPush       *webpush.Service
	sockets       *socket.Server
	places        *places.Service
	blocking      *blocking.Service
	performers    *performer.Service
	studios       *studio.Service
	identity      *identity.Service
	moderation    *moderation.Service
	commissions   *commissions.Service
	terms         incomeTerms
	sandbox       sandbox.Parts
	funds         *funds.Service
	disk          disk
	openUploads   *openUploads
	uploads       *uploads.Service
	forms         uploadForms
	videos        *transcoding.Service
	assets        *assets.Service
	playback      *playback.Service
	favourites    *favourites.Service
	schedules     *schedules.Service
	shifts        *studio.Shifts
	ranking       *ranking.Service
	discover      *discover.Service
	paidMessages  *paidmessages.Service
	messages      *messages.Service
	meters        *meter.Meters
	shows         *show.Service
	hls           *hls.Server // nil for commands that run no shows
	recordings    *recording.Service
	referrals     *referrals.Service
	tips          *tips.Service
	goals         *goals.Service
	wheel         *wheel.Service
	purchases     *purchases.Service
	orders        *orders.Service
	downloads     *downloads.Service
	refunds       *refunds.Service
	earnings      *earnings.Service
	payouts       *payouts.Service
	journal       *journal.Journal
	anchors       *anchors
	finance       *finance.Service
	pages         *pages.Service
	admin         *admin.Service
	counts        *counts
	check         *checker
	socialConnect *socialconnect.Service
}

// newServices builds the services. It opens nothing and starts nothing, so that the API's
// document can be written without a database. Counts go to metrics, if there is one.
func newServices(i *infra, metrics prometheus.Registerer) (*Services, error) {
	s := &Services{infra: i, programs: newTurn(), locations: locations{i.addresses}}
	s.accountVisibility = accountVisibility{&s.late.performers}
	if err := wireFoundation(s, metrics); err != nil {
		return nil, err
	}
	if err := wireDomains(s); err != nil {
		return nil, err
	}
	wireCheck(s)
	wireJobs(s)
	if metrics != nil {
		s.register(metrics)
	}
	return s, nil
}

// wireFoundation builds what domains stand on.
func wireFoundation(s *Services, metrics prometheus.Registerer) error {
	wireRateLimits(s)
	wireLedger(s)
	wireAudit(s)
	wireSettings(s)
	if err := wireMail(s); err != nil {
		return err
	}
	wireWebPush(s)
	wireNotices(s)
	wireFiles(s)
	if err := wireAccount(s); err != nil {
		return err
	}
	if err := wirePasskeys(s); err != nil {
		return err
	}
	wireSockets(s, metrics)
	subscribeSettings(s)
	subscribeNotices(s)
	wireBalances(s)
	return nil
}

// wireDomains builds the domains.
func wireDomains(s *Services) error {
	wirePlaces(s)
	wireBlocking(s)
	wirePerformer(s)
	wireStudio(s)
	wireIdentity(s)
	wireModeration(s)
	wireCommissions(s)
	if err := wireFunds(s); err != nil {
		return err
	}
	if err := wireUploads(s); err != nil {
		return err
	}
	wireTranscoding(s)
	wireAssets(s)
	wirePlayback(s)
	wireFavourites(s)
	wireSchedules(s)
	wireStudioSchedules(s)
	wireRanking(s)
	wireDiscover(s)
	wirePaidMessages(s)
	wireMessages(s)
	wireShow(s)
	wireMedia(s)
	wireRecording(s)
	wireVisibility(s)
	wireCuts(s)
	wirePerformerAccounts(s)
	wireReferrals(s)
	wireTips(s)
	wireGoals(s)
	wireWheel(s)
	wireSocialConnect(s)
	wirePurchases(s)
	wireOrders(s)
	wireDownloads(s)
	wireRefunds(s)
	wireEarnings(s)
	wirePayouts(s)
	if err := wireJournal(s); err != nil {
		return err
	}
	wireFinance(s)
	wirePages(s)
	wireExports(s)
	wireErasure(s)
	wireAdmin(s)
	return nil
}
