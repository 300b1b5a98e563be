package app

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/moderation"
)

// Every act of staff is on record, views of private things included. A domain
// that changes something records it in its own transaction, with what was before
// and after. Whatever else an admin's call does is recorded here, before the first
// byte of its answer, unless it is listed as showing nothing private: a new route
// is on record without anybody having thought of it (TestStaffAudit).

// unaudited are the calls of an admin that leave no line in the log, and why.
var unaudited = map[string]string{
	"admin.statistics":     "counts of the whole site, asked for every few seconds by an open page",
	"admin.firstSteps":     "what the site is set up with",
	"show.staged":          "what is on stage, without its members; asked for every few seconds by an open page",
	"settings.list":        "the site's own settings; they hold no secret",
	"settings.history":     "the site's own settings",
	"commissions.defaults": "the site's own shares",
	"funds.allPackages":    "what everybody may buy",
	"funds.gateways":       "the gateways' forms, without their secrets",
	"finance.income":       "sums of the whole site",
	"pages.adminPosts":     "the site's own pages",
	"pages.adminPost":      "the site's own pages",
	"pages.adminBanners":   "the site's own banners",
	"auth.sessions":        "the admin's own logins",
	"auth.socketTicket":    "the admin's own connection",
	"auth.twoFactorState":  "the admin's own login",
	"auth.stepUp":          "the admin's own login",
	"users.me":             "the admin's own account",
	"referrals.code":       "the admin's own code",
	"referrals.search":     "the admin's own invitations",
	"referrals.stats":      "the admin's own rewards",
	"referrals.earnings":   "the admin's own rewards",
	"messages.history":     "of a talk among members, messages record it; the others everybody may read",
	"journal.proof":        "proofs of transfers are for those who know them",
}

// look says how a call stands in the log: what was done, and to what kind of thing
// the path's first name leads.
type look struct{ action, kind string }

var looks = map[string]look{
	"assets.queue":               {"asset_review.searched", ""},
	"assets.offered":             {"asset.searched", ""},
	"transcoding.search":         {"transcoding.searched", ""},
	"users.search":               {"account.searched", ""},
	"users.view":                 {"account.viewed", "account"},
	"admin.mails":                {"mail.searched", ""},
	"admin.mail":                 {"mail.viewed", "mail"},
	"admin.deliveries":           {"delivery.searched", ""},
	"pages.contactMessages":      {"contact_message.searched", ""},
	"moderation.log":             {"audit_log.viewed", ""},
	"moderation.checks":          {"identity.searched", ""},
	"moderation.check":           {"identity.viewed", "identity_check"},
	"messages.remove":            {"message.removed", "message"},
	"messages.clear":             {"conversation.cleared", "conversation"},
	"messages.sayInPublic":       {"message.written", "conversation"},
	"messages.sayInStream":       {"message.written", "conversation"},
	"files.siteImage":            {"site_image.uploaded", ""},
	"show.end":                   {"show.ended", "conversation"},
	"show.rejoin":                {"show.joined", "conversation"},
	"show.receipt":               {"show.receipt_viewed", "show"},
	"funds.search":               {"payment.searched", ""},
	"funds.look":                 {"payment.viewed", "payment"},
	"funds.reconcile":            {"payment.reconciled", ""},
	"funds.reconcileOne":         {"payment.reconciled", "payment"},
	"funds.proposals":            {"proposal.searched", ""},
	"funds.odds":                 {"quarantine.searched", ""},
	"funds.odd":                  {"quarantine.viewed", "quarantine"},
	"funds.receivables":          {"receivable.searched", ""},
	"payouts.admin.search":       {"payout.searched", ""},
	"payouts.admin.view":         {"payout.viewed", "payout_request"},
	"payouts.admin.statement":    {"payout.statement_viewed", "payout_request"},
	"payouts.batches":            {"payout_batch.searched", ""},
	"payouts.batches.view":       {"payout_batch.viewed", "payout_batch"},
	"finance.balances":           {"finance.balances_viewed", ""},
	"finance.receivables":        {"finance.receivables_viewed", ""},
	"finance.transfers":          {"transfer.searched", ""},
	"finance.transfer":           {"transfer.viewed", "transfer"},
	"finance.income.export":      {"finance.income_exported", ""},
	"finance.balances.export":    {"finance.balances_exported", ""},
	"finance.receivables.export": {"finance.receivables_exported", ""},
	"finance.transfers.export":   {"transfer.exported", ""},
	"refunds.admin.search":       {"refund.searched", ""},
	"refunds.admin.view":         {"refund.viewed", "refund_request"},
	"commissions.search":         {"commission.searched", ""},
	"commissions.view":           {"commission.viewed", "account"},
	"commissions.simulate":       {"commission.simulated", ""},
	"commissions.history":        {"commission.history_viewed", ""},
}

// observed lets the acts of a call be noticed, so that none is on record twice.
func observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(moderation.Observed(r.Context())))
	})
}

// staffWitness records what admins' calls do.
type staffWitness struct {
	db         *db.DB
	moderation *moderation.Service
}

// witness puts what an admin's call did on record, unless its domain has done so or
// it is unaudited. Routes for everybody show an admin what they show everybody.
func (w staffWitness) witness(ctx context.Context, c api.Call) error {
	if account.SessionFrom(ctx).Role != account.Admin || c.Public || unaudited[c.Name] != "" || moderation.Recorded(ctx) {
		return nil
	}
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return w.moderation.Record(ctx, tx, actOf(c)) })
}

// actOf is a call in the words of the log. What was searched for is part of it.
func actOf(c api.Call) moderation.Act {
	how := looks[c.Name]
	act := moderation.Act{
		Action: cmp.Or(how.action, c.Name), Subject: strings.TrimPrefix(c.Path, api.Prefix),
		Reason: clipped(c.Query.Get("reason")), After: asked(c.Query),
	}
	if id := c.First(); how.kind != "" && id != "" {
		act.Subject = how.kind + ":" + clipped(id)
	}
	return act
}

// asked is a query without what only pages a list, and the reason.
func asked(query url.Values) string {
	kept := url.Values{}
	for name, values := range query {
		if name != "limit" && name != "reason" {
			kept[name] = values
		}
	}
	return clipped(kept.Encode())
}

// maxAsked bounds what a caller's own words add to a line of the log, in bytes.
const maxAsked = 500

func clipped(text string) string {
	if len(text) <= maxAsked {
		return strings.ToValidUTF8(text, "")
	}
	end := maxAsked
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.ToValidUTF8(text[:end], "")
}
