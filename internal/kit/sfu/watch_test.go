package sfu_test

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"os/exec"
	"sync"
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

func needFFmpeg(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("no ffmpeg on this machine, so no pictures: apt-get install ffmpeg")
	}
}

func TestPictureOfALiveRoom(t *testing.T) {
	needFFmpeg(t)
	h := setup(t)
	h.perform(t, "stage")
	w, err := h.Watch(t.Context(), "stage")
	if err != nil {
		t.Fatal(err)
	}
	checkPicture(t, w, 160, 90)
	checkPicture(t, w, 641, 360) // odd widths are rounded down
	if list, err := h.Participants(t.Context(), "stage"); err != nil || len(list) != 1 {
		t.Errorf("the watcher is seen: %+v, %v", list, err)
	}
}

func TestPicturesGoOnWhenThePublisherComesBack(t *testing.T) {
	needFFmpeg(t)
	h := setup(t)
	w, err := h.Watch(t.Context(), "stage")
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		before := w.TakenAt()
		ctx, stop := context.WithCancel(t.Context())
		var playing sync.WaitGroup
		playing.Go(func() { h.PublishLoop(ctx, "stage", "pub:nina", whiptest.Card()) })
		testkit.Eventually(t, "a new picture in each round", func() bool { return w.TakenAt().After(before) })
		checkPicture(t, w, 320, 180)
		stop()
		playing.Wait()
		testkit.Eventually(t, "nina has left", func() bool {
			list, err := h.Participants(t.Context(), "stage")
			return err == nil && len(list) == 0
		})
		checkPicture(t, w, 320, 180) // and not the black one that the engine sends at the end
		_ = round
	}
}

func TestPicturesAreTakenAgainAndAgain(t *testing.T) {
	needFFmpeg(t)
	h := setup(t)
	h.perform(t, "stage")
	w, err := h.Watch(t.Context(), "stage")
	if err != nil {
		t.Fatal(err)
	}
	last := w.TakenAt()
	for range 3 {
		testkit.Eventually(t, "a newer picture", func() bool { return w.TakenAt().After(last) })
		last = w.TakenAt()
	}
}

func TestNoPictureOfAnEmptyRoom(t *testing.T) {
	h := setup(t)
	w, err := h.Watch(t.Context(), "stage")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.JPEG(ctx, 320); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := h.DeleteRoom(t.Context(), "stage"); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the watcher ends with its room", gone(w.Done()))
	if _, err := w.JPEG(t.Context(), 320); !errors.Is(err, sfu.ErrNoPicture) {
		t.Errorf("got %v", err)
	}
	if _, err := h.Watch(t.Context(), "nowhere"); !errors.Is(err, sfu.ErrNoRoom) {
		t.Errorf("watching no room: %v", err)
	}
}

// checkPicture asks for a picture and looks whether it shows the bright card.
func checkPicture(t *testing.T, w *sfu.Watcher, width, height int) {
	t.Helper()
	file, err := w.JPEG(t.Context(), width)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != width&^1 || b.Dy() != height {
		t.Errorf("the picture is %v, want %d×%d", b.Size(), width, height)
	}
	bright, all := 0, 0
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y += 5 {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x += 5 {
			r, g, b, _ := picture.At(x, y).RGBA()
			if r+g+b > 3*0x4000 {
				bright++
			}
			all++
		}
	}
	if bright*3 < all {
		t.Errorf("%d of %d points are bright: the picture is black", bright, all)
	}
}
