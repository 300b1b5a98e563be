// Package transcode turns an uploaded video file, which anybody may have made, into what a browser plays. It runs the
// system's ffmpeg and ffprobe and knows nothing of accounts, tables or HTTP.
//
// The order of a job:
//
//	tools := transcode.Find(ctx)                     // once at the start; tools.Err() says what is missing
//	t := transcode.New(tools, transcode.Limits{…})   // cheap: one for each step, with the threads of that moment
//	video, err := t.Probe(ctx, path, transcode.Bounds{})
//	poster, err := t.Poster(ctx, video)
//	for _, r := range transcode.Plan(video) {        // the first one is what is played first
//		encoded, err := t.Encode(ctx, video, r, file, progress)
//		err = encoded.Parts(put)                 // the header and each segment, to be stored under names of the caller's
//	}
//	preview, err := t.Preview(ctx, encoded)          // of the smallest rendition
//	board, err := t.Storyboard(ctx, encoded, names)
//
// Invariants:
//   - an error that is a *fault.Fault says why this file will never become a video, in words for who uploaded it. Every other one is a
//     failure of a moment or of the machine: try again, and show it to the operator;
//   - what Encode returns has been decoded at its beginning and at its end, lasts as long as the upload to 1 %, and is H.264 with 4:2:0, 8
//     bits, BT.709, square pixels, upright, with AAC in stereo or without sound as the upload is;
//   - a program is started by a list of arguments, without a shell, an environment or a standard input of ours, reads files and
//     pipes only, in the one container format that its first bytes show, with the decoders of a list, and ends with its process group: with the
//     context, after a minute without progress, or at its limits.
package transcode

import "time"

// Limits bound one run of a program. What is zero has the default.
type Limits struct {
	Threads int           // of the decoder, of the filters and of the encoder each; 1
	Stall   time.Duration // without progress a program is killed after it; a minute
	Wall    time.Duration // it may run so long in all; six hours
	CPU     time.Duration // it may compute so long in all; twelve hours
	Memory  uint64        // bytes of its address space; 6 GiB
	Nice    int           // 19, behind everything else; below zero: as this process
}

func (l Limits) withDefaults() Limits {
	if l.Threads < 1 {
		l.Threads = 1
	}
	if l.Stall <= 0 {
		l.Stall = time.Minute
	}
	if l.Wall <= 0 {
		l.Wall = 6 * time.Hour
	}
	if l.CPU <= 0 {
		l.CPU = 12 * time.Hour
	}
	if l.Memory == 0 {
		l.Memory = 6 << 30
	}
	if l.Nice == 0 {
		l.Nice = 19
	}
	return l
}

// Transcoder runs the tools within limits.
type Transcoder struct {
	tools  Tools
	limits Limits
}

// New is a transcoder with these tools and limits.
func New(tools Tools, limits Limits) *Transcoder {
	return &Transcoder{tools: tools, limits: limits.withDefaults()}
}
