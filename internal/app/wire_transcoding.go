package app

import (
	"context"
	"path/filepath"
	"runtime"

	"limelight/internal/account"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/transcoding"
)

// wireTranscoding builds what turns uploads into videos. While a show runs on this node its
// jobs have one thread, and half of the processors otherwise; they are behind everything else
// in any case, unless the operator says otherwise (--video-nice).
func wireTranscoding(s *Services) {
	s.videos = transcoding.NewService(transcoding.Deps{
		DB: s.db, Store: s.blobs, Uploads: s.uploads, Events: s.bus, Audit: s.audit, Admin: account.OperateSite.Guard(), Names: s.accounts.Usernames,
		Folder: filepath.Join(s.cfg.Data, "transcoding"), Free: s.disk.free,
		AwaitTurn: s.programs.wait, Tools: s.cfg.Tools,
		Live:    func() bool { return s.engine != nil && s.engine.Live() },
		Threads: max(1, runtime.NumCPU()/2), Nice: s.cfg.VideoNice, Now: s.now, Log: s.log,
	})
	s.section("transcoding", "Videos that are made of uploads", s.videos.Routes)
	s.rule(videoRule())
	s.collect(s.videos.Collectors()...)
	s.background("videos", s.videos.Run)
	s.job(cron.Job{Name: "removed", Every: uploadsEvery, EachNode: true, Run: s.videos.Sweep}) // its folder of videos, too
	s.job(cron.Job{Name: "videoOrphans", Every: orphansEvery, Run: s.videos.DropOrphans})
}

// videoRule is the videos' part of the audit, which moves no tokens.
func videoRule() ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		list, err := transcoding.Check(ctx, tx)
		found := make([]ledger.Violation, len(list))
		for i, v := range list {
			found[i] = ledger.Violation{Rule: v.Rule, Subject: v.Subject, Text: v.Text}
		}
		return found, err
	}}
}
