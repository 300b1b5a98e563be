package assets_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/id"
)

const vtt = "WEBVTT\n\n00:01.000 --> 00:02.500\n<i>Hello</i> &amp; welcome\n"

// Captions are kept as this site writes them, one text in a language.
func TestCaptions(t *testing.T) {
	h := setup(t)
	a, _ := h.videoOnSale(t, "Film")
	h.till.sell("tom", a.ID, true)
	call := "POST " + videos + "/" + a.ID + "/captions"
	english := part{field: "language", value: "en-us"}
	h.sends(t, h.nina, call, 200, `"language":"en-US","label":"English"`, part{"captions", "a.vtt", vtt}, english, part{field: "label", value: " English "})
	w, err := h.Watch(t.Context(), h.tom, a.ID, assets.VideoFile)
	check(t, err)
	if len(w.Captions) != 1 {
		t.Fatalf("%d captions", len(w.Captions))
	}
	if got, want := h.text(t, w.Captions[0].Key), "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello &amp; welcome\n"; got != want || w.Captions[0].Size != int64(len(want)) {
		t.Errorf("kept is %q, want %q", got, want)
	}
	h.sends(t, h.nina, call, 200, `"label":"en-US"`, part{"captions", "a.srt", "1\n00:00:01,000 --> 00:00:02,000\nAnother\n"}, english)
	after, err := h.Watch(t.Context(), h.tom, a.ID, assets.VideoFile)
	check(t, err)
	if len(after.Captions) != 1 || !strings.Contains(h.text(t, after.Captions[0].Key), "Another") {
		t.Errorf("in the same language there are %v", after.Captions)
	}
	if _, err := h.store.Open(t.Context(), w.Captions[0].Key); !errors.Is(err, blob.ErrNone) {
		t.Errorf("the one before is still there: %v", err)
	}
	if h.own(t, a.ID).Status != assets.Active {
		t.Error("captions send a video back to the review")
	}
	for _, c := range []struct {
		status    int
		has, text string
		language  string
	}{
		{422, "Line 3 cannot be read", "WEBVTT\n\n00:02.000 --> 00:01.000\nx\n", "de"},
		{422, "Line 1 cannot be read", "<html><script>alert(1)</script>", "de"},
		{422, "Must be a language", vtt, "klingonish"},
		{422, "Must be a language", vtt, "en_US"},
		{422, "Must be a language", vtt, "und"},
		{413, "", vtt + strings.Repeat("x", assets.MaxCaptions), "de"},
	} {
		h.sends(t, h.nina, call, c.status, c.has, part{"captions", "a.vtt", c.text}, part{field: "language", value: c.language})
	}
	h.sends(t, h.vera, call, 404, "This item does not exist", part{"captions", "a.vtt", vtt}, english)
	h.sends(t, h.nina, "DELETE "+videos+"/"+a.ID+"/captions/"+w.Captions[0].ID, 404, "These captions do not exist")
	h.sends(t, h.nina, "DELETE "+videos+"/"+a.ID+"/captions/"+after.Captions[0].ID, 200, `"status":"active"`)
	h.keeps(t, 0)
	if w, err := h.Watch(t.Context(), h.tom, a.ID, assets.VideoFile); err != nil || len(w.Captions) != 0 {
		t.Errorf("removed, there are %v: %v", w.Captions, err)
	}
}

func (h *fixture) text(t testing.TB, key string) string {
	t.Helper()
	object, err := h.store.Open(t.Context(), key)
	check(t, err)
	defer object.Close() // it was read only
	text, err := io.ReadAll(object)
	check(t, err)
	return string(text)
}

func (h *fixture) captions(t testing.TB, assetID, language string) (assets.Caption, error) {
	t.Helper()
	return h.AddCaptions(t.Context(), "nina", assetID, language, "", api.FileOf("a.vtt", []byte(vtt)))
}

func TestCaptionsInManyLanguages(t *testing.T) {
	h := setup(t)
	a, _ := h.videoDraft(t, "Film")
	for i := range 20 {
		_, err := h.captions(t, a.ID, "en-x-a"+strconv.Itoa(i))
		check(t, err)
	}
	if _, err := h.captions(t, a.ID, "de"); err == nil || !strings.Contains(err.Error(), "20 languages") {
		t.Errorf("one more: %v", err)
	}
	if _, err := h.captions(t, a.ID, "en-x-a7"); err != nil {
		t.Errorf("another text in a language there is: %v", err)
	}
	h.keeps(t, 20)
}

// keeps fails unless so many captions are in the store.
func (h *fixture) keeps(t testing.TB, want int) {
	t.Helper()
	n := 0
	check(t, h.store.List(t.Context(), "captions", func(string) error { n++; return nil }))
	if n != want {
		t.Errorf("%d captions are kept, want %d", n, want)
	}
}

// Captions go with a video that nobody has bought, and files that none has by the sweep; those of
// a buyer stay.
func TestUnusedCaptions(t *testing.T) {
	h := setup(t)
	for what, bought := range map[string]bool{"bought": true, "not bought": false} {
		t.Run(what, func(t *testing.T) {
			a, _ := h.videoOnSale(t, "Film")
			h.till.sell("tom", a.ID, bought)
			_, err := h.captions(t, a.ID, "en")
			check(t, err)
			check(t, h.Remove(t.Context(), "nina", a.ID))
			check(t, h.DropUnused(t.Context()))
			h.keeps(t, 1)
			h.clock.Advance(24*time.Hour + time.Minute)
			check(t, h.DropUnused(t.Context()))
			if bought {
				h.keeps(t, 1)
				h.till.sell("tom", a.ID, false)
				check(t, h.store.DeleteAll(t.Context(), "captions"))
			} else {
				h.keeps(t, 0)
			}
		})
	}
}

// More captions than are looked at together: each of them is looked at, and of those that a
// video has, none goes.
func TestManyUnusedCaptions(t *testing.T) {
	h := setup(t)
	a, _ := h.videoDraft(t, "Film")
	kept, err := h.captions(t, a.ID, "en")
	check(t, err)
	for range 450 {
		key := "captions/" + a.ID + "/" + id.New(h.clock.Now()) + ".vtt"
		check(t, h.store.Put(t.Context(), key, strings.NewReader(vtt), int64(len(vtt))))
	}
	h.clock.Advance(24*time.Hour + time.Minute)
	check(t, h.DropUnused(t.Context()))
	h.keeps(t, 1)
	if _, err := h.store.Open(t.Context(), "captions/"+a.ID+"/"+kept.ID+".vtt"); err != nil {
		t.Errorf("the captions of a video are gone: %v", err)
	}
}
