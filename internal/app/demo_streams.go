package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu"
	"limelight/internal/show"
)

// demoRate is the frame rate of the demo clips.
const demoRate = 24

// playDemo plays the looping streams of the demo performers through the real
// media engine, as if each had gone live from a camera, until ctx ends. Who logs
// in as one of them and goes live takes the stage over for good.
func (h *Services) playDemo(ctx context.Context) error {
	var people demoPeople
	if err := json.Unmarshal(demo.People, &people); err != nil {
		return fmt.Errorf("read the demo people: %w", err)
	}
	var playing sync.WaitGroup
	for _, p := range people.Performers {
		if p.Clip {
			playing.Go(func() { recovery.Do(h.log, "demo.stream", func() { h.playOne(ctx, p) }) })
		}
	}
	playing.Wait()
	return nil
}

func (h *Services) playOne(ctx context.Context, p demoPerformer) {
	clip, err := readDemoClip(p.Username)
	if err != nil {
		h.log.Error("read a demo clip", "performer", p.Username, "error", err)
		return
	}
	who, err := h.demoCaller(ctx, p.Username)
	if errors.Is(err, account.ErrAbsent) {
		return // not a demo site, or she is gone
	}
	if err == nil {
		err = h.publishDemo(ctx, who, p.Headline, clip)
	}
	if err != nil && ctx.Err() == nil {
		h.log.Warn("demo stream ended", "performer", p.Username, "error", err)
	}
}

func readDemoClip(username string) (*sfu.Clip, error) {
	picture, err := fs.ReadFile(demo.Media(), "clips/"+username+".h264")
	if err != nil {
		return nil, err
	}
	sound, err := fs.ReadFile(demo.Media(), "clips/"+username+".ogg")
	if err != nil {
		return nil, err
	}
	clip, err := sfu.ReadClip(picture, demoRate, sound)
	if err != nil {
		return nil, err
	}
	smaller, err := fs.ReadFile(demo.Media(), "clips/"+username+"-small.h264")
	if err != nil {
		return nil, err
	}
	return clip.WithSmaller(smaller)
}

func (h *Services) demoCaller(ctx context.Context, username string) (who account.Caller, err error) {
	err = h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := h.accounts.ByUsername(ctx, tx, username)
		who = account.Caller{ID: found.ID, Role: found.Role, Username: found.Username}
		return err
	})
	return who, err
}

// publishDemo goes live and publishes until ctx ends, the show ends, or somebody
// else is its publisher.
func (h *Services) publishDemo(ctx context.Context, who account.Caller, title string, clip *sfu.Clip) error {
	opened, err := h.shows.GoLive(ctx, who, show.Start{Title: title})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	recovery.Go(h.log, "demo.stream", func() { h.stopWhenReplaced(ctx, opened, stop) }, stop)
	err = h.engine.PublishLoop(ctx, opened.Room(), opened.Publisher, clip)
	if errors.Is(err, sfu.ErrNoRoom) {
		return nil // the show was ended
	}
	return err
}

// stopWhenReplaced ends the loop once the show belongs to another device: a loop
// comes back after every loss, and would fight for the stage.
func (h *Services) stopWhenReplaced(ctx context.Context, mine show.Show, stop func()) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		publishes, err := h.shows.Publishes(ctx, mine.ID, mine.Publisher)
		if err == nil && !publishes {
			stop()
			return
		}
	}
}
