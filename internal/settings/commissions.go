package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// commissionKeys are the settings of what the site keeps, by kind of income.
var commissionKeys = map[string]string{
	"tip": "siteCommissionTip", "private": "siteCommissionPrivate", "group": "siteCommissionGroup",
	"peekIn": "siteCommissionPeekIn", "wheel": "spinWheelCommission", "gallery": "siteCommissionGallery",
	"video": "siteCommissionVideo", "product": "siteCommissionProduct",
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
	key, known := commissionKeys[kind]
	if !known {
		return 0, fmt.Errorf("settings: no commission is set for %q", kind)
	}
	if st := s.state.Load(); !at.Before(st.read) {
		rate, _ := st.current.SiteCommission(kind)
		return rate, nil
	}
	value, err := selectValueAt(ctx, tx, key, at)
	return commissionOf(kind, value), err
}

// SetSiteCommissions changes what the site keeps, from now on.
func (s *Service) SetSiteCommissions(ctx context.Context, by string, rates map[string]money.Rate) error {
	values := map[string]json.RawMessage{}
	for kind, rate := range rates {
		key, known := commissionKeys[kind]
		if !known {
			return fmt.Errorf("settings: no commission is set for %q", kind)
		}
		text, err := json.Marshal(Percent(rate))
		if err != nil {
			return err
		}
		values[key] = text
	}
	return s.Change(ctx, by, values)
}

// CommissionChanges are the newest changes of what the site keeps, and how many
// there were in all.
func (s *Service) CommissionChanges(ctx context.Context, tx *db.Tx, most int) (list []CommissionChange, total int, err error) {
	keys := slices.Sorted(maps.Values(commissionKeys))
	found, total, err := selectChangesOf(ctx, tx, keys, most)
	for _, c := range found {
		kind := kindOf(c.Key)
		list = append(list, CommissionChange{
			Kind: kind, Before: commissionOf(kind, c.Before), After: commissionOf(kind, c.After), By: c.By, At: c.At,
		})
	}
	return list, total, err
}

func kindOf(key string) string {
	for kind, known := range commissionKeys {
		if known == key {
			return kind
		}
	}
	return ""
}

// commissionOf reads a stored value. None, and one that no longer passes, is the
// default, as everywhere in settings.
func commissionOf(kind, value string) money.Rate {
	c := defaults()
	if declared, known := byKey(commissionKeys[kind]); known && value != "" {
		if err := c.tryPut(declared, value); err != nil {
			c = defaults()
		}
	}
	rate, _ := c.SiteCommission(kind)
	return rate
}
