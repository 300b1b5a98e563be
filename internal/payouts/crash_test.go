package payouts_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/testkit"
	"limelight/migrations"
)

const (
	crowd     = 24  // performers who ask at once until it is
	crashOver = 300 // acknowledged steps before each kill
	riches    = 1_000_000_000
)

// crashDatabase and crashKey are set for the child: the test's own binary, which
// pays in this database until it is killed.
const (
	crashDatabase = "PAYOUTS_CRASH_DATABASE"
	crashKey      = "PAYOUTS_CRASH_KEY"
)

// The program dies while requests are made, decided, exported and paid, again and
// again. What was acknowledged is so, no token is lost or paid twice, and a file
// that was given out is given out again byte for byte.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		payUntilKilled(t, where, os.Getenv(crashKey))
		return
	}
	where, key := testkit.Address(t), filepath.Join(t.TempDir(), "key")
	h := crashed(t, where, key)
	for i := range crowd {
		who := testkit.Person(t, h.DB, account.Performer, performer(i).ID)
		h.detailed(t, who, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban})
		h.earn(t, who.ID, "tip", "tip", money.Whole(riches))
	}
	steps, files := 0, map[string]string{}
	crashes := testkit.Rounds(5, 2) // how often the program is killed
	for range crashes {
		ended, exported := killedOver(t, where, key)
		h := crashed(t, where, key)
		h.Intact(t)
		h.Audit(t)
		for requestID, status := range ended {
			if got := h.seen(t, requestID).Status; got != status {
				t.Errorf("the request %s was acknowledged as %s and is %s", requestID, status, got)
			}
			steps++
		}
		for batchID, sum := range exported {
			files[batchID] = sum
		}
		for batchID, sum := range files {
			if again := fmt.Sprintf("%x", sha256.Sum256(h.exported(t, ada, batchID))); again != sum {
				t.Errorf("the file of %s is another one after the crash", batchID)
			}
		}
	}
	conserved(t, h)
	t.Logf("killed %d times: %d endings and %d files acknowledged", crashes, steps, len(files))
	if steps == 0 || len(files) == 0 {
		t.Error("nothing was acknowledged")
	}
}

// conserved finds every token that was earned.
func conserved(t *testing.T, h *fixture) {
	t.Helper()
	all := testkit.Int(t, h.DB, `SELECT CAST(SUM(balance) AS BIGINT) FROM ledger_accounts`)
	out := testkit.Int(t, h.DB, `SELECT COALESCE(CAST(SUM(units) AS BIGINT), 0) FROM payout_requests WHERE status = 'done'`)
	if want := int64(crowd * money.Whole(riches)); all+out != want || out == 0 {
		t.Errorf("%d units are kept and %d paid out, want %d together", all, out, want)
	}
	h.Holds(t, ledger.WorldPayout, money.Tokens(out))
}

func performer(i int) account.Caller {
	id := fmt.Sprintf("performer%02d", i)
	return account.Caller{ID: id, Role: account.Performer, Username: id}
}

func crashed(t *testing.T, where, key string) *fixture {
	t.Helper()
	d := testkit.Open(t, where)
	if _, err := d.Migrate(t.Context(), migrations.Files); err != nil {
		t.Fatal(err)
	}
	keys, err := secretbox.FromFile(key)
	if err != nil {
		t.Fatal(err)
	}
	h := over(t, d, keys)
	h.rules.Hold, h.rules.Freeze, h.rules.TwoAbove = 0, 0, 0
	return h
}

// killedOver kills the child once it has acknowledged enough, and returns what it
// acknowledged: endings by request, sums by batch.
func killedOver(t *testing.T, where, key string) (ended map[string]payouts.Status, exported map[string]string) {
	t.Helper()
	ended, exported = map[string]payouts.Status{}, map[string]string{}
	testkit.KillAfter(t, crashOver, func(line string) bool {
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "ended":
			ended[words[1]] = payouts.Status(words[2])
		case len(words) == 3 && words[0] == "file":
			exported[words[1]] = words[2]
		case len(words) > 0 && words[0] == "refused":
			t.Errorf("the child was %s", line)
			return false
		default:
			return false
		}
		return true
	}, crashDatabase+"="+where, crashKey+"="+key)
	return ended, exported
}

func payUntilKilled(t *testing.T, where, key string) {
	h := crashed(t, where, key)
	testkit.Together(crowd, func(i int) {
		for n := i; ; n++ {
			if err := h.payOnce(performer(i), n%4); err != nil {
				fmt.Println("refused", err)
				return
			}
		}
	})
}

// payOnce asks, or finds what an earlier life has asked, and brings it to an end:
// by the performer, by hand, or by a batch.
func (h *fixture) payOnce(who account.Caller, way int) error {
	r, err := h.ask(who, money.Whole(1000))
	if errors.Is(err, payouts.ErrOpen) {
		r, err = h.left(who)
	}
	if err != nil {
		return err
	}
	switch {
	case r.Status == payouts.Pending && way == 0:
		return h.end(who, r.ID, payouts.Cancelled)
	case r.Status == payouts.Pending && way == 1:
		return h.end(ada, r.ID, payouts.Rejected)
	case r.Status == payouts.Pending:
		if err := h.turn(ada, r.ID, payouts.Processing); err != nil {
			return err
		}
	}
	if way == 2 && r.BatchID == "" {
		return h.end(bea, r.ID, payouts.Done)
	}
	return h.endByBatch(r)
}

func (h *fixture) endByBatch(r payouts.Request) error {
	if r.BatchID == "" {
		b, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: []string{r.ID}})
		if err != nil {
			return err
		}
		r.BatchID = b.ID
	}
	file, err := h.ExportBatch(as(ada), r.BatchID)
	if err != nil {
		return err
	}
	fmt.Printf("file %s %x\n", r.BatchID, sha256.Sum256(file.Bytes)) // one write: a line is whole or absent
	if _, err := h.PayBatch(as(ada), r.BatchID, "bank", nil); err != nil {
		return err
	}
	fmt.Println("ended", r.ID, payouts.Done)
	return nil
}

func (h *fixture) end(by account.Caller, requestID string, to payouts.Status) error {
	if err := h.turn(by, requestID, to); err != nil {
		return err
	}
	fmt.Println("ended", requestID, to)
	return nil
}

// left is the open request of an earlier life.
func (h *fixture) left(who account.Caller) (payouts.Request, error) {
	p, err := h.Preview(context.Background(), payouts.Order{AccountID: who.ID, Role: who.Role, Method: rails.BankTransfer})
	if err != nil {
		return payouts.Request{}, err
	}
	r, _, err := h.View(context.Background(), p.OpenID, ada)
	return r, err
}
