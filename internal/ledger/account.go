package ledger

import "strings"

// Account is the address of a place where tokens are.
type Account string

// The accounts that are nobody's. The world is where tokens come from.
const (
	SiteRevenue Account = "site:revenue"
	WorldGrant  Account = "world:grant"  // given by the site: demo balances, promotions
	WorldCard   Account = "world:card"   // bought
	WorldPayout Account = "world:payout" // paid out as money
)

// Wallet is what a member can spend.
func Wallet(memberID string) Account { return Account("wallet:" + memberID) }

// Earnings is what a performer or a studio has earned and not been paid, and what
// a member was rewarded with and may not spend yet (decision 16).
func Earnings(id string) Account { return Account("earn:" + id) }

// Hold is what a show or an order has reserved. Each has its own, so that one
// cannot eat another's.
func Hold(reference string) Account { return Account("hold:" + reference) }

// Dispute is what is held of somebody's earnings while a loss is undecided.
func Dispute(caseID string) Account { return Hold(Disputed + caseID) }

// Disputed begins the owner of such a hold.
const Disputed = "dispute-"

// Payout is what a payout request has reserved.
func Payout(requestID string) Account { return Account("payout:" + requestID) }

// Receivable is what an account owes the site: a member for tokens that were spent
// and whose payment was taken back, a performer or studio for a refund it could
// not give. It is never above zero; what repays it goes there.
func Receivable(accountID string) Account { return Account("receivable:" + accountID) }

// Class is what an account is for: the first part of its address.
type Class string

// The classes.
const (
	ClassWallet     Class = "wallet"
	ClassEarnings   Class = "earn"
	ClassHold       Class = "hold"
	ClassPayout     Class = "payout"
	ClassReceivable Class = "receivable"
	ClassSite       Class = "site"
	ClassWorld      Class = "world"
)

// classes are those that there are, and whether the database keeps the balance of
// their accounts on their rows, at zero or above.
var classes = map[Class]bool{
	ClassWallet: true, ClassEarnings: true, ClassHold: true, ClassPayout: true,
	ClassSite: false, ClassWorld: false, ClassReceivable: false,
}

// Guarded reports whether the database keeps the balances of the class.
func (c Class) Guarded() bool { return classes[c] }

// Class is the account's. It stands in ledger_accounts.class, and in from_class and
// to_class of ledger_flows.
func (a Account) Class() Class {
	class, _, _ := strings.Cut(string(a), ":")
	return Class(class)
}

// Owner is the id of who or what the account is of: a member, a performer, a show, a
// request. It stands in ledger_accounts.owner_id, and in from_owner and to_owner of
// ledger_flows.
func (a Account) Owner() string {
	_, owner, _ := strings.Cut(string(a), ":")
	return owner
}

// Person is the id of whoever calls the account their balance: the member of a wallet, the
// performer or studio of earnings. It is empty for other accounts.
func (a Account) Person() string {
	if class := a.Class(); class == ClassWallet || class == ClassEarnings {
		return a.Owner()
	}
	return ""
}

// Guarded reports whether the account's balance is kept on its row and never
// goes below zero. The others are sums of their postings.
func (a Account) Guarded() bool { return a.Class().Guarded() }

// Outside reports whether tokens that a member gives to the account were taken back
// from him, and not spent.
func (a Account) Outside() bool { return a.Class() == ClassWorld || a.Class() == ClassReceivable }

// pays reports whether what a member has or has reserved is there, earns whether
// somebody's income is.
func (a Account) pays() bool { return a.Class() == ClassWallet || a.Class() == ClassHold }

func (a Account) earns() bool { return a.Class() == ClassEarnings || a == SiteRevenue }

// owes reports whether the account is a debt.
func (a Account) owes() bool { return a.Class() == ClassReceivable }

// valid reports whether the address is of one of the classes, and somebody's.
func (a Account) valid() bool {
	_, known := classes[a.Class()]
	return known && a.Owner() != ""
}
