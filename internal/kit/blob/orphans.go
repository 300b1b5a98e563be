package blob

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// ErrManyOrphans stops a sweep that would drop most of what is kept: then the database is
// the wrong one, or an old one.
var ErrManyOrphans = errors.New("more bytes without a row than with one; nothing was swept")

// fewOrphans is a number that is swept whatever the others are.
const fewOrphans = 20

// askedAtOnce is how many ids a database is asked about at once.
const askedAtOnce = 500

// Known are those of the ids that have a row.
type Known func(ctx context.Context, ids []string) (map[string]bool, error)

// SweepOrphans drops what lies below folder/id for ids that sort before an id and have no
// row, and says how many ids they were. Ids sort by the time they were made.
func SweepOrphans(ctx context.Context, s Store, folder, before string, known Known) (swept int, err error) {
	orphans, kept, err := Orphans(ctx, s, folder, before, known)
	if err != nil {
		return 0, err
	}
	if len(orphans) > fewOrphans && len(orphans) > kept {
		return 0, fmt.Errorf("%w: %d of %d in %s", ErrManyOrphans, len(orphans), len(orphans)+kept, folder)
	}
	for _, one := range orphans {
		if err := s.DeleteAll(ctx, folder+"/"+one); err != nil {
			return swept, fmt.Errorf("drop orphan %s: %w", one, err)
		}
		swept++
	}
	return swept, nil
}

// Orphans are the ids that SweepOrphans would drop, and how many others there are.
func Orphans(ctx context.Context, s Store, folder, before string, known Known) (orphans []string, kept int, err error) {
	var asked []string
	ask := func() error {
		if len(asked) == 0 {
			return nil
		}
		found, err := known(ctx, asked)
		for _, one := range asked {
			if found[one] {
				kept++
			} else {
				orphans = append(orphans, one)
			}
		}
		asked = nil
		return err
	}
	last := ""
	err = s.List(ctx, folder, func(key string) error {
		one, _, _ := strings.Cut(strings.TrimPrefix(key, folder+"/"), "/")
		switch {
		case one == last:
			return nil
		case len(one) != len(before) || one >= before:
			last, kept = one, kept+1
			return nil
		}
		last, asked = one, append(asked, one)
		if len(asked) < askedAtOnce {
			return nil
		}
		return ask()
	})
	if err == nil {
		err = ask()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("look for orphans in %s: %w", folder, err)
	}
	return orphans, kept, nil
}

// Counts are how many blobs there are below folder/id, by id.
func Counts(ctx context.Context, s Store, folder string) (map[string]int, error) {
	counts := map[string]int{}
	err := s.List(ctx, folder, func(key string) error {
		one, _, _ := strings.Cut(strings.TrimPrefix(key, folder+"/"), "/")
		counts[one]++
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", folder, err)
	}
	return counts, nil
}
