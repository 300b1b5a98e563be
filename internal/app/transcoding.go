package app

import (
	"context"
	"path/filepath"
	"runtime"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/transcoding"
)

// newTranscoding makes what turns uploads into videos. While a show runs on this node its
// jobs have one thread, and half of the processors otherwise; they are behind everything else
// in any case, unless the operator says otherwise (--video-nice).
func (h *house) newTranscoding() *transcoding.Service {
	return transcoding.NewService(transcoding.Deps{
		DB: h.db, Store: h.blobs, Uploads: h.uploads, Events: h.bus, Acts: acts{h}, Admin: account.Admin.Guard(), Names: h.usernames,
		Folder: filepath.Join(h.cfg.Data, "transcoding"), Free: h.diskFree,
		AwaitTurn: h.programs.wait, Tools: h.cfg.Tools,
		Live:    func() bool { return h.engine != nil && h.engine.Live() },
		Threads: max(1, runtime.NumCPU()/2), Nice: h.cfg.VideoNice, Now: h.now, Log: h.log,
	})
}

// turn lets one program at a time stand behind what this node serves: that of a video or of a
// picture.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// wait begins when the program before has ended: who waits goes before who tries.
func (t turn) wait(ctx context.Context) (end func(), err error) {
	select {
	case t <- struct{}{}:
		return t.end, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// try begins if no program runs and none waits.
func (t turn) try() (end func(), ok bool) {
	select {
	case t <- struct{}{}:
		return t.end, true
	default:
		return nil, false
	}
}

func (t turn) end() { <-t }

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
