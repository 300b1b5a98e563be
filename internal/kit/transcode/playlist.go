package transcode

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Playlist is the HLS playlist of a rendition, whose parts have the names that the namer gives.
func (ix Index) Playlist(rendition string, name Namer) ([]byte, error) {
	var maxLength time.Duration
	for _, s := range ix.Segments {
		maxLength = max(maxLength, s.Duration)
	}
	var out bytes.Buffer
	header, err := uri(name(rendition, 0))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&out, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:%d\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PLAYLIST-TYPE:VOD\n"+
		"#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"%s\"\n", max(1, int(math.Round(maxLength.Seconds()))), header)
	for i, s := range ix.Segments {
		segment, err := uri(name(rendition, i+1))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "#EXTINF:%.6f,\n%s\n", s.Duration.Seconds(), segment)
	}
	out.WriteString("#EXT-X-ENDLIST\n")
	return out.Bytes(), nil
}

// Variant is a rendition as the master playlist names it.
type Variant struct {
	Rendition Rendition
	Index     Index
	URI       string // of its playlist
}

// Master is the playlist of a title: its renditions, the one to begin with first. A remux is left out once an encode of its size is there: its
// cut points are its own.
func Master(variants []Variant) ([]byte, error) {
	variants = slices.DeleteFunc(slices.Clone(variants), func(v Variant) bool {
		return v.Rendition.Remux && slices.ContainsFunc(variants, func(o Variant) bool {
			return !o.Rendition.Remux && o.Index.Height >= v.Index.Height && o.Index.Width >= v.Index.Width
		})
	})
	slices.SortStableFunc(variants, func(a, b Variant) int { return cmp.Compare(a.rank(), b.rank()) })
	var out bytes.Buffer
	out.WriteString("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n")
	for _, v := range variants {
		address, err := uri(v.URI)
		if err != nil {
			return nil, err
		}
		peak, mean := v.Index.bandwidth()
		codecs := v.Index.PictureCodec
		if v.Index.SoundCodec != "" {
			codecs += "," + v.Index.SoundCodec
		}
		fmt.Fprintf(&out, "#EXT-X-STREAM-INF:BANDWIDTH=%d,AVERAGE-BANDWIDTH=%d,RESOLUTION=%dx%d,FRAME-RATE=%.3f,CODECS=\"%s\",VIDEO-RANGE=SDR\n%s\n",
			peak, mean, v.Index.Width, v.Index.Height, v.Rendition.Rate.float(), codecs, address)
	}
	return out.Bytes(), nil
}

// rank puts the rung that plays at once on most lines first, and the others by their size.
func (v Variant) rank() int {
	if v.Rendition.Name == firstRung {
		return 0
	}
	return v.Index.Width * v.Index.Height
}

// bandwidth is what the heaviest segment needs, and what they need in the mean, in bits a second.
func (ix Index) bandwidth() (peak, mean int) {
	var bytes int64
	var lasts time.Duration
	for i, s := range ix.Segments {
		bytes, lasts = bytes+s.Size, lasts+s.Duration
		if i == 0 || s.Duration >= ix.Segments[0].Duration/2 { // a last segment of two frames says nothing
			peak = max(peak, perSecond(s.Size, s.Duration))
		}
	}
	return peak, perSecond(bytes, lasts)
}

func perSecond(bytes int64, lasts time.Duration) int {
	if lasts <= 0 {
		return 0
	}
	return int(math.Ceil(float64(bytes) * 8 / lasts.Seconds()))
}

// uri refuses what would be another line of a playlist, or end its quotes.
func uri(name string) (string, error) {
	if name == "" || strings.HasPrefix(name, "#") || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }) {
		return "", fmt.Errorf("transcode: %q is no name for a playlist", name)
	}
	return name, nil
}
