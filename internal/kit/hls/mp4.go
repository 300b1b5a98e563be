package hls

import (
	"fmt"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
)

const (
	pictureTrack = 1
	soundTrack   = 2
	pictureRate  = 90000
)

// header is what a decoder needs before the first part.
type header struct {
	data          []byte // ftyp and moov
	codecs        string // RFC 6381
	width, height int
	off           bool // of what stands for the picture while the camera is off
}

func newHeader(sps, pps []byte) (h header, err error) {
	var said h264.SPS
	if err := said.Unmarshal(sps); err != nil {
		return h, fmt.Errorf("hls: read the picture's parameters: %w", err)
	}
	start := fmp4.Init{Tracks: []*fmp4.InitTrack{
		{ID: pictureTrack, TimeScale: pictureRate, Codec: &codecs.H264{SPS: sps, PPS: pps}},
		{ID: soundTrack, TimeScale: soundRate, Codec: &codecs.Opus{ChannelCount: 2}},
	}}
	var w seekablebuffer.Buffer
	if err := start.Marshal(&w); err != nil {
		return h, fmt.Errorf("hls: write a header: %w", err)
	}
	return header{
		data: w.Bytes(), codecs: fmt.Sprintf("avc1.%02x%02x%02x,opus", sps[1], sps[2], sps[3]),
		width: said.Width(), height: said.Height(),
	}, nil
}

// fragment writes pictures and sound as one moof and mdat. The last picture
// lasts until next.
func fragment(number uint32, pictures []picture, next time.Duration, sounds []audioPacket) ([]byte, error) {
	f := fmp4.Part{SequenceNumber: number + 1}
	if len(pictures) > 0 {
		track := &fmp4.PartTrack{ID: pictureTrack, BaseTime: uint64(scaled(pictures[0].at, pictureRate))}
		for i, p := range pictures {
			until := next
			if i+1 < len(pictures) {
				until = pictures[i+1].at
			}
			s := &fmp4.Sample{Duration: uint32(scaled(until, pictureRate) - scaled(p.at, pictureRate))}
			if err := s.FillH264(0, p.nals); err != nil {
				return nil, fmt.Errorf("hls: write a picture: %w", err)
			}
			s.IsNonSyncSample = !p.key
			track.Samples = append(track.Samples, s)
		}
		f.Tracks = append(f.Tracks, track)
	}
	if len(sounds) > 0 {
		track := &fmp4.PartTrack{ID: soundTrack, BaseTime: uint64(sounds[0].at)}
		for _, s := range sounds {
			track.Samples = append(track.Samples, &fmp4.Sample{Duration: uint32(s.length), Payload: s.data})
		}
		f.Tracks = append(f.Tracks, track)
	}
	var w seekablebuffer.Buffer
	if err := f.Marshal(&w); err != nil {
		return nil, fmt.Errorf("hls: write a part: %w", err)
	}
	return w.Bytes(), nil
}
