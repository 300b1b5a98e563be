package ledger

import "limelight/internal/kit/api"

// Kind is a kind of transfer. The package that posts it declares it; internal/app composes
// the list of all, which whoever lists, shares or names kinds reads.
type Kind struct {
	ID        string // as it stands in a transfer
	One, Many string // in words, as a line and a sum call it: Tip, Tips
	Income    bool   // members pay performers by it: the site and a studio have their shares
	Wallet    bool   // it moves what a member has, as every income does
	// PublicRate is the public setting of what the site keeps of an income, where the spec
	// has a name for it.
	PublicRate string
}

// IncomeID is the id of a kind of income in calls and answers.
type IncomeID = api.Word[Incomes]

// Incomes names the set of kinds of income in the API's document.
type Incomes struct{}

// WordSet is the set's name.
func (Incomes) WordSet() string { return "income" }

// Grants are tokens that the site gives.
var Grants = Kind{ID: kindGrant, One: "Grant", Many: "Grants", Wallet: true}

// Kinds are several kinds, in the order in which tables and forms list them.
type Kinds []Kind

// Incomes are those by which members pay performers.
func (k Kinds) Incomes() (incomes Kinds) {
	for _, one := range k {
		if one.Income {
			incomes = append(incomes, one)
		}
	}
	return incomes
}

// IDs are the kinds as they stand in transfers.
func (k Kinds) IDs() []string {
	ids := make([]string, len(k))
	for i, one := range k {
		ids[i] = one.ID
	}
	return ids
}

// One is what a line of a kind is called: its id when nobody declared it.
func (k Kinds) One(id string) string {
	if kind, known := k.find(id); known {
		return kind.One
	}
	return id
}

// Many is what a sum of a kind is called: its id when nobody declared it.
func (k Kinds) Many(id string) string {
	if kind, known := k.find(id); known {
		return kind.Many
	}
	return id
}

func (k Kinds) find(id string) (Kind, bool) {
	for _, one := range k {
		if one.ID == id {
			return one, true
		}
	}
	return Kind{}, false
}
