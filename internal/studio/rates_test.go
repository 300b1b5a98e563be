package studio_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/studio"
	"limelight/internal/testkit"
)

// share is what a performer gets of a kind now, in basis points.
func (h fixture) share(t *testing.T, performerID, kind string) (studioID string, share money.Rate) {
	t.Helper()
	check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		studioID, share, err = h.ShareOf(ctx, tx, performerID, kind, h.clock.Now())
		return err
	}))
	return studioID, share
}

// told are the news since the last call, in any order.
func (h fixture) told(t *testing.T) (list []string) {
	t.Helper()
	for _, e := range h.offered.Latest(t) {
		list = append(list, "offered to "+e.PerformerID)
	}
	for _, e := range h.changed.Latest(t) {
		list = append(list, fmt.Sprintf("changed for %s, accepted %v", e.PerformerID, e.Accepted))
	}
	for _, e := range h.declined.Latest(t) {
		list = append(list, "declined by "+e.PerformerID)
	}
	slices.Sort(list)
	return list
}

func percent(p float64) api.Percent { return api.Percent(p * 100) }

// kinds are the incomes of these tests.
var kinds = []string{"tip", "private", "group", "peekIn", "wheel", "gallery", "video", "product"}

// A studio raises a share by itself, and lowers one with the performer's consent.
func TestRates(t *testing.T) {
	h := setup(t)
	stella, rival := h.open(t, "stella"), h.open(t, "rival")
	nina, vera := testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Performer, "vera")
	check(t, h.join(t, stella.ID, "nina"))
	const mine = "/studio/commission/member/nina"

	testkit.Scenarios{
		{Name: "she starts with the default", As: stella, Do: "GET /studio/commission", Status: 200,
			Has: `"default":{"gallery":60,"group":60,`},
		{Name: "and sees it", As: nina, Do: "GET /settings/performer/commission", Status: 200,
			Has: `"tip":20,`},
		{Name: "more holds at once", As: stella, Do: "PUT " + mine, Body: `{"tip":65.25}`, Status: 200,
			Has: `"tip":65.25,`, Lacks: "offer"},
		{Name: "less waits for her", As: stella, Do: "PUT " + mine, Body: `{"tip":70,"private":50}`, Status: 200, Has: `"offer":{`},
		{Name: "as a whole", As: stella, Do: "GET /studio/commission", Status: 200,
			Has: `"tip":65.25,`},
		{Name: "she reads what it would be", As: nina, Do: "GET /settings/performer/commission", Status: 200,
			Has: `"private":50,"product":60,"tip":70`},
		{Name: "not more than all", As: stella, Do: "PUT " + mine, Body: `{"tip":100.01}`, Status: 422, Has: `"property":"tip"`},
		{Name: "not finer than a hundredth", As: stella, Do: "PUT " + mine, Body: `{"tip":33.333}`, Status: 422, Has: `"decimals"`},
		{Name: "not another studio's", As: rival, Do: "PUT " + mine, Body: `{"tip":1}`, Status: 404, Has: "This member does not exist."},
		{Name: "nor does the rival see her", As: rival, Do: "GET /studio/commission", Status: 200, Has: `"data":[],"total":0`},
		{Name: "not the performer's call", As: nina, Do: "PUT " + mine, Body: `{"tip":100}`, Status: 403},
		{Name: "nor a guest's", Do: "GET /studio/commission", Status: 401},
		{Name: "a performer alone gets all", As: vera, Do: "GET /settings/performer/commission", Status: 200,
			Has: `"rates":{"gallery":100,`, Lacks: `"studio":{`},
	}.Run(t, h.Routes)
	if got, want := h.told(t), []string{"changed for nina, accepted false", "offered to nina"}; !slices.Equal(got, want) {
		t.Errorf("told: %q, want %q", got, want)
	}
	if _, share := h.share(t, "nina", "private"); share != money.Percent(60) {
		t.Errorf("before her word she gets %d of private shows", share)
	}

	in, err := h.Income(t.Context(), "nina")
	check(t, err)
	if _, err := h.Decide(t.Context(), "vera", in.Offer.ID, true); !errors.Is(err, studio.ErrNoOffer) {
		t.Errorf("Vera decided Nina's offer: %v", err)
	}
	word := "POST /performers/commission-offer/" + in.Offer.ID
	testkit.Scenarios{
		{Name: "the studio cannot accept for her", As: stella, Do: word + "/accept", Status: 403},
		{Name: "she accepts", As: nina, Do: word + "/accept", Status: 200, Has: `"private":50,"product":60,"tip":70`, Lacks: `"offer"`},
		{Name: "once", As: nina, Do: word + "/accept", Status: 404, Has: "This offer does not exist any more."},
		{Name: "no third word", As: nina, Do: word + "/perhaps", Status: 422},
	}.Run(t, h.Routes)
	if in, share := h.share(t, "nina", "private"); in != stella.ID || share != money.Percent(50) {
		t.Errorf("after her word she is of %q and gets %d of private shows", in, share)
	}
	if _, share := h.share(t, "nina", "raffle"); share != studio.DefaultShare {
		t.Errorf("of a kind nobody named she gets %d", share)
	}
	if in, share := h.share(t, "vera", "tip"); in != "" || share != money.Full {
		t.Errorf("who has no studio is of %q with %d", in, share)
	}
	if got, want := h.told(t), []string{"changed for nina, accepted true"}; !slices.Equal(got, want) {
		t.Errorf("told: %q, want %q", got, want)
	}
}

// An offer is replaced by the next, withdrawn by going back, and declined.
func TestOffersEnd(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	offer := func(tip float64) *studio.Offer {
		c, err := h.SetRates(t.Context(), stella.ID, "nina", studio.Change{"tip": percent(tip)})
		check(t, err)
		return c.Offer
	}
	first := offer(40)
	second := offer(50)
	if _, err := h.Decide(t.Context(), "nina", first.ID, true); !errors.Is(err, studio.ErrNoOffer) {
		t.Errorf("an offer that was replaced was accepted: %v", err)
	}
	if again := offer(60); again != nil {
		t.Error("going back to what holds is an offer")
	}
	if _, err := h.Decide(t.Context(), "nina", second.ID, true); !errors.Is(err, studio.ErrNoOffer) {
		t.Errorf("a withdrawn offer was accepted: %v", err)
	}
	in, err := h.Decide(t.Context(), "nina", offer(30).ID, false)
	if err != nil || in.Rates["tip"] != percent(60) || in.Offer != nil {
		t.Errorf("after declining she has %+v (%v)", in, err)
	}
	if told := h.told(t); !slices.Contains(told, "declined by nina") {
		t.Errorf("told: %q", told)
	}
}

// At once the performer accepts and the studio withdraws. One of them succeeds.
func TestAcceptAndWithdrawAtOnce(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	for range 10 {
		_, was := h.share(t, "nina", "tip")
		c, err := h.SetRates(t.Context(), stella.ID, "nina", studio.Change{"tip": percent(float64(was)/100 - 1)})
		check(t, err)
		var accepted atomic.Bool
		var both sync.WaitGroup
		both.Go(func() {
			_, err := h.Decide(t.Context(), "nina", c.Offer.ID, true)
			accepted.Store(err == nil)
			if err != nil && !errors.Is(err, studio.ErrNoOffer) {
				t.Error(err)
			}
		})
		both.Go(func() {
			if _, err := h.SetRates(t.Context(), stella.ID, "nina", studio.Change{"video": percent(61)}); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if _, is := h.share(t, "nina", "tip"); accepted.Load() != (is == was-100) {
			t.Errorf("accepted %v, and her share went from %d to %d", accepted.Load(), was, is)
		}
	}
}

// Another default is for new members; the others keep their shares.
func TestDefault(t *testing.T) {
	h := setup(t)
	stella, rival := h.open(t, "stella"), h.open(t, "rival")
	for _, name := range []string{"nina", "vera", "zoe"} {
		testkit.Person(t, h.db, account.Performer, name)
	}
	check(t, h.join(t, stella.ID, "nina"))
	check(t, h.join(t, rival.ID, "zoe"))
	testkit.Scenarios{
		{Name: "less for who comes", As: stella, Do: "PUT /studio/commission", Body: `{"tip":40,"video":80}`, Status: 200, Has: `"tip":40,`},
		{Name: "again", As: stella, Do: "PUT /studio/commission", Body: `{"tip":45}`, Status: 200, Has: `"tip":45,`},
	}.Run(t, h.Routes)
	check(t, h.join(t, stella.ID, "vera"))
	for name, want := range map[string][2]money.Rate{"nina": {6000, 6000}, "vera": {4500, 8000}, "zoe": {6000, 6000}} {
		_, tip := h.share(t, name, "tip")
		_, video := h.share(t, name, "video")
		if tip != want[0] || video != want[1] {
			t.Errorf("%s gets %d of tips and %d of videos, want %v", name, tip, video, want)
		}
	}
}

// A studio opens an account: with an invitation, or with a password and documents.
func TestHire(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	person := func(name, password string) map[string]string {
		return map[string]string{
			"username": name, "email": name + "@example.com", "password": password, "dateOfBirth": "1990-05-01", "gender": "female",
		}
	}
	if code, body := h.post(t, stella, "/studio/members", person("nina", ""), nil); code != 403 || !strings.Contains(body, "studio_unverified") {
		t.Errorf("a studio that nobody has verified: %d %s", code, body)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM mails WHERE recipient = 'nina@example.com'`); n != 0 {
		t.Errorf("it had the site write %d mails to a stranger", n)
	}
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.SetVerification(ctx, tx, stella.ID, true, "", time.Time{})
	}))
	if code, body := h.post(t, stella, "/studio/members", person("nina", ""), nil); code != 200 || !strings.Contains(body, `"username":"nina"`) {
		t.Fatalf("inviting answered %d %s", code, body)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM mails WHERE recipient = 'nina@example.com' AND body_text LIKE '%stella%/auth/reset-password?token=••%' AND sealed <> ''`); n != 1 {
		t.Errorf("%d invitations were sent, want 1", n)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts WHERE username = 'nina' AND password_hash = '' AND email_verified_at = 0`); n != 1 {
		t.Error("an invited performer can log in already")
	}
	documents := map[string][]byte{"idVerification": testkit.Picture(t), "documentVerification": testkit.Picture(t)}
	if code, body := h.post(t, stella, "/studio/members", person("vera", "a long enough password"), documents); code != 200 {
		t.Errorf("opening an account with documents answered %d %s", code, body)
	}
	if h.hiring.documents != 2 || h.hiring.by != stella.ID {
		t.Errorf("%d documents came from %q", h.hiring.documents, h.hiring.by)
	}
	for name, fields := range map[string]map[string]string{
		"a taken name": person("nina", ""), "a weak password": person("zoe", "short"), "no name": person("", ""),
	} {
		if code, body := h.post(t, stella, "/studio/members", fields, nil); code != 422 {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	testkit.Scenarios{
		{Name: "they are members", As: stella, Do: "GET /studio/members", Status: 200, Has: `"total":2`},
		{Name: "and counted", As: stella, Do: "GET /studio/stats", Status: 200, Has: `{"data":{"totalPerformer":2,"totalTokenEarned":0,`},
	}.Run(t, h.Routes)
	if code, _ := h.post(t, account.Caller{ID: "x", Role: account.Performer}, "/studio/members", person("zoe", ""), nil); code != 403 {
		t.Errorf("a performer opened an account: %d", code)
	}
	for range 40 {
		h.post(t, stella, "/studio/members", person("", ""), nil)
	}
	if code, _ := h.post(t, stella, "/studio/members", person("yara", ""), nil); code != 200 {
		t.Errorf("calls without a name count as accounts: %d", code)
	}
}

// What held at any instant can be asked for, and what was changed is listed: its
// author, from what to what. What was only written down to keep it is no change.
func TestSharesOfThePast(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	h.clock.Advance(time.Minute)
	check(t, h.join(t, stella.ID, "nina"))
	joined := h.clock.Now()
	step := func(do func() error) time.Time {
		h.clock.Advance(time.Minute)
		check(t, do())
		return h.clock.Now()
	}
	raised := step(func() error {
		_, err := h.SetRates(t.Context(), stella.ID, "nina", studio.Change{"tip": percent(70)})
		return err
	})
	step(func() error {
		_, err := h.SetDefault(t.Context(), stella.ID, studio.Change{"tip": percent(10), "video": percent(20)})
		return err
	})
	var offer *studio.Offer
	offered := step(func() error {
		c, err := h.SetRates(t.Context(), stella.ID, "nina", studio.Change{"tip": percent(50)})
		offer = c.Offer
		return err
	})
	agreed := step(func() error {
		_, err := h.Decide(t.Context(), "nina", offer.ID, true)
		return err
	})
	for name, c := range map[string]struct {
		at    time.Time
		in    string
		share money.Rate
	}{
		"before she joined": {joined.Add(-time.Millisecond), "", money.Full},
		"when she joined":   {joined, stella.ID, 6000},
		"just before more":  {raised.Add(-time.Millisecond), stella.ID, 6000},
		"more":              {raised, stella.ID, 7000},
		"while she thinks":  {offered, stella.ID, 7000},
		"after her word":    {agreed, stella.ID, 5000},
	} {
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			in, share, err := h.ShareOf(ctx, tx, "nina", "tip", c.at)
			if in != c.in || share != c.share {
				t.Errorf("%s: of %q with %d, want %q with %d", name, in, share, c.in, c.share)
			}
			return err
		}))
	}
	check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, total, err := h.ShareChanges(ctx, tx, stella.ID, "", 10)
		want := []studio.ShareChange{
			{StudioID: stella.ID, PerformerID: "nina", Kind: "tip", Before: 7000, After: 5000, By: "nina", At: agreed},
			{StudioID: stella.ID, Kind: "tip", Before: 6000, After: 1000, By: stella.ID, At: raised.Add(time.Minute)},
			{StudioID: stella.ID, Kind: "video", Before: 6000, After: 2000, By: stella.ID, At: raised.Add(time.Minute)},
			{StudioID: stella.ID, PerformerID: "nina", Kind: "tip", Before: 6000, After: 7000, By: stella.ID, At: raised},
		}
		if !slices.Equal(list, want) || total != 4 {
			t.Errorf("%d changes: %+v", total, list)
		}
		hers, total, err2 := h.ShareChanges(ctx, tx, stella.ID, "nina", 1)
		if len(hers) != 1 || total != 2 {
			t.Errorf("%d of Nina's %d changes are listed", len(hers), total)
		}
		return errors.Join(err, err2)
	}))
	for _, forbidden := range []string{`UPDATE studio_shares SET share = 0`, `DELETE FROM studio_shares`} {
		if testkit.TryExec(h.db, forbidden) == nil {
			t.Errorf("the database allowed %s", forbidden)
		}
	}
}
