package ledger

import "strings"

// Account is the address of a place where tokens are.
type Account string

// The accounts that are nobody's. The world is where tokens come from.
const (
	SiteRevenue Account = "site:revenue"
	WorldGrant  Account = "world:grant" // given by the site: demo balances, promotions
	WorldCard   Account = "world:card"  // bought
)

// Wallet is what a member can spend.
func Wallet(memberID string) Account { return Account("wallet:" + memberID) }

// Earnings is what a performer or a studio has earned and not been paid, and what
// a member was rewarded with and may not spend yet (decision 16).
func Earnings(id string) Account { return Account("earn:" + id) }

// Hold is what a show or an order has reserved. Each has its own, so that one
// cannot eat another's.
func Hold(reference string) Account { return Account("hold:" + reference) }

// Payout is what a payout request has reserved.
func Payout(requestID string) Account { return Account("payout:" + requestID) }

// Receivable is what an account owes the site: a member for tokens that were spent
// and whose payment was taken back, a performer or studio for a refund it could
// not give. It is never above zero; what repays it goes there.
func Receivable(accountID string) Account { return Account("receivable:" + accountID) }

// prefixes are the kinds of account, and whether the database keeps their
// balance at zero or above.
var prefixes = map[string]bool{
	"wallet": true, "earn": true, "hold": true, "payout": true,
	"site": false, "world": false, "receivable": false,
}

// Person is the id of whoever calls the account their balance: the member of a wallet, the
// performer or studio of earnings. It is empty for other accounts.
func (a Account) Person() string {
	switch class, id, _ := strings.Cut(string(a), ":"); class {
	case "wallet", "earn":
		return id
	}
	return ""
}

// Guarded reports whether the account's balance is kept on its row and never
// goes below zero. The others are sums of their postings.
func (a Account) Guarded() bool {
	prefix, _, _ := strings.Cut(string(a), ":")
	return prefixes[prefix]
}

// pays reports whether what a member has or has reserved is there, earns whether
// somebody's income is.
func (a Account) pays() bool {
	return strings.HasPrefix(string(a), "wallet:") || strings.HasPrefix(string(a), "hold:")
}

func (a Account) earns() bool { return strings.HasPrefix(string(a), "earn:") || a == SiteRevenue }

// owes reports whether the account is a debt.
func (a Account) owes() bool { return strings.HasPrefix(string(a), "receivable:") }

// valid reports whether the address is one of the kinds above.
func (a Account) valid() bool {
	prefix, rest, _ := strings.Cut(string(a), ":")
	_, known := prefixes[prefix]
	return known && rest != ""
}
