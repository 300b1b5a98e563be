package hls

import (
	"encoding/binary"
	"slices"
)

// movieTime is the timescale of what concerns all tracks of a finished recording.
const movieTime = 1000

func box(kind string, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), kind...), body...)
}

// numbers are 32-bit ones, as boxes hold them.
func numbers[T ~uint32 | ~int](list ...T) []byte {
	b := make([]byte, 0, 4*len(list))
	for _, n := range list {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// matrix shows a picture as it is.
var matrix = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

// moov names every sample of the tracks, whose chunks begin at the byte data of the file.
func moov(tracks []*finishedTrack, data uint64) []byte {
	begin, longest := beginning(tracks), uint32(0)
	traks := make([][]byte, len(tracks))
	for i, t := range tracks {
		pause := max(t.ms(t.start), begin) - begin
		lasts := t.ms(t.next - t.start)
		longest = max(longest, uint32(pause+lasts))
		traks[i] = t.trak(uint32(pause), uint32(lasts), data)
	}
	mvhd := box("mvhd", numbers(0, 0, 0, movieTime, int(longest), 0x10000, 0x01000000, 0, 0), matrix, make([]byte, 24), numbers(len(tracks)+1))
	return box("moov", append([][]byte{mvhd}, traks...)...)
}

// beginning is when the first of the tracks begins.
func beginning(tracks []*finishedTrack) uint64 {
	first := tracks[0].ms(tracks[0].start)
	for _, t := range tracks[1:] {
		first = min(first, t.ms(t.start))
	}
	return first
}

// ms is the track's own time in that of the movie.
func (t *finishedTrack) ms(at uint64) uint64 { return at * movieTime / uint64(t.timescale) }

// trak is a track that begins after a pause.
func (t *finishedTrack) trak(pause, lasts uint32, data uint64) []byte {
	tkhd := slices.Clone(t.tkhd)
	binary.BigEndian.PutUint32(tkhd[20:], pause+lasts)
	edits := [][]byte{numbers(0, 1)}
	if pause > 0 {
		edits = [][]byte{numbers(0, 2), numbers(pause, 0xffffffff, 0x10000)}
	}
	edits = append(edits, numbers(lasts, 0, 0x10000))
	mdhd := numbers(0x01000000, 0, 0, 0, 0, t.timescale) // with times of 64 bits
	mdhd = binary.BigEndian.AppendUint64(mdhd, t.next-t.start)
	mdhd = append(mdhd, 0x55, 0xc4, 0, 0) // "und"
	return box("trak",
		box("tkhd", tkhd), box("edts", box("elst", edits...)),
		box("mdia", box("mdhd", mdhd), t.hdlr, box("minf", t.media, box("stbl", t.stsd, t.stts(), t.stss(), t.stsc(), t.stsz(), t.co64(data)))))
}

// stts says how long each sample lasts.
func (t *finishedTrack) stts() []byte {
	var entries []uint32
	for i, lasts := range t.lasts {
		if i == 0 || lasts != t.lasts[i-1] {
			entries = append(entries, 0, lasts)
		}
		entries[len(entries)-2]++
	}
	return box("stts", numbers(0, len(entries)/2), numbers(entries...))
}

// stss says which samples need no other.
func (t *finishedTrack) stss() []byte {
	if !t.dependent {
		return nil
	}
	return box("stss", numbers(0, len(t.keys)), numbers(t.keys...))
}

// stsc says how many samples lie together.
func (t *finishedTrack) stsc() []byte {
	var entries []uint32
	for i, r := range t.runs {
		if i == 0 || r.samples != t.runs[i-1].samples {
			entries = append(entries, uint32(i+1), r.samples, 1)
		}
	}
	return box("stsc", numbers(0, len(entries)/3), numbers(entries...))
}

func (t *finishedTrack) stsz() []byte {
	return box("stsz", numbers(0, 0, len(t.sizes)), numbers(t.sizes...))
}

// co64 says where they lie.
func (t *finishedTrack) co64(data uint64) []byte {
	list := numbers(0, len(t.runs))
	for _, r := range t.runs {
		list = binary.BigEndian.AppendUint64(list, data+r.offset)
	}
	return box("co64", list)
}
