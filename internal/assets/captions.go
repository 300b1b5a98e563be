package assets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"limelight/internal/kit/api"
	"limelight/internal/kit/captions"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Bounds of captions.
const (
	MaxCaptions  = 1 << 20 // bytes of a file
	maxLanguages = 20      // of a video
	maxLabel     = 60      // characters
)

// The refusals of captions.
var (
	ErrNoCaptions = fault.New(fault.NotFound, "These captions do not exist.")
	errLanguages  = fault.New(fault.Conflict, "A video has captions in at most %d languages.", maxLanguages).Coded("captions_full")
)

// Caption is the text of what is said in a video, in a language. Its file is WebVTT that
// this site wrote itself: no more of the one that was sent than times and plain text.
type Caption struct {
	ID        string    `json:"_id" db:"id"`
	Language  string    `json:"language" doc:"BCP 47" db:"language"`
	Label     string    `json:"label" db:"label"`
	Size      int64     `json:"size" doc:"bytes" db:"size"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
}

// allCaptions is where they are in the blob store.
const allCaptions = "captions"

func captionKey(assetID, captionID string) string {
	return allCaptions + "/" + assetID + "/" + captionID + ".vtt"
}

// Captions are those of videos, and their files.
type Captions struct{ *core }

// AddCaptions adds the captions of a video in a language, instead of those there were. They
// are not reviewed, as descriptions are not.
func (s *Captions) AddCaptions(ctx context.Context, performerID, assetID, lang, label string, file api.File) (c Caption, err error) {
	text, err := readCaptions(file)
	if err != nil {
		return c, err
	}
	c = Caption{ID: id.New(s.Now()), Label: sanitize.Line(label), Size: int64(len(text)), CreatedAt: s.Now()}
	if c.Language, err = canonical(lang); err != nil {
		return c, err
	}
	if c.Label == "" {
		c.Label = c.Language
	}
	if err := fault.Length("label", c.Label, 0, maxLabel); err != nil {
		return c, err
	}
	key := captionKey(assetID, c.ID)
	if _, err := s.OwnOf(ctx, performerID, Video, assetID); err != nil { // before it is part of a key
		return c, err
	}
	if err := s.Store.Put(ctx, key, bytes.NewReader(text), c.Size); err != nil {
		return c, fmt.Errorf("store captions: %w", err)
	}
	old := ""
	_, err = s.change(context.WithoutCancel(ctx), performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		old, err = replaceCaption(ctx, tx, a, c)
		return err
	})
	switch _, refused := errors.AsType[*fault.Fault](err); {
	case refused:
		return c, errors.Join(err, s.Store.Delete(context.WithoutCancel(ctx), key))
	case err != nil || old == "":
		return c, err // of a failure only the answer may be lost: the file stays for DropUnused
	}
	return c, s.Store.Delete(context.WithoutCancel(ctx), captionKey(assetID, old))
}

// replaceCaption keeps captions, and says which ones they replace.
func replaceCaption(ctx context.Context, tx *db.Tx, a *Asset, c Caption) (old string, err error) {
	list, err := selectCaptions(ctx, tx, a.ID)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(list, func(one Caption) bool { return one.Language == c.Language })
	switch {
	case i >= 0:
		old = list[i].ID
		if err := deleteCaption(ctx, tx, old); err != nil {
			return "", err
		}
	case len(list) >= maxLanguages:
		return "", errLanguages
	}
	return old, insertCaption(ctx, tx, a.ID, c)
}

// RemoveCaptions removes the captions of a video in a language.
func (s *Captions) RemoveCaptions(ctx context.Context, performerID, assetID, captionID string) error {
	_, err := s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		list, err := selectCaptions(ctx, tx, a.ID)
		if err != nil || !slices.ContainsFunc(list, func(one Caption) bool { return one.ID == captionID }) {
			return cmp.Or[error](err, ErrNoCaptions)
		}
		return deleteCaption(ctx, tx, captionID)
	})
	if err != nil {
		return err
	}
	return s.Store.Delete(context.WithoutCancel(ctx), captionKey(assetID, captionID))
}

// readCaptions reads a file as WebVTT or SubRip, and writes it anew.
func readCaptions(file api.File) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(file, MaxCaptions+1))
	if err != nil {
		return nil, fmt.Errorf("read captions: %w", err)
	}
	if len(text) > MaxCaptions {
		return nil, fault.New(fault.TooLarge, "Captions must smaller than %dMB!", MaxCaptions>>20)
	}
	track, err := captions.Parse(text)
	if wrong, is := errors.AsType[*captions.Mistake](err); is {
		return nil, fault.Field("captions", "Line %d cannot be read as WebVTT or SubRip (SRT)", wrong.Line)
	}
	if err != nil {
		return nil, err
	}
	return track.WebVTT(), nil
}

// canonical is a language tag as it is written best.
func canonical(text string) (string, error) {
	tag, err := language.Parse(text)
	if err != nil || tag == language.Und || strings.Contains(text, "_") {
		return "", fault.Field("language", "Must be a language such as en or pt-BR")
	}
	return tag.String(), nil
}

// dropCaptions removes the captions of an asset that is removed, unless somebody has bought
// it. Their files go with DropUnused.
func (s *Captions) dropCaptions(ctx context.Context, tx *db.Tx, a *Asset, sold bool) error {
	if sold {
		return nil
	}
	list, err := selectCaptions(ctx, tx, a.ID)
	for _, c := range list {
		if err := deleteCaption(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	return err
}

// dropUnusedCaptions deletes the files of captions that are gone, or never came to be, so
// many at a time that neither the list nor a question about it grows with the store.
func (s *Captions) dropUnusedCaptions(ctx context.Context) error {
	newer, keys := id.Floor(s.Now().Add(-unusedAfter)), map[string]string{} // by the caption's id
	err := s.Store.List(ctx, allCaptions, func(key string) error {
		if captionID := strings.TrimSuffix(path.Base(key), ".vtt"); captionID < newer {
			keys[captionID] = key
		}
		if len(keys) < maxAtOnce {
			return nil
		}
		return s.dropCaptionsWithoutRow(ctx, keys)
	})
	if err != nil {
		return fmt.Errorf("list captions: %w", err)
	}
	return s.dropCaptionsWithoutRow(ctx, keys)
}

// dropCaptionsWithoutRow deletes those of the files that no row names, and empties the map.
func (s *Captions) dropCaptionsWithoutRow(ctx context.Context, keys map[string]string) error {
	if len(keys) == 0 {
		return nil
	}
	var there []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		there, err = selectCaptionIDs(ctx, tx, slices.Collect(maps.Keys(keys)))
		return err
	})
	if err != nil {
		return err
	}
	for captionID, key := range keys {
		if slices.Contains(there, captionID) {
			continue
		}
		if err := s.Store.Delete(ctx, key); err != nil {
			return err
		}
	}
	clear(keys)
	return nil
}
