package transcode

import (
	"strconv"
	"strings"
)

// Orientation says how a stored picture is to be shown: first mirrored from side to side, when it is, then turned clockwise by so many quarters.
type Orientation struct {
	Mirrored bool `json:"mirrored"`
	Quarters int  `json:"quarters"` // 0 to 3
}

func (o Orientation) upright() bool { return o == Orientation{} }

// sideways tells whether width and height change places.
func (o Orientation) sideways() bool { return o.Quarters%2 == 1 }

// filters turn a stored picture into the one that is shown.
func (o Orientation) filters() []string {
	var list []string
	if o.Mirrored {
		list = append(list, "hflip")
	}
	switch o.Quarters {
	case 1:
		list = append(list, "transpose=clock")
	case 2:
		list = append(list, "hflip", "vflip")
	case 3:
		list = append(list, "transpose=cclock")
	}
	return list
}

// parseMatrix reads a display matrix as ffprobe prints it: a line each for its rows, with the line's number in front. Only quarter turns and
// mirrors are ok: there is no right rectangle for anything else.
func parseMatrix(text string) (o Orientation, ok bool) {
	var m [2][2]int64
	rows := 0
	for line := range strings.Lines(text) {
		_, numbers, cut := strings.Cut(line, ":")
		fields := strings.Fields(numbers)
		if !cut || len(fields) < 2 {
			continue
		}
		for i := range 2 {
			n, err := strconv.ParseInt(fields[i], 10, 64)
			if err != nil {
				return o, false
			}
			m[rows][i] = n
		}
		if rows++; rows == 2 {
			return orientationOf(m)
		}
	}
	return o, false
}

// orientationOf is that of the matrix (x', y') = (a·x + c·y, b·x + d·y) with the rows (a, b) and (c, d); y goes down.
func orientationOf(m [2][2]int64) (o Orientation, ok bool) {
	signs := [2][2]int{{sign(m[0][0]), sign(m[0][1])}, {sign(m[1][0]), sign(m[1][1])}}
	switch signs {
	case [2][2]int{{1, 0}, {0, 1}}:
		return Orientation{}, true
	case [2][2]int{{0, 1}, {-1, 0}}:
		return Orientation{Quarters: 1}, true
	case [2][2]int{{-1, 0}, {0, -1}}:
		return Orientation{Quarters: 2}, true
	case [2][2]int{{0, -1}, {1, 0}}:
		return Orientation{Quarters: 3}, true
	case [2][2]int{{-1, 0}, {0, 1}}:
		return Orientation{Mirrored: true}, true
	case [2][2]int{{0, -1}, {-1, 0}}: // mirrored: x' = -y, y' = -x
		return Orientation{Mirrored: true, Quarters: 1}, true
	case [2][2]int{{1, 0}, {0, -1}}:
		return Orientation{Mirrored: true, Quarters: 2}, true
	case [2][2]int{{0, 1}, {1, 0}}:
		return Orientation{Mirrored: true, Quarters: 3}, true
	}
	return o, false
}

// one is 1 in the matrix' fixed point; less than an eightieth of it, about a degree's tilt, is none.
const one = 1 << 16

func sign(n int64) int {
	switch {
	case n > one/80:
		return 1
	case n < -one/80:
		return -1
	}
	return 0
}
