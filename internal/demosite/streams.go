package demosite

import (
	"context"
	"errors"
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

// rate is the frame rate of the demo clips.
const rate = 24

// play plays the looping streams of the demo performers through the real
// media engine, as if each had gone live from a camera, until ctx ends. Who logs
// in as one of them and goes live takes the stage over for good.
func play(ctx context.Context, s *Site) error {
	all, err := readPeople()
	if err != nil {
		return err
	}
	var playing sync.WaitGroup
	for _, one := range all.Performers {
		if one.Clip {
			playing.Go(func() { recovery.Do(s.Log, "demo.stream", func() { s.playOne(ctx, one) }) })
		}
	}
	playing.Wait()
	return nil
}

func (s *Site) playOne(ctx context.Context, p performing) {
	clip, err := readClip(p.Username)
	if err != nil {
		s.Log.Error("read a demo clip", "performer", p.Username, "error", err)
		return
	}
	who, err := s.caller(ctx, p.Username)
	if errors.Is(err, account.ErrAbsent) {
		return // not a demo site, or they are gone
	}
	if err == nil {
		err = s.publish(ctx, who, p.Headline, clip)
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("demo stream ended", "performer", p.Username, "error", err)
	}
}

func readClip(username string) (*sfu.Clip, error) {
	picture, err := fs.ReadFile(demo.Media(), "clips/"+username+".h264")
	if err != nil {
		return nil, err
	}
	sound, err := fs.ReadFile(demo.Media(), "clips/"+username+".ogg")
	if err != nil {
		return nil, err
	}
	clip, err := sfu.ReadClip(picture, rate, sound)
	if err != nil {
		return nil, err
	}
	smaller, err := fs.ReadFile(demo.Media(), "clips/"+username+"-small.h264")
	if err != nil {
		return nil, err
	}
	return clip.WithSmaller(smaller)
}

func (s *Site) caller(ctx context.Context, username string) (who account.Caller, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.Accounts.ByUsername(ctx, tx, username)
		who = account.Caller{ID: found.ID, Role: found.Role, Username: found.Username}
		return err
	})
	return who, err
}

// publish goes live and publishes until ctx ends, the show ends, or somebody
// else is its publisher.
func (s *Site) publish(ctx context.Context, who account.Caller, title string, clip *sfu.Clip) error {
	opened, err := s.Shows.GoLive(ctx, who, show.Start{Title: title})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	recovery.Go(s.Log, "demo.stream", func() { s.stopWhenReplaced(ctx, opened, stop) }, stop)
	err = s.Engine.PublishLoop(ctx, opened.Room(), opened.Publisher, clip)
	if errors.Is(err, sfu.ErrNoRoom) {
		return nil // the show was ended
	}
	return err
}

// stopWhenReplaced ends the loop once the show belongs to another device: a loop
// comes back after every loss, and would fight for the stage.
func (s *Site) stopWhenReplaced(ctx context.Context, mine show.Show, stop func()) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		publishes, err := s.Shows.Publishes(ctx, mine.ID, mine.Publisher)
		if err == nil && !publishes {
			stop()
			return
		}
	}
}
