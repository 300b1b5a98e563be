package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// clock is a meter as the database keeps it, read past the program that wrote it.
// Times are milliseconds, amounts hundredths of a token.
type clock struct {
	id, performerID, state, reason                            string
	price, period, free, elapsed, periods, refund, held, from int64
	to                                                        int64
	fault                                                     bool
}

const clockColumns = `id, performer_id, state, end_reason, price, period, free, elapsed, periods, refund, held,
	started_at, ended_at, fault`

func scanClock(r db.Row) (c clock, err error) {
	err = r.Scan(&c.id, &c.performerID, &c.state, &c.reason, &c.price, &c.period, &c.free, &c.elapsed, &c.periods, &c.refund,
		&c.held, &c.from, &c.to, &c.fault)
	return c, err
}

func (c clock) charged() int64 { return c.periods*c.price - c.refund }

// used is what was metered beyond the free seconds.
func (c clock) used() int64 { return max(0, c.elapsed-c.free) }

// within is how much of the meter's life lies in a span.
func (c clock) within(s span) int64 {
	if c.from == 0 {
		return 0
	}
	return max(0, min(c.to, s.to.UnixMilli())-max(c.from, s.from.UnixMilli()))
}

// prove looks at what is left in the database.
func (p *crashRun) prove(t *testing.T, d *db.DB) {
	t.Helper()
	for what, query := range map[string]string{
		"shows are open":                 `SELECT COUNT(*) FROM shows WHERE ended_at = 0`,
		"seats are taken":                `SELECT COUNT(*) FROM show_seats WHERE left_at = 0`,
		"hundredths is the ledger's sum": `SELECT COALESCE(SUM(amount), 0) FROM ledger_entries`,
		"balances are negative":          `SELECT COUNT(*) FROM ledger_accounts WHERE balance < 0`,
		"hundredths are still held":      `SELECT COALESCE(SUM(balance), 0) FROM ledger_accounts WHERE class = 'hold'`,
		"minutes were captured twice in one minute of one member": `
			SELECT COUNT(*) FROM show_minutes a
			JOIN show_meters ma ON ma.id = a.meter_id
			JOIN show_meters mb ON mb.show_id = ma.show_id AND mb.member_id = ma.member_id
			JOIN show_minutes b ON b.meter_id = mb.id AND (b.meter_id <> a.meter_id OR b.n <> a.n)
			WHERE b.started_at >= a.started_at AND b.started_at < a.started_at + ma.period
				AND (ma.id = mb.id OR b.started_at < ma.ended_at)`,
		"minutes were captured out of turn": `
			SELECT COUNT(*) FROM show_minutes a
			LEFT JOIN show_minutes b ON b.meter_id = a.meter_id AND b.n = a.n - 1
			WHERE a.n > 1 AND (b.n IS NULL OR b.started_at >= a.started_at)`,
		"minutes were captured after the end": `
			SELECT COUNT(*) FROM show_minutes a JOIN show_meters m ON m.id = a.meter_id WHERE a.started_at > m.ended_at`,
	} {
		if n := testkit.Int(t, d, query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for told, transferID := range p.paid {
		if n := testkit.Int(t, d, `SELECT COUNT(*) FROM ledger_transfers t JOIN show_minutes m ON m.transfer_id = t.id
			WHERE t.id = $1 AND m.n = $2`, transferID, told.minute); n != 1 {
			t.Errorf("minute %d of %s was answered for and is booked %d times", told.minute, told.conversation, n)
		}
	}
	p.proveClocks(t, d)
}

// proveClocks proves each meter against the test's own watch.
func (p *crashRun) proveClocks(t *testing.T, d *db.DB) {
	t.Helper()
	var clocks []clock
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		clocks, err = db.All(ctx, tx, scanClock, `SELECT `+clockColumns+` FROM show_meters ORDER BY id`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var charged, captured, metered, lit int64
	survivors, paying := 0, map[string]bool{}
	for _, c := range clocks {
		dark := p.absentFor(c)
		if dark > 0 {
			survivors++
		}
		if c.charged() > 0 {
			paying[c.performerID] = true
		}
		charged, captured = charged+c.charged(), captured+c.periods
		metered, lit = metered+c.elapsed, lit+p.presentFor(c)
		p.proveClock(t, c, dark)
	}
	if metered < lit*9/10 { // a connection or two may be lost on a busy machine
		t.Errorf("%v were metered of the %v in which everybody was seen", ms(metered), ms(lit))
	}
	fmt.Fprintf(t.Output(), "%d meters, %d of them through a crash; %d periods; %d.%02d tokens; %d payments answered\n",
		len(clocks), survivors, captured, charged/100, charged%100, len(p.paid))
	if most := len(p.stages) * 9 / 10; survivors < len(p.stages)/4 || len(paying) < most || len(p.paid) < len(p.stages)/2 {
		t.Errorf("%d meters went on after a crash and %d performers earned: this proves little", survivors, len(paying))
	}
	earned := testkit.Int(t, d, `SELECT COALESCE(SUM(amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.class IN ('earn', 'site')`)
	kept := testkit.Int(t, d, `SELECT COALESCE(SUM(balance), 0) FROM ledger_accounts WHERE class = 'wallet'`)
	private, group := stages()
	granted := int64(private+2*group+lookers) * purse * 100
	if charged != earned || kept+earned != granted {
		t.Errorf("of %d granted, %d are kept and %d earned, and the meters charged %d", granted, kept, earned, charged)
	}
}

// presentFor is how long of a meter's life everybody was certainly seen.
func (p *crashRun) presentFor(c clock) (lit int64) {
	for _, s := range p.lit {
		lit += c.within(s)
	}
	return lit
}

// absentFor is how long of a meter's life nobody could see its performer.
func (p *crashRun) absentFor(c clock) (dark int64) {
	for _, d := range p.dark {
		if d.performerID == c.performerID {
			dark += c.within(d.span)
		}
	}
	return dark
}

func (p *crashRun) proveClock(t *testing.T, c clock, dark int64) {
	t.Helper()
	if c.state != "closed" || c.held != 0 {
		t.Errorf("%s is %s and holds %d", c.id, c.state, c.held)
	}
	if c.from == 0 {
		if c.charged() != 0 || c.elapsed != 0 {
			t.Errorf("%s never began and charged %d for %v", c.id, c.charged(), ms(c.elapsed))
		}
		return
	}
	if most := c.to - c.from - dark; c.elapsed > most {
		t.Errorf("%s metered %v of a life of %v, of which %v were dark (%s)", c.id, ms(c.elapsed), ms(c.to-c.from), ms(dark), c.reason)
	}
	if c.fault {
		if want := c.price * c.used() / c.period; c.charged() != want {
			t.Errorf("%s charged %d for %v at %d, want %d (%s)", c.id, c.charged(), ms(c.used()), c.price, want, c.reason)
		}
		return
	}
	// A period that began after the last certain instant was captured and came back.
	if begun := (c.used() + c.period - 1) / c.period; c.charged() != c.price*begun {
		t.Errorf("%s captured %d periods for %v and gave back %d (%s)", c.id, c.periods, ms(c.used()), c.refund, c.reason)
	}
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
