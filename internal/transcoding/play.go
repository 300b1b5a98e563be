package transcoding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
)

// Range is a part of a blob.
type Range struct {
	Key            string
	Offset, Length int64
}

// FileName names what is shown beside a video.
type FileName string

// The files. A storyboard of more than ten minutes has more sheets: see Sheet.
const (
	Poster         FileName = "poster"     // JPEG, at most 1,280 pixels wide or high
	Preview        FileName = "preview"    // MP4, silent, at most 400 KB
	Storyboard     FileName = "storyboard" // JPEG, its first sheet
	StoryboardCues FileName = "storyboardCues"
)

// Sheet is the file of a sheet of the storyboard, counted from 0. The cues call it by this
// name; see Cues.
func Sheet(n int) FileName {
	if n == 0 {
		return Storyboard
	}
	return FileName(fmt.Sprintf("%s-%d", Storyboard, n))
}

// header is the number of what comes before the segments.
const header = -1

// Made is how many bytes were made of videos, the uploads themselves not counted.
func (s *Service) Made(ctx context.Context, tx *db.Tx, mediaIDs []string) (int64, error) {
	if len(mediaIDs) == 0 {
		return 0, nil
	}
	in, args := db.In(1, mediaIDs)
	bytes, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT)
		FROM (
			SELECT size FROM media_renditions WHERE media_id IN `+in+`
			UNION ALL
			SELECT size FROM media_files WHERE media_id IN `+in+`
		) made`, args...)
	if err != nil {
		return 0, fmt.Errorf("count what was made of videos: %w", err)
	}
	return bytes, nil
}

// Master is the HLS master playlist of the renditions that are there. Address says where
// the playlist of one is. ErrNone when there is nothing to play.
func (s *Service) Master(ctx context.Context, mediaID string, address func(rendition string) string) (string, error) {
	var variants []transcode.Variant
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err := selectMade(ctx, tx, mediaID, "")
		variants = nil
		for _, m := range made {
			variants = append(variants, transcode.Variant{Rendition: m.plan, Index: m.index, URI: address(m.plan.Name)})
		}
		return err
	})
	if err == nil && len(variants) == 0 {
		err = ErrNone
	}
	if err != nil {
		return "", err
	}
	text, err := transcode.Master(variants)
	return string(text), err
}

// Playlist is the HLS playlist of a rendition. Header is the address of what comes before
// the segments, and segment says where segment n is, counted from 0.
func (s *Service) Playlist(ctx context.Context, mediaID, rendition, header string, segment func(n int) string) (string, error) {
	m, err := s.made(ctx, mediaID, rendition)
	if err != nil {
		return "", err
	}
	text, err := m.index.Playlist(rendition, func(_ string, number int) string {
		if number == 0 {
			return header
		}
		return segment(number - 1)
	})
	return string(text), err
}

// Segment is where segment n of a rendition lies, counted from 0; -1 is what comes before
// them. ErrNone when there is no such one.
func (s *Service) Segment(ctx context.Context, mediaID, rendition string, n int) (Range, error) {
	m, err := s.made(ctx, mediaID, rendition)
	switch {
	case err != nil:
		return Range{}, err
	case n == header:
		return Range{m.key, 0, m.index.Header}, nil
	case n < 0, n >= len(m.index.Segments):
		return Range{}, ErrNone
	}
	return Range{m.key, m.index.Segments[n].Offset, m.index.Segments[n].Size}, nil
}

// File is where a file beside a video lies. ErrNone when it is not there, or not yet.
func (s *Service) File(ctx context.Context, mediaID string, name FileName) (r Range, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err = selectFile(ctx, tx, mediaID, name)
		return err
	})
	return r, err
}

func (s *Service) made(ctx context.Context, mediaID, rendition string) (m made, err error) {
	if rendition == "" {
		return m, ErrNone
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := selectMade(ctx, tx, mediaID, rendition)
		if err == nil && len(list) == 0 {
			err = ErrNone
		}
		if err == nil {
			m = list[0]
		}
		return err
	})
	return m, err
}

// made is a rendition that is there.
type made struct {
	key   string
	size  int64
	plan  transcode.Rendition
	index transcode.Index
}

func scanMade(r db.Row) (m made, err error) {
	var plan, head, segments string
	if err = r.Scan(&m.key, &m.size, &plan, &head, &segments); err != nil {
		return m, err
	}
	m.index, err = unpack(head, segments)
	return m, errors.Join(err, json.Unmarshal([]byte(plan), &m.plan))
}
