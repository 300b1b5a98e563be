package account

import (
	"slices"

	"limelight/internal/kit/api"
)

// Permission is a right that some of the site's own people have. Guards ask for it; the
// API's document and the table of who may call what name it.
type Permission struct {
	ID       string // noun.verb
	Sentence string // what it permits
}

// The permissions about the site.
var (
	SeeStatistics    = permit("site.see", "See how the site is doing and how far it is set up")
	OperateSite      = permit("site.operate", "See events and videos that fail and try them again, and send a test mail")
	ReadMails        = permit("mails.read", "Read the mails that the site sends")
	ReadAudit        = permit("audit.read", "Read the audit log")
	ManageSettings   = permit("settings.manage", "See and change the site's settings")
	ManagePages      = permit("pages.manage", "Write pages and banners")
	ManageCategories = permit("categories.manage", "Change the categories by which people browse")
	ReadContact      = permit("contact.read", "Read the messages of the contact form")
)

// The permissions about people and what they show.
var (
	SeeAccounts      = permit("accounts.see", "Find accounts and look at them")
	SuspendAccounts  = permit("accounts.suspend", "Suspend accounts and restore them")
	InviteAdmins     = permit("admins.invite", "Invite further admins")
	ManageVIPs       = permit("performers.vip", "Make somebody a VIP, or end that")
	ReviewIdentity   = permit("identity.review", "Look at identity documents and decide about them")
	ReviewAssets     = permit("assets.review", "Look at what waits to be sold and decide about it")
	TakeDownAssets   = permit("assets.takeDown", "Take down what is on sale, and put it back")
	ModerateMessages = permit("messages.moderate", "Look at reported and held messages and decide about them")
	WatchShows       = permit("shows.watch", "See what is on stage")
)

// The permissions about money.
var (
	SeePayments    = permit("payments.see", "See payments, disputes and debts")
	DecidePayments = permit("payments.decide", "Decide about payments, disputes and debts, and book by hand")
	SeeShop        = permit("shop.see", "See token packages and payment gateways")
	ManageShop     = permit("shop.manage", "Change token packages and payment gateways")
	SeeFinance     = permit("finance.see", "See the site's books and anybody's statement")
	ExportFinance  = permit("finance.export", "Take the site's books and anybody's statement away as files")
	SeePayouts     = permit("payouts.see", "See payout requests and batches")
	DecidePayouts  = permit("payouts.decide", "Decide about payout requests, and pay them in batches")
	SeeRates       = permit("commissions.see", "See what the site keeps of incomes")
	SetRates       = permit("commissions.set", "Change what the site keeps of incomes")
	SeeRefunds     = permit("refunds.see", "See refund requests")
	DecideRefunds  = permit("refunds.decide", "Decide about refund requests")
	SeeOrders      = permit("orders.see", "See everybody's orders")
	RefundOrders   = permit("orders.refund", "Refund an order")
)

// permissions are all there are, in the order of their declaration.
var permissions []Permission

func permit(id, sentence string) Permission {
	p := Permission{id, sentence}
	permissions = append(permissions, p)
	return p
}

// Permissions lists all there are.
func Permissions() []Permission { return slices.Clone(permissions) }

// staff are the roles of the site's own people, each with what it may do.
func staff() map[Role][]Permission {
	return map[Role][]Permission{Admin: permissions}
}

// Staff reports whether accounts of the role are the site's own people.
func (r Role) Staff() bool { return len(staff()[r]) > 0 }

// May reports whether the role has a permission.
func (r Role) May(p Permission) bool { return slices.Contains(staff()[r], p) }

// Roles are those that have the permission.
func (p Permission) Roles() (list []Role) {
	for r := range staff() {
		if r.May(p) {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return list
}

// Guard admits whose role has the permission.
func (p Permission) Guard() api.Guard {
	g := AnyOf(p.Roles()...)
	g.Permission = p.ID
	return g
}
