package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Commission declares the setting of what the site keeps of one kind of income.
type Commission struct {
	Kind   string // as the ledger has it
	Key    string // of the setting; it stands in the history, and stays
	Many   string // the kind in words: Tips
	Public bool   // everybody may read it, in the field of Public that has its key
}

// setting is the declaration of the i-th commission.
func (c Commission) setting(i int) Setting {
	return Setting{
		Key: c.Key, Group: "money", Kind: Percents, Label: "Site keeps of " + strings.ToLower(c.Many), keptOf: c.Many, Help: "Percent that the site keeps.",
		Public: c.Public, Default: Percent(money.Whole(20)), Max: 100, field: func(now *Current) any { return &now.commissions[i] },
	}
}

// indexOf is where the commission of a kind of income stands; negative for an unknown kind.
func (r *registry) indexOf(kind string) int {
	return slices.IndexFunc(r.commissions, func(c Commission) bool { return c.Kind == kind })
}

// CommissionChange is one change of what the site keeps of a kind of income.
type CommissionChange struct {
	Kind          string
	Before, After money.Rate
	By            string
	At            time.Time
}

// SiteCommissionAt is what the site kept of a kind of income at an instant. From
// the moment of the last read on it is answered from memory, as Get is.
func (s *Service) SiteCommissionAt(ctx context.Context, tx *db.Tx, kind string, at time.Time) (money.Rate, error) {
	i := s.declared.indexOf(kind)
	if i < 0 {
		return 0, fmt.Errorf("settings: no commission is set for %q", kind)
	}
	if st := s.state.Load(); !at.Before(st.read) {
		return rate(st.current.commissions[i]), nil
	}
	value, err := selectValueAt(ctx, tx, s.declared.commissions[i].Key, at)
	return s.declared.commissionOf(i, value), err
}

// SetSiteCommissions changes what the site keeps, from now on.
func (s *Service) SetSiteCommissions(ctx context.Context, by string, rates map[string]money.Rate) error {
	values := map[string]json.RawMessage{}
	for kind, rate := range rates {
		i := s.declared.indexOf(kind)
		if i < 0 {
			return fmt.Errorf("settings: no commission is set for %q", kind)
		}
		text, err := json.Marshal(Percent(rate))
		if err != nil {
			return err
		}
		values[s.declared.commissions[i].Key] = text
	}
	return s.Change(ctx, by, values)
}

// CommissionChanges are the newest changes of what the site keeps, and how many
// there were in all.
func (s *Service) CommissionChanges(ctx context.Context, tx *db.Tx, limit int) (list []CommissionChange, total int, err error) {
	byKey := map[string]int{}
	keys := make([]string, len(s.declared.commissions))
	for i, c := range s.declared.commissions {
		keys[i], byKey[c.Key] = c.Key, i
	}
	found, total, err := selectChangesOf(ctx, tx, keys, limit)
	for _, c := range found {
		i := byKey[c.Key]
		list = append(list, CommissionChange{
			Kind: s.declared.commissions[i].Kind, Before: s.declared.commissionOf(i, c.Before), After: s.declared.commissionOf(i, c.After), By: c.By, At: c.At,
		})
	}
	return list, total, err
}

// commissionOf reads a stored value of the i-th commission. None, and one that no longer
// passes, is the default, as everywhere in settings.
func (r *registry) commissionOf(i int, value string) money.Rate {
	c := r.defaults()
	if declared, known := r.byKey(r.commissions[i].Key); known && value != "" {
		if err := c.tryPut(declared, value); err != nil {
			c = r.defaults()
		}
	}
	return rate(c.commissions[i])
}

// publish puts a commission that everybody may read where Public has it.
func (r *registry) publish(c *Current) {
	for i, one := range r.commissions {
		if one.Key == "spinWheelCommission" { // spec §3
			c.SpinWheelCommission = c.commissions[i]
		}
	}
}
