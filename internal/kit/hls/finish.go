package hls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// ErrNoRecording: these are not the chunks of a recording, from its beginning on.
var ErrNoRecording = errors.New("hls: these are not the chunks of a recording")

// Finisher makes a beginning for a recording that is over: with it before its chunks the file says how
// long it is and where each picture lies, and is played from any place by ranges. The chunks are not
// touched, so that nothing is copied; what was the file's beginning lies inside the new file's data,
// where no player looks.
type Finisher struct {
	tracks []*finishedTrack
	bytes  uint64 // of the chunks so far
}

// finishedTrack is the pictures, or the sound.
type finishedTrack struct {
	id        uint32
	timescale uint32
	tkhd      []byte
	hdlr      []byte
	media     []byte // vmhd or smhd, and dinf
	stsd      []byte

	start, next uint64   // in the track's own time
	sizes       []uint32 // of each sample
	lasts       []uint32 // how long each is shown
	keys        []uint32 // the numbers of those that need no other; empty: all of them
	dependent   bool     // some need others
	runs        []run
}

// run are samples that lie one after the other.
type run struct {
	offset  uint64 // from the first chunk's first byte
	samples uint32
}

// Add takes the next chunk, whose bytes it does not keep.
func (f *Finisher) Add(chunk []byte) error {
	var moof uint64
	err := eachBox(chunk, func(kind string, at int, body []byte) (err error) {
		switch kind {
		case "moov":
			if f.tracks == nil {
				f.tracks, err = readTracks(body)
			}
		case "moof":
			moof = f.bytes + uint64(at)
			err = eachBox(body, func(kind string, _ int, body []byte) error {
				if kind != "traf" {
					return nil
				}
				return f.addRun(moof, body)
			})
		}
		return err
	})
	f.bytes += uint64(len(chunk))
	return err
}

// addRun takes what one fragment has of one track.
func (f *Finisher) addRun(moof uint64, traf []byte) error {
	var t *finishedTrack
	var base uint64
	return eachBox(traf, func(kind string, _ int, body []byte) error {
		switch {
		case kind == "tfhd" && len(body) >= 8:
			id := binary.BigEndian.Uint32(body[4:])
			if i := slices.IndexFunc(f.tracks, func(t *finishedTrack) bool { return t.id == id }); i >= 0 {
				t = f.tracks[i]
			}
		case kind == "tfdt" && len(body) >= 12 && body[0] == 1:
			base = binary.BigEndian.Uint64(body[4:])
		case kind == "trun":
			if t == nil {
				return ErrNoRecording
			}
			return t.add(moof, base, body)
		}
		return nil
	})
}

// The flags of a run of samples, as fragment writes them; there are no others.
const (
	hasOffset   = 0x1
	hasDuration = 0x100
	hasSize     = 0x200
	hasFlags    = 0x400
	isDependent = 1 << 16 // in a sample's flags
)

func (t *finishedTrack) add(moof, base uint64, trun []byte) error {
	if len(trun) < 12 {
		return ErrNoRecording
	}
	flags := binary.BigEndian.Uint32(trun) & 0xffffff
	count := int(binary.BigEndian.Uint32(trun[4:]))
	each := 8
	if flags&hasFlags != 0 {
		each = 12
	}
	if flags&^hasFlags != hasOffset|hasDuration|hasSize || count == 0 || len(trun) != 12+count*each {
		return ErrNoRecording
	}
	t.move(base)
	for s := range slices.Chunk(trun[12:], each) {
		last := binary.BigEndian.Uint32(s)
		t.lasts, t.sizes, t.next = append(t.lasts, last), append(t.sizes, binary.BigEndian.Uint32(s[4:])), t.next+uint64(last)
		if each == 12 && binary.BigEndian.Uint32(s[8:])&isDependent != 0 {
			t.dependent = true
			continue
		}
		t.keys = append(t.keys, uint32(len(t.sizes)))
	}
	t.runs = append(t.runs, run{offset: moof + uint64(binary.BigEndian.Uint32(trun[8:])), samples: uint32(count)})
	return nil
}

// move goes to the time of the next run: a gap is what the sample before it lasts longer.
func (t *finishedTrack) move(base uint64) {
	if len(t.lasts) == 0 {
		t.start, t.next = base, base
		return
	}
	last := &t.lasts[len(t.lasts)-1]
	switch {
	case base > t.next:
		*last += uint32(base - t.next)
	case t.next-base < uint64(*last):
		*last -= uint32(t.next - base)
	default:
		return // more than the sample before it: the times go on from there
	}
	t.next = base
}

// Header is what comes before the chunks.
func (f *Finisher) Header() ([]byte, error) {
	tracks := slices.DeleteFunc(slices.Clone(f.tracks), func(t *finishedTrack) bool { return len(t.sizes) == 0 })
	if len(tracks) == 0 {
		return nil, ErrNoRecording
	}
	ftyp := box("ftyp", []byte("isom\x00\x00\x02\x00isomiso2avc1mp41"))
	size := len(ftyp) + len(moov(tracks, 0)) + 16 // which is the same wherever the data begins
	data := binary.BigEndian.AppendUint64([]byte("\x00\x00\x00\x01mdat"), 16+f.bytes)
	return slices.Concat(ftyp, moov(tracks, uint64(size)), data), nil
}

// readTracks takes from a recording's first beginning what stays as it is.
func readTracks(moov []byte) (tracks []*finishedTrack, err error) {
	err = eachBox(moov, func(kind string, _ int, trak []byte) error {
		if kind != "trak" {
			return nil
		}
		t := &finishedTrack{}
		if err := t.read(trak); err != nil {
			return err
		}
		if t.timescale == 0 || t.tkhd == nil || t.stsd == nil || t.hdlr == nil {
			return ErrNoRecording
		}
		tracks = append(tracks, t)
		return nil
	})
	return tracks, err
}

func (t *finishedTrack) read(within []byte) error {
	return eachBox(within, func(kind string, _ int, body []byte) error {
		switch kind {
		case "mdia", "minf", "stbl":
			return t.read(body)
		case "tkhd":
			if len(body) != 84 || body[0] != 0 {
				return ErrNoRecording
			}
			t.tkhd, t.id = slices.Clone(body), binary.BigEndian.Uint32(body[12:])
		case "mdhd":
			if len(body) < 20 || body[0] != 0 {
				return ErrNoRecording
			}
			t.timescale = binary.BigEndian.Uint32(body[12:])
		case "hdlr":
			t.hdlr = box(kind, body)
		case "vmhd", "smhd", "dinf":
			t.media = append(t.media, box(kind, body)...)
		case "stsd":
			t.stsd = box(kind, body)
		}
		return nil
	})
}

// eachBox goes through boxes, and says where each begins.
func eachBox(data []byte, each func(kind string, at int, body []byte) error) error {
	for at := 0; at < len(data); {
		rest := data[at:]
		if len(rest) < 8 {
			return fmt.Errorf("%w: %d bytes after the last box", ErrNoRecording, len(rest))
		}
		size := int(binary.BigEndian.Uint32(rest))
		if size < 8 || size > len(rest) {
			return fmt.Errorf("%w: a box of %d bytes in %d", ErrNoRecording, size, len(rest))
		}
		if err := each(string(rest[4:8]), at, rest[8:size]); err != nil {
			return err
		}
		at += size
	}
	return nil
}
