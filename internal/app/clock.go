package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"limelight/internal/ledger"
)

// clockRetry is how often a clock that is wrong is looked at again.
const clockRetry = time.Second

// refuseClock refuses to work by a clock that says a time before this program was: a machine without a battery begins
// in 1970, and what is written then would stand there for ever.
func refuseClock(now time.Time) error {
	if !now.Before(ledger.Earliest) {
		return nil
	}
	return fmt.Errorf("this machine's clock says %s, which was before this program was made: set it (NTP), then start again",
		now.UTC().Format(time.DateTime))
}

// waitForClock waits until the clock is set, and says so: a machine that starts gets its time a little later from the
// network.
func waitForClock(ctx context.Context, out io.Writer) error {
	for said := false; ; said = true {
		err := refuseClock(time.Now())
		if err == nil {
			return nil
		}
		if !said {
			fmt.Fprintf(out, "Waiting for the clock: %v\n", err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(clockRetry):
		}
	}
}
