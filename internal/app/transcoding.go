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
// in any case (nice 19).
func (h *house) newTranscoding() *transcoding.Service {
	return transcoding.NewService(transcoding.Deps{
		DB: h.db, Store: h.blobs, Uploads: h.uploads, Events: h.bus, Acts: acts{h}, Admin: account.Admin.Guard, Names: h.usernames,
		Folder: filepath.Join(h.cfg.Data, "transcoding"), Free: h.diskFree,
		Live:    func() bool { return h.engine != nil && h.engine.Live() },
		Threads: max(1, runtime.NumCPU()/2), Now: h.now, Log: h.log,
	})
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
