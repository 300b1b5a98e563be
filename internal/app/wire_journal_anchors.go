package app

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/audit"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/metrics"
	"limelight/internal/ledger/journal"
	"limelight/internal/settings"
)

// checkpoints is the folder of a bucket that they are in.
const checkpoints = "checkpoints"

// anchors is where checkpoints are put, and when each place got its last one.
type anchors struct {
	places []string
	last   []atomic.Int64 // Unix milliseconds; from the start, until there is one

	db       *db.DB
	journal  *journal.Journal
	settings *settings.Service
	mails    *mail.Outbox
	now      func() time.Time
}

func newAnchors(s *Services) *anchors {
	a := &anchors{
		places: s.cfg.Anchors, last: make([]atomic.Int64, len(s.cfg.Anchors)),
		db: s.db, journal: s.journal, settings: s.settings, mails: s.mails, now: s.now,
	}
	for i := range a.last {
		a.last[i].Store(s.now().UnixMilli())
	}
	return a
}

// collector tells how old the newest checkpoint in each place is, for /metrics.
func (a *anchors) collector() prometheus.Collector {
	return metrics.Read(func(_ context.Context, tell metrics.Tell) error {
		for i, place := range a.places {
			tell("limelight_checkpoint_age_seconds", float64(a.now().UnixMilli()-a.last[i].Load())/1000, shown(place))
		}
		return nil
	}, metrics.Gauge{
		Name: "limelight_checkpoint_age_seconds", Labels: []string{"place"},
		Help: "How long ago this node put the journal's signed head there; until it has, since its start.",
	})
}

// shown is an anchor without its key.
func shown(place string) string {
	u, err := url.Parse(place)
	if err != nil || u.Scheme == "" {
		return place
	}
	return u.Scheme + "://" + u.Host + u.Path
}

// validAnchor refuses what can be neither written nor read.
func validAnchor(place string) error {
	if strings.Contains(place, "://") {
		u, err := url.Parse(place)
		if err != nil || u.Scheme != "s3" && u.Scheme != "s3+http" || u.Host == "" || strings.Trim(u.Path, "/") == "" {
			return fmt.Errorf("--anchor: %q is neither a file nor s3://KEY:SECRET@HOST/BUCKET", redacted(place))
		}
		return nil
	}
	if place == "" {
		return errors.New("--anchor: a file or an address is needed")
	}
	return nil
}

// put puts a checkpoint of now into every place, and into the operator's mail.
// One place that fails keeps no other from its own.
func (a *anchors) put(ctx context.Context) error {
	operator, often := a.settings.Get().OperatorEmail, a.settings.Get().CheckpointMail
	if len(a.places) == 0 && (operator == "" || often == "off") {
		return nil
	}
	var c journal.Checkpoint
	err := a.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		line, hash, err := audit.End(ctx, tx)
		if err == nil {
			c, err = a.journal.Checkpoint(ctx, tx, line, hash)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("make a checkpoint: %w", err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("write a checkpoint: %w", err)
	}
	var failed []error
	for i, place := range a.places {
		if err := putCheckpoint(ctx, place, c, text); err != nil {
			failed = append(failed, fmt.Errorf("put a checkpoint to %s: %w", shown(place), err))
			continue
		}
		a.last[i].Store(a.now().UnixMilli())
	}
	if operator != "" && often != "off" {
		failed = append(failed, a.mailCheckpoint(ctx, operator, often, c.At, string(text)))
	}
	return errors.Join(failed...)
}

func putCheckpoint(ctx context.Context, place string, c journal.Checkpoint, text []byte) error {
	if strings.Contains(place, "://") {
		bucket, err := openBucket(ctx, "--anchor", place)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s/%s-%s.json", checkpoints, c.At.Format("2006-01-02/150405"), c.Signature[:8])
		return bucket.Put(ctx, name, bytes.NewReader(text), int64(len(text)))
	}
	file, err := os.OpenFile(filepath.Clean(place), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	return errors.Join(err, file.Sync(), file.Close())
}

// mailCheckpoint writes to the operator, once a day or an hour whichever node is first.
func (a *anchors) mailCheckpoint(ctx context.Context, to, often string, at time.Time, text string) error {
	when := at.Format(time.DateOnly)
	if often == "hourly" {
		when = at.Format("2006-01-02T15")
	}
	return a.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := idempotency.Once(ctx, tx, "checkpoint.mail", when, struct{}{}, a.now(), func() (struct{}, error) {
			return struct{}{}, a.mails.Queue(ctx, tx, mail.Message{
				At: a.now(), To: to, Subject: "Checkpoint of the journal, " + when,
				Text: "Keep this mail. Whoever writes the site's history anew cannot change it here.\n" +
					"To compare the site with it, save this text as a file and run: limelight check --anchor FILE\n\n" + text + "\n",
			})
		})
		return err
	})
}

// differences compares the database with every checkpoint in every place, and counts them.
func (a *anchors) differences(ctx context.Context) (found []string, count int, err error) {
	for _, place := range a.places {
		kept, flaws, err := readCheckpoints(ctx, place)
		if err != nil {
			return nil, 0, fmt.Errorf("read the checkpoints in %s: %w", shown(place), err)
		}
		if len(kept) == 0 {
			flaws = append(flaws, "has no checkpoint")
		}
		differs, err := a.differing(ctx, kept)
		if err != nil {
			return nil, 0, err
		}
		for _, text := range append(flaws, differs...) {
			found = append(found, "anchor: "+shown(place)+": "+text)
		}
		count += len(kept)
	}
	return found, count, nil
}

// differing says from when on history is another than what left the site. Later
// checkpoints may agree again: they were made of the other history.
func (a *anchors) differing(ctx context.Context, kept []journal.Checkpoint) (found []string, err error) {
	agreed, first, why, count := "none", time.Time{}, "", 0
	err = a.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range kept {
			text, err := a.journal.VerifyCheckpoint(ctx, tx, c)
			if err == nil && text == "" {
				text, err = verifyLine(ctx, tx, c)
			}
			switch {
			case err != nil:
				return err
			case text == "" && count == 0:
				agreed = "that of " + c.At.Format(time.RFC3339)
			case text != "":
				if count++; count == 1 {
					first, why = c.At, text
				}
			}
		}
		return nil
	})
	if err == nil && count > 0 {
		found = append(found, fmt.Sprintf("history differs from the checkpoint of %s on: %s (%d of %d differ; the last before that agrees: %s)",
			first.Format(time.RFC3339), why, count, len(kept), agreed))
	}
	return found, err
}

func verifyLine(ctx context.Context, tx *db.Tx, c journal.Checkpoint) (string, error) {
	if c.Line == 0 {
		return "", nil
	}
	hash, err := audit.HashOf(ctx, tx, c.Line)
	if err != nil || hash == c.LineHash {
		return "", err
	}
	return fmt.Sprintf("line %d of the audit log is not the one of then", c.Line), nil
}

// readCheckpoints returns what is kept in a place, the oldest first, and what there
// cannot be read.
func readCheckpoints(ctx context.Context, place string) (kept []journal.Checkpoint, flaws []string, err error) {
	read := func(name string, r io.Reader) error {
		lines := bufio.NewScanner(r)
		for n := 1; lines.Scan(); n++ {
			line := bytes.TrimSpace(lines.Bytes())
			if !bytes.HasPrefix(line, []byte("{")) {
				continue // the words of a mail around it
			}
			var c journal.Checkpoint
			if json.Unmarshal(line, &c) != nil {
				flaws = append(flaws, fmt.Sprintf("line %d of %s is not a whole checkpoint", n, name))
				continue
			}
			kept = append(kept, c)
		}
		return lines.Err()
	}
	if strings.Contains(place, "://") {
		err = readBucket(ctx, place, read)
	} else {
		err = readFile(place, read)
	}
	slices.SortStableFunc(kept, func(a, b journal.Checkpoint) int { return cmp.Compare(a.At.Unix(), b.At.Unix()) })
	return kept, flaws, err
}

func readFile(path string, read func(string, io.Reader) error) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	return errors.Join(read(filepath.Base(path), file), file.Close())
}

func readBucket(ctx context.Context, address string, read func(string, io.Reader) error) error {
	bucket, err := openBucket(ctx, "--anchor", address)
	if err != nil {
		return err
	}
	var names []string
	err = bucket.List(ctx, checkpoints, func(key string) error {
		names = append(names, key)
		return nil
	})
	for _, name := range names {
		var object blob.Object
		if object, err = bucket.Open(ctx, name); err != nil {
			return err
		}
		if err = errors.Join(read(name, object), object.Close()); err != nil {
			return err
		}
	}
	return err
}
