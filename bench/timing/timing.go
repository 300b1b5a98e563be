// Package timing asks one question again and again, and says how long the answers took.
package timing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Answers are how long the answers to a question took, within a span.
type Answers struct {
	sorted []time.Duration
	span   time.Duration
}

// Measure lets some callers ask a question as often as they can for a span. ask is told which turn it
// is, and returns how long its answer took.
func Measure(ctx context.Context, callers int, span time.Duration, ask func(ctx context.Context, n int) (time.Duration, error)) (Answers, error) {
	if _, err := ask(ctx, 0); err != nil { // the first one warms up
		return Answers{}, err
	}
	end := time.Now().Add(span)
	took, errs := make([][]time.Duration, callers), make([]error, callers)
	var all sync.WaitGroup
	for c := range callers {
		all.Go(func() {
			for n := c; time.Now().Before(end) && errs[c] == nil; n += callers {
				var one time.Duration
				one, errs[c] = ask(ctx, n)
				took[c] = append(took[c], one)
			}
		})
	}
	all.Wait()
	list := slices.Concat(took...)
	slices.Sort(list)
	return Answers{list, span}, errors.Join(errs...)
}

// Whole is a question of which all is timed.
func Whole(ask func(ctx context.Context, n int) error) func(context.Context, int) (time.Duration, error) {
	return func(ctx context.Context, n int) (time.Duration, error) {
		begin := time.Now()
		err := ask(ctx, n)
		return time.Since(begin), err
	}
}

// Cells are the median, the 99th percentile and the answers a second, as cells of a table.
func (a Answers) Cells() string {
	return fmt.Sprintf("%v\t%v\t%.0f", a.at(50), a.at(99), float64(len(a.sorted))/a.span.Seconds())
}

func (a Answers) at(percent int) time.Duration {
	if len(a.sorted) == 0 {
		return 0
	}
	return a.sorted[(len(a.sorted)-1)*percent/100].Round(10 * time.Microsecond)
}
