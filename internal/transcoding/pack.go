package transcoding

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/transcode"
)

// A video of four hours has 7,200 segments a rendition. They are kept as numbers of variable
// length, in base64: for each the bytes between it and the one before, its size, the time
// between them, its duration, both in nanoseconds, and its frames twice, one more when it
// begins with a keyframe. That is some twenty characters instead of a hundred.

// pack divides an index into what is said of it all, in JSON, and its segments.
func pack(ix transcode.Index) (header, segments string, err error) {
	data := []byte{}
	at, start := ix.Header, time.Duration(0)
	for _, s := range ix.Segments {
		frames := int64(s.Frames) << 1
		if s.Key {
			frames++
		}
		for _, n := range []int64{s.Offset - at, s.Size, int64(s.Start - start), int64(s.Duration), frames} {
			data = binary.AppendVarint(data, n)
		}
		at, start = s.Offset+s.Size, s.Start+s.Duration
	}
	ix.Segments = nil
	whole, err := json.Marshal(ix)
	if err != nil {
		return "", "", fmt.Errorf("pack an index: %w", err)
	}
	return string(whole), base64.StdEncoding.EncodeToString(data), nil
}

var errPacked = errors.New("transcoding: an index cannot be read")

// unpack puts an index together again.
func unpack(header, segments string) (ix transcode.Index, err error) {
	if err := json.Unmarshal([]byte(header), &ix); err != nil {
		return ix, fmt.Errorf("%w: %w", errPacked, err)
	}
	data, err := base64.StdEncoding.DecodeString(segments)
	if err != nil {
		return ix, fmt.Errorf("%w: %w", errPacked, err)
	}
	at, start := ix.Header, time.Duration(0)
	for len(data) > 0 {
		var n [5]int64
		for i := range n {
			value, took := binary.Varint(data)
			if took <= 0 {
				return ix, errPacked
			}
			n[i], data = value, data[took:]
		}
		s := transcode.Segment{
			Offset: at + n[0], Size: n[1], Start: start + time.Duration(n[2]), Duration: time.Duration(n[3]), Frames: int(n[4] >> 1), Key: n[4]&1 == 1,
		}
		ix.Segments = append(ix.Segments, s)
		at, start = s.Offset+s.Size, s.Start+s.Duration
	}
	return ix, nil
}
