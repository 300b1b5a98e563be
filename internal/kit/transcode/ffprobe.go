package transcode

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// report is what we read of ffprobe's JSON. Its text comes from the file: nothing in it is believed before it was looked at.
type report struct {
	Streams []stream `json:"streams"`
	Parts   []part   `json:"packets_and_frames"`
	Format  struct {
		Duration  string `json:"duration"`
		StartTime string `json:"start_time"`
	} `json:"format"`
}

type stream struct {
	Index         int               `json:"index"`
	Kind          string            `json:"codec_type"`
	Codec         string            `json:"codec_name"`
	Profile       string            `json:"profile"`
	Tag           string            `json:"codec_tag_string"`
	Width         int               `json:"width"`
	Height        int               `json:"height"`
	PixelFormat   string            `json:"pix_fmt"`
	Aspect        string            `json:"sample_aspect_ratio"`
	Fields        string            `json:"field_order"`
	Range         string            `json:"color_range"`
	Matrix        string            `json:"color_space"`
	Transfer      string            `json:"color_transfer"`
	Primaries     string            `json:"color_primaries"`
	RealRate      string            `json:"r_frame_rate"`
	MeanRate      string            `json:"avg_frame_rate"`
	Duration      string            `json:"duration"`
	SampleRate    string            `json:"sample_rate"`
	Channels      int               `json:"channels"`
	ChannelLayout string            `json:"channel_layout"`
	Tags          map[string]string `json:"tags"`
	SideData      []sideData        `json:"side_data_list"`
	Disposition   struct {
		Default  int `json:"default"`
		Attached int `json:"attached_pic"`
	} `json:"disposition"`
}

// part is a packet as it is stored, or a frame that was decoded.
type part struct {
	Type       string     `json:"type"`
	Interlaced int        `json:"interlaced_frame"`
	Width      int        `json:"width"`
	Height     int        `json:"height"`
	Pixels     string     `json:"pix_fmt"`
	Range      string     `json:"color_range"`
	Matrix     string     `json:"color_space"`
	Transfer   string     `json:"color_transfer"`
	Primaries  string     `json:"color_primaries"`
	SideData   []sideData `json:"side_data_list"`
}

type sideData struct {
	Kind         string `json:"side_data_type"`
	Matrix       string `json:"displaymatrix"`
	DolbyProfile int    `json:"dv_profile"`
	DolbyBase    int    `json:"dv_bl_signal_compatibility_id"`
}

func parseReport(data []byte) (report, error) {
	var r report
	if err := json.Unmarshal(data, &r); err != nil {
		return report{}, fmt.Errorf("transcode: read ffprobe's report: %w", err)
	}
	return r, nil
}

// parseSeconds reads a time as ffprobe prints it; what it does not know or nobody could mean is not ok.
func parseSeconds(text string) (d time.Duration, ok bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e8 {
		return 0, false
	}
	return time.Duration(math.Round(f * float64(time.Second))), true
}

// Rational is a fraction, such as 30000/1001 frames a second.
type Rational struct {
	Num int `json:"num"`
	Den int `json:"den"`
}

func (r Rational) float() float64 { return float64(r.Num) / float64(r.Den) }

func (r Rational) String() string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }

// maxTerm keeps products of two terms within an int.
const maxTerm = 1 << 30

// parseRational reads 30000/1001 or 1:1. What is not above zero is not ok.
func parseRational(text string) (r Rational, ok bool) {
	num, den, cut := strings.Cut(strings.ReplaceAll(text, ":", "/"), "/")
	var err, err2 error
	r.Num, err = strconv.Atoi(num)
	r.Den, err2 = strconv.Atoi(den)
	if !cut || err != nil || err2 != nil || r.Num < 1 || r.Den < 1 || r.Num > maxTerm || r.Den > maxTerm {
		return Rational{}, false
	}
	return r, true
}

// packetEnds reads lines of "stream,time,duration" and tells where each stream ends. The time may be absent; the decoding time follows it then.
func packetEnds(line string, ends map[int]time.Duration) {
	fields := strings.Split(strings.TrimSpace(line), ",")
	if len(fields) < 4 {
		return
	}
	index, err := strconv.Atoi(fields[0])
	if err != nil || index < 0 || index >= maxStreams {
		return
	}
	at, ok := parseSeconds(fields[1])
	if !ok {
		if at, ok = parseSeconds(fields[2]); !ok {
			return
		}
	}
	if length, ok := parseSeconds(fields[3]); ok && length > 0 {
		at += length
	}
	if before, known := ends[index]; !known || at > before {
		ends[index] = at
	}
}

// maxStreams is how many streams a file may have.
const maxStreams = 32
