package assets_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// What cannot be watched is not submitted, and the refusal says why.
func TestAVideoIsSubmittedWhenItCanBeWatched(t *testing.T) {
	h := setup(t)
	a, err := h.Create(t.Context(), "nina", assets.Video, assets.Fields{Title: ptr("Film"), Price: ptr(money.Whole(30))})
	check(t, err)
	h.photo(t, a.ID)
	submitted := func() string {
		_, err := h.Submit(t.Context(), "nina", a.ID, agreed)
		if refusal, is := errors.AsType[*fault.Fault](err); is {
			return refusal.Code
		}
		check(t, err)
		return "submitted"
	}
	if got := submitted(); got != "video_missing" {
		t.Errorf("without a file: %s", got)
	}
	m := h.medium(t, a.ID, assets.VideoFile, assets.MediumWorking)
	for status, want := range map[assets.MediumStatus]string{
		assets.MediumWaiting: "video_processing", assets.MediumWorking: "video_processing", assets.MediumUnavailable: "video_processing",
		assets.MediumRefused: "video_refused", assets.MediumFailed: "video_refused",
	} {
		h.media.is(m, status)
		if got := submitted(); got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
	h.media.is(m, assets.MediumPlayable)
	trailer := h.medium(t, a.ID, assets.TrailerFile, assets.MediumRefused)
	if got := submitted(); got != "video_refused" {
		t.Errorf("with a trailer that is refused: %s", got)
	}
	check(t, h.RemoveMedium(t.Context(), "nina", a.ID, trailer.ID))
	if got := submitted(); got != "submitted" {
		t.Errorf("when it can be played: %s", got)
	}
	if got := submitted(); got != "already_submitted" {
		t.Errorf("a second time: %s", got)
	}
	h.audit(t)
}

// A new file of a video on sale waits for the review while its buyers keep the old one; it
// takes the old one's place when staff approve it.
func TestANewFileReplacesTheOldWhenApproved(t *testing.T) {
	h := setup(t)
	a, first := h.videoOnSale(t, "Film")
	h.till.sell("tom", a.ID, true)
	h.watches(t, "before", h.tom, a.ID, assets.VideoFile, first.ID)

	second := h.medium(t, a.ID, assets.VideoFile, assets.MediumWorking)
	if got := h.own(t, a.ID).Status; got != assets.Pending {
		t.Errorf("it is %s with a new file", got)
	}
	h.watches(t, "nina, while the new one is made", h.nina, a.ID, assets.VideoFile, first.ID)
	h.media.is(second, assets.MediumPlayable)
	h.watches(t, "nina", h.nina, a.ID, assets.VideoFile, second.ID)
	h.watches(t, "staff", h.ada, a.ID, assets.VideoFile, second.ID)
	h.watches(t, "a buyer while it waits", h.tom, a.ID, assets.VideoFile, first.ID)
	if _, err := h.Decide(account.WithCaller(t.Context(), h.ada), a.ID, h.own(t, a.ID).Version, true, ""); !errors.Is(err, assets.ErrConsents) {
		t.Errorf("approved undeclared: %v", err)
	}
	h.submit(t, a.ID)
	h.decide(t, a.ID, false)
	h.watches(t, "a buyer of what is rejected", h.tom, a.ID, assets.VideoFile, first.ID)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	h.watches(t, "a buyer when it is approved", h.tom, a.ID, assets.VideoFile, second.ID)
	if len(h.media.dropped) != 1 || h.media.dropped[0] != first.ID {
		t.Errorf("given up are %v, want the first alone", h.media.dropped)
	}
	h.audit(t)
}

// watches fails unless somebody may watch that medium; an empty one: nothing.
func (h *fixture) watches(t testing.TB, what string, who account.Caller, assetID string, purpose assets.Purpose, mediumID string) {
	t.Helper()
	w, err := h.Watch(t.Context(), who, assetID, purpose)
	if err != nil && !errors.Is(err, assets.ErrNone) {
		t.Fatal(err)
	}
	if w.MediumID != mediumID {
		t.Errorf("%s watches %q of the %s, want %q", what, w.MediumID, purpose, mediumID)
	}
	if mediumID != "" && w.DurationMS != 60_000 {
		t.Errorf("%s is told that it lasts %d ms", what, w.DurationMS)
	}
}

// The table of who watches what.
func TestWhoWatches(t *testing.T) {
	h := setup(t)
	a, video := h.videoDraft(t, "Film")
	trailer := h.medium(t, a.ID, assets.TrailerFile, assets.MediumDone)
	vera := h.performer(t, "zoe", "verified")
	each := func(what string, wantVideo, wantTrailer map[string]bool) {
		t.Helper()
		for _, who := range []account.Caller{h.nina, h.ada, h.tom, h.ann, vera, h.guest} {
			for purpose, want := range map[assets.Purpose]struct {
				is map[string]bool
				id string
			}{assets.VideoFile: {wantVideo, video.ID}, assets.TrailerFile: {wantTrailer, trailer.ID}} {
				id := ""
				if want.is[who.ID] {
					id = want.id
				}
				h.watches(t, what+": "+who.ID, who, a.ID, purpose, id)
			}
		}
	}
	own, all := map[string]bool{"nina": true, "ada": true}, map[string]bool{"nina": true, "ada": true, "tom": true, "ann": true, "zoe": true, "": true}
	each("a draft", own, own)
	h.submit(t, a.ID)
	each("pending", own, own)
	h.decide(t, a.ID, true)
	each("on sale", own, all)
	h.till.sell("tom", a.ID, true)
	owned := map[string]bool{"nina": true, "ada": true, "tom": true}
	each("bought", owned, all)
	_, err := h.Deactivate(t.Context(), "nina", a.ID)
	check(t, err)
	each("taken off sale", owned, owned)
	_, err = h.Activate(t.Context(), "nina", a.ID)
	check(t, err)
	h.leaves(t, "nina")
	each("of who left", owned, owned)
	h.back(t, "nina")
	h.blocks(t, "nina", "user", "tom")
	each("tom is blocked", own, map[string]bool{"nina": true, "ada": true, "ann": true, "zoe": true, "": true})
	testkit.Exec(t, h.db, `DELETE FROM blocks`)
	check(t, h.Remove(t.Context(), "nina", a.ID))
	each("removed", map[string]bool{"ada": true, "tom": true}, map[string]bool{"ada": true, "tom": true})
	h.till.sell("tom", a.ID, false)
	each("refunded", map[string]bool{"ada": true}, map[string]bool{"ada": true})
	h.audit(t)
}

// Who is blocked, or where a country is, finds no video, sees none and counts for none.
func TestBlockedFromVideos(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	abroad := h.guest
	abroad.Country = "NL"
	finds := func(who account.Caller) (n int) {
		t.Helper()
		list, total, err := h.Search(t.Context(), who, assets.Query{Kind: assets.Video, Limit: 10})
		check(t, err)
		if total != len(list) {
			t.Errorf("%d of %d", len(list), total)
		}
		_, err = h.View(t.Context(), who, a.ID)
		if seen := err == nil; seen != (total == 1) {
			t.Errorf("%s%s finds %d and is answered %v", who.ID, who.Country, total, err)
		}
		if err := h.CountView(t.Context(), who, a.ID); (err == nil) != (total == 1) {
			t.Errorf("%s%s finds %d and counts with %v", who.ID, who.Country, total, err)
		}
		return total
	}
	for _, who := range []account.Caller{h.tom, abroad} {
		if finds(who) != 1 {
			t.Errorf("%s%s does not find it", who.ID, who.Country)
		}
	}
	h.blocks(t, "nina", "user", "tom")
	h.blocks(t, "nina", "country", "NL")
	for _, who := range []account.Caller{h.tom, abroad} {
		if finds(who) != 0 {
			t.Errorf("%s%s is blocked and finds it", who.ID, who.Country)
		}
	}
	if finds(h.ann) != 1 {
		t.Error("ann does not find it any more")
	}
}

// A right that is given anew is another one, so that addresses of the one before are over.
func TestTheVersionOfARight(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	version := func() int64 {
		t.Helper()
		w, err := h.Watch(t.Context(), h.tom, a.ID, assets.VideoFile)
		check(t, err)
		return w.Version
	}
	h.till.sell("tom", a.ID, true)
	before := version()
	h.clock.Advance(time.Minute)
	if version() != before {
		t.Error("a right that lasts is another one a minute later")
	}
	h.till.sell("tom", a.ID, false)
	h.till.sell("tom", a.ID, true)
	if version() == before {
		t.Error("a right that was given anew is the one before")
	}
}

// What a buyer watches is a delivery; what staff watch is on record, once for a while.
func TestDeliveriesOfAVideo(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	h.till.sell("tom", a.ID, true)
	deliver := func(who account.Caller) bool {
		t.Helper()
		ok, err := h.DeliverVideo(account.WithCaller(t.Context(), who), who, a.ID)
		check(t, err)
		return ok
	}
	acts := len(testkit.Acts(t, h.db))
	if !deliver(h.nina) || !deliver(h.ada) || !deliver(h.ada) || deliver(h.ann) || deliver(h.guest) || len(h.till.delivered) != 0 {
		t.Errorf("delivered to %v", h.till.delivered)
	}
	if got := len(testkit.Acts(t, h.db)) - acts; got != 1 {
		t.Errorf("%d looks of staff are on record, want 1", got)
	}
	h.clock.Advance(10 * time.Minute)
	deliver(h.ada)
	if got := len(testkit.Acts(t, h.db)) - acts; got != 2 {
		t.Errorf("%d looks of staff are on record later, want 2", got)
	}
	if !deliver(h.tom) || len(h.till.delivered) != 1 {
		t.Errorf("delivered: %v", h.till.delivered)
	}
	h.till.sell("tom", a.ID, false)
	if deliver(h.tom) {
		t.Error("delivered to who owns it no longer")
	}
}

// The poster becomes the thumbnail of a video that has none, and of no other.
func TestPosters(t *testing.T) {
	h := setup(t)
	a, err := h.Create(t.Context(), "nina", assets.Video, assets.Fields{Title: ptr("Film"), Price: ptr(money.Whole(30))})
	check(t, err)
	m := h.medium(t, a.ID, assets.VideoFile, assets.MediumPlayable)
	check(t, h.UsePoster(t.Context(), m.ID))
	if got := h.own(t, a.ID).CoverID; got != "" {
		t.Error("there is a cover before there is a poster")
	}
	h.media.posters[m.ID] = jpegOf(t, 320, 180, 90)
	check(t, h.UsePoster(t.Context(), m.ID))
	cover := h.own(t, a.ID).CoverID
	if cover == "" {
		t.Fatal("the poster is not the cover")
	}
	check(t, h.UsePoster(t.Context(), m.ID))
	if got := h.own(t, a.ID).CoverID; got != cover || len(h.photos(t, a.ID)) != 1 {
		t.Error("told twice there is another cover")
	}
	mine := h.photo(t, a.ID)
	check(t, h.UsePoster(t.Context(), m.ID))
	if got := h.own(t, a.ID).CoverID; got != mine.ID || len(h.photos(t, a.ID)) != 1 {
		t.Error("the performer's own thumbnail has not replaced the poster")
	}
	check(t, h.UsePoster(t.Context(), "06gsr8bnx1fmbyqzvk4d24nv6w"))
}

// A submission takes the poster that is there, whether it was told of it or not.
func TestSubmittingTakesThePoster(t *testing.T) {
	h := setup(t)
	a, err := h.Create(t.Context(), "nina", assets.Video, assets.Fields{Title: ptr("Film"), Price: ptr(money.Whole(30))})
	check(t, err)
	m := h.medium(t, a.ID, assets.VideoFile, assets.MediumPlayable)
	if _, err := h.Submit(t.Context(), "nina", a.ID, agreed); !errors.Is(err, assets.ErrEmpty) {
		t.Errorf("without a picture: %v", err)
	}
	h.media.posters[m.ID] = jpegOf(t, 320, 180, 90)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	h.audit(t)
}

// Another thumbnail waits; the one before is shown until it is approved, and goes then.
func TestAnotherThumbnail(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	first := h.own(t, a.ID).CoverID
	h.till.sell("tom", a.ID, true)
	second := h.photo(t, a.ID)
	third := h.photo(t, a.ID)
	if n := len(h.photos(t, a.ID)); n != 2 {
		t.Errorf("%d pictures are kept, want the shown one and the last", n)
	}
	shown := func() string {
		t.Helper()
		o, err := h.View(t.Context(), h.tom, a.ID)
		check(t, err)
		return o.Cover.ID
	}
	if got := shown(); got != first {
		t.Errorf("shown is %q, want %q", got, first)
	}
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	if got := shown(); got != third.ID || len(h.photos(t, a.ID)) != 1 || got == second.ID {
		t.Errorf("approved, shown is %q of %d", got, len(h.photos(t, a.ID)))
	}
	h.audit(t)
}

// The check finds each thing about media that must not be so.
func TestRuleOfMedia(t *testing.T) {
	for rule, harm := range map[string]string{
		"assets.mediumUnreviewed": `INSERT INTO asset_media (id, asset_id, purpose, upload_id, name, size, created_at) SELECT 'm', id, 'video', 'u', '', 1, 0 FROM assets`,
		"assets.mediumDeclared":   `UPDATE asset_media SET consent_id = 'nothing'`,
		"assets.video":            `DELETE FROM asset_media`,
	} {
		h := setup(t)
		h.videoOnSale(t, "Film")
		h.audit(t)
		testkit.Exec(t, h.db, harm)
		if found := h.violations(t); len(found) != 1 || found[0].Rule != rule {
			t.Errorf("after %s: %v, want %s", harm, found, rule)
		}
	}
}

// A view counts once in an hour of somebody who may see it; its performer's do not.
func TestViews(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	for _, who := range []account.Caller{h.tom, h.tom, h.ann, h.nina, h.guest, h.guest} {
		check(t, h.CountView(t.Context(), who, a.ID))
	}
	views := func() int64 { return h.own(t, a.ID).Views }
	if got := views(); got != 3 {
		t.Errorf("%d views, want 3", got)
	}
	h.clock.Advance(time.Hour)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		n, err := h.ForgetViews(ctx, tx)
		if n != 3 {
			t.Errorf("%d views are forgotten, want 3", n)
		}
		return err
	}))
	check(t, h.CountView(t.Context(), h.tom, a.ID))
	if got := views(); got != 4 {
		t.Errorf("an hour later %d views, want 4", got)
	}
	gallery := h.active(t, "Beach", 1)
	for what, assetID := range map[string]string{"a gallery": gallery.ID, "nothing": "06gsr8bnx1fmbyqzvk4d24nv6w", "no id": "x'"} {
		if err := h.CountView(t.Context(), h.tom, assetID); !errors.Is(err, assets.ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
	h.leaves(t, "nina")
	if err := h.CountView(t.Context(), h.ann, a.ID); !errors.Is(err, assets.ErrNone) {
		t.Errorf("of who left: %v", err)
	}
}
