package files

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
)

const (
	avifsFor     = time.Minute // which variants of a file are there as AVIF is known so long
	maxAVIFs     = 20_000      // files of which that is known
	avifLookTime = 200 * time.Millisecond
	avifSaidFor  = time.Minute // that looks fail is said once in it
)

// openFor opens the variant that goes to who asks, and names it. An AVIF that is lost is no reason to
// show nothing: what was asked for goes.
func (s *PictureServer) openFor(ctx context.Context, h http.Header, f File, asked string) (name string, object blob.Object, err error) {
	name = s.negotiated(ctx, h, f.ID, asked)
	object, err = s.Store.Open(ctx, f.folder()+"/"+name)
	if name != asked && errors.Is(err, blob.ErrNone) {
		name = asked
		object, err = s.Store.Open(ctx, f.folder()+"/"+name)
	}
	return name, object, err
}

// negotiated is the file of a variant that goes to who asks: as AVIF where there is that and
// they say that they can show it, as WebP otherwise, also where that cannot be found out soon:
// no picture waits for a database. The address is the same.
func (s *PictureServer) negotiated(ctx context.Context, h http.Header, fileID, variant string) string {
	name, isWebP := strings.CutSuffix(variant, ".webp")
	if !isWebP || !acceptsAVIF(h) {
		return variant
	}
	names, err := s.avifsOf(ctx, fileID)
	if err != nil && ctx.Err() == nil && s.saysFailedLook() {
		s.Log.Warn("look for a picture as AVIF; it goes as WebP, and others may too", "file", fileID, "error", err)
	}
	if !slices.Contains(strings.Fields(names), name) {
		return variant
	}
	return name + ".avif"
}

// avifsOf names the variants that are there as AVIF, with spaces between.
func (s *PictureServer) avifsOf(ctx context.Context, fileID string) (names string, err error) {
	now := s.Now()
	if names, found := s.avifs.Get(fileID, now); found {
		return names, nil
	}
	ctx, end := context.WithTimeout(ctx, s.lookTime)
	defer end()
	var some bool
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		names, some, err = selectAVIF(ctx, tx, fileID)
		return err
	})
	if err == nil && some { // whoever makes ids up would take the place of pictures
		s.avifs.Put(fileID, names, now)
	}
	return names, err
}

// saysFailedLook reports whether it is time to say again that looks fail.
func (s *PictureServer) saysFailedLook() bool {
	now, last := s.Now(), s.lookSaid.Load()
	if last != nil && now.Sub(*last) < avifSaidFor {
		return false
	}
	return s.lookSaid.CompareAndSwap(last, &now)
}

// acceptsAVIF reports whether a client says by name that it can show AVIF: a wildcard says nothing.
func acceptsAVIF(h http.Header) bool {
	for _, line := range h.Values("Accept") {
		for one := range strings.SplitSeq(line, ",") {
			kind, parameters, _ := strings.Cut(one, ";")
			if strings.EqualFold(strings.TrimSpace(kind), "image/avif") {
				return !refuses(parameters)
			}
		}
	}
	return false
}

// refuses reports whether the parameters of a type say q=0.
func refuses(parameters string) bool {
	for one := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		if q, err := strconv.ParseFloat(value, 64); strings.EqualFold(name, "q") && (err != nil || q <= 0) {
			return true
		}
	}
	return false
}
