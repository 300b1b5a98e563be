package demosite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/images"
	"limelight/internal/kit/money"
	"limelight/internal/kit/transcode"
)

// video is one film of the demo's.
type video struct {
	title, about string
	price        int64
	tags         []string
}

// videos are what the demo's performers with a clip sell, one each.
var videos = []video{
	{"One take, no cuts", "The whole set as it happened, mistakes included.", 35, []string{"uncut", "show"}},
	{"After the lights", "What happens when the room is empty and the music stays on.", 20, []string{"backstage", "night"}},
	{"Close up", "One camera, one chair, nothing else in the room.", 48, []string{"studio", "portrait"}},
	{"The long version", "You asked for the part that I always cut. Here it is.", 60, []string{"uncut", "fans"}},
	{"Warm-up", "Ten minutes before every show look like this.", 12, []string{"rehearsal", "short"}},
	{"Encore", "The song that I play when nobody wants to go home.", 25, []string{"encore", "show"}},
	{"Practice room", "No audience, no make-up, the real work.", 15, []string{"rehearsal", "studio"}},
	{"Best of this month", "Everything that you tipped the most for, in one film.", 75, []string{"best of", "fans"}},
}

const (
	filmRounds  = 3 // of a clip, which is some eight seconds
	trailerTime = 4 // seconds
	// VideosMark is a file of the data folder that is there until the demo's videos are on sale.
	VideosMark = "demo-videos-wait"
)

// SellVideos puts the demo's videos on sale, one after the other, as soon as each can be
// watched: the jobs of every other video make them, while the site is open. What an end in
// between leaves is gone on with at the next start.
func SellVideos(ctx context.Context, s *Site) error {
	mark := filepath.Join(s.Data, VideosMark)
	if _, err := os.Stat(mark); err != nil {
		return nil // they are on sale, or this is no demo site
	}
	find := s.Tools
	if find == nil {
		find = transcode.Find
	}
	tools := find(ctx)
	if err := tools.Err(); err != nil {
		s.Log.Info("the demo has no videos", "reason", err)
		return nil
	}
	all, err := readPeople()
	if err != nil {
		return err
	}
	boss, err := s.caller(ctx, all.Admin.Username)
	if err != nil {
		return err
	}
	ctx = account.WithCaller(images.Unbounded(ctx), boss)
	all.Performers = slices.DeleteFunc(all.Performers, func(one performing) bool { return !one.Clip })
	for i, one := range all.Performers {
		v := videos[i%len(videos)]
		if err := s.sellVideo(ctx, tools, one, v); err != nil {
			return fmt.Errorf("video of %s: %w", one.Username, err)
		}
	}
	return os.Remove(mark)
}

func (s *Site) sellVideo(ctx context.Context, tools transcode.Tools, p performing, v video) error {
	who, err := s.caller(ctx, p.Username)
	if errors.Is(err, account.ErrAbsent) {
		return nil // they are gone
	}
	if err != nil {
		return err
	}
	found, err := s.videoOf(ctx, who.ID, v)
	if err == nil && found.ID == "" {
		if err = s.filmVideo(ctx, tools, who, p, v); err == nil {
			found, err = s.videoOf(ctx, who.ID, v)
		}
	}
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for err == nil && found.Status == assets.Draft && !canBeWatched(found.Media) {
		if slices.ContainsFunc(found.Media, failed) {
			s.Log.Warn("a video of the demo could not be made", "performer", p.Username)
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
		found, err = s.videoOf(ctx, who.ID, v)
	}
	switch {
	case err != nil:
		return err
	case found.Status == assets.Pending: // an end came between its submission and its approval
		_, err = s.Assets.Decide(ctx, found.ID, found.Version, true, "")
		return err
	case found.Status != assets.Draft:
		return nil
	}
	a, err := s.Assets.Submit(ctx, who.ID, found.ID, onlyThemselves)
	if err != nil {
		return err
	}
	_, err = s.Assets.Decide(ctx, a.ID, a.Version, true, "")
	return err
}

func canBeWatched(media []assets.Medium) bool {
	return !slices.ContainsFunc(media, func(m assets.Medium) bool {
		return m.State == nil || m.State.Status != assets.MediumPlayable && m.State.Status != assets.MediumDone
	})
}

func failed(m assets.Medium) bool {
	return m.State != nil && (m.State.Status == assets.MediumRefused || m.State.Status == assets.MediumFailed)
}

// videoOf is a performer's video of the title; without an id when there is none.
func (s *Site) videoOf(ctx context.Context, performerID string, v video) (assets.Listed, error) {
	list, _, err := s.Assets.OwnList(ctx, performerID, assets.Filter{Kind: assets.Video, Limit: 100})
	i := slices.IndexFunc(list, func(l assets.Listed) bool { return l.Title == v.title })
	if err != nil || i < 0 {
		return assets.Listed{}, err
	}
	return list[i], nil
}

// filmVideo hands a video in, as its performer would: a film, a trailer and a thumbnail.
func (s *Site) filmVideo(ctx context.Context, tools transcode.Tools, who account.Caller, p performing, v video) error {
	film, err := s.film(ctx, tools, p.Username, 0)
	if err != nil {
		return err
	}
	trailer, err := s.film(ctx, tools, p.Username, trailerTime)
	if err != nil {
		return err
	}
	thumbnail, err := fs.ReadFile(demo.Media(), "performers/"+p.Username+"-wide.jpg")
	if err != nil {
		return err
	}
	price := money.Whole(v.price)
	_, err = s.Assets.CreateWith(ctx, who.ID, assets.Video, assets.Fields{Title: &v.title, Description: &v.about, Price: &price, Tags: v.tags}, assets.Parts{
		Files: map[assets.Purpose]api.File{
			assets.VideoFile: api.FileOf(p.Username+".mp4", film), assets.TrailerFile: api.FileOf(p.Username+"-trailer.mp4", trailer),
		},
		Picture: api.FileOf(p.Username+".jpg", thumbnail),
	})
	return err
}

// film is a performer's clip some times over as an MP4, or so many seconds of it.
func (s *Site) film(ctx context.Context, tools transcode.Tools, username string, seconds int) (film []byte, err error) {
	folder, err := os.MkdirTemp(s.TempFolder, "demo-film-") // which is swept if an end comes in between
	if err != nil {
		return nil, fmt.Errorf("make a folder for a film: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	parts := map[string]string{}
	for _, name := range []string{"h264", "ogg"} {
		data, err := fs.ReadFile(demo.Media(), "clips/"+username+"."+name)
		if err != nil {
			return nil, err
		}
		if name == "h264" {
			data = bytes.Repeat(data, filmRounds) // each begins with a keyframe
		}
		parts[name] = filepath.Join(folder, "clip."+name)
		if err := os.WriteFile(parts[name], data, 0o600); err != nil {
			return nil, err
		}
	}
	out := filepath.Join(folder, "film.mp4")
	args := []string{
		"-nostdin", "-v", "error", "-framerate", fmt.Sprint(rate), "-f", "h264", "-i", parts["h264"],
		"-stream_loop", fmt.Sprint(filmRounds - 1), "-i", parts["ogg"], "-map", "0:v:0", "-map", "1:a:0",
		"-c:v", "copy", "-c:a", "aac", "-shortest", "-movflags", "+faststart",
	}
	if seconds > 0 {
		args = append(args, "-t", fmt.Sprint(seconds))
	}
	if said, err := exec.CommandContext(ctx, tools.FFmpeg, append(args, out)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("film a clip: %w: %s", err, strings.TrimSpace(string(said)))
	}
	return os.ReadFile(out)
}
