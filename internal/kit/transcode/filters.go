package transcode

import (
	"fmt"
	"strings"
)

// Tone mapping of PQ and HLG. With white at toneWhite cd/m² and highlights up to tonePeak, greys are where BT.2446 method A puts them, within 3 % of the scale.
const (
	toneWhite = 150
	tonePeak  = 1000
)

// picture are the filters from a decoded picture to one of that size, upright, in BT.709 with 4:2:0 and 8 bits. Sizes are shrunk before anything costly
// is done.
func (v *Video) picture(width, height int) string {
	if v.Orientation.sideways() {
		width, height = height, width
	}
	var f []string
	if v.Colour.needsZscale() {
		f = append(f, v.scaled(width, height, v.Colour.Matrix, v.Colour.Full, "yuv444p12le")...)
		if v.Alpha {
			f = append(f, "format=yuva444p12le", "premultiply=inplace=1", "format=yuv444p12le")
		}
		f = append(f, v.Colour.convert()...)
	} else {
		middle := "yuv420p"
		if v.Alpha {
			middle = "yuva444p"
		}
		f = append(f, v.scaled(width, height, "bt709", false, middle)...)
		if v.Alpha {
			f = append(f, "premultiply=inplace=1") // what is transparent is black
		}
	}
	f = append(f, "setsar=1")
	f = append(f, v.Orientation.filters()...)
	f = append(f, "format=yuv420p", "sidedata=mode=delete",
		"setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709")
	return strings.Join(f, ",")
}

// timed are the filters that make of the stream's own times a constant frame rate, from zero on and for as long as is wanted.
func (v *Video) timed(rate Rational) string {
	f := fmt.Sprintf("fps=fps=%s:start_time=0,tpad=stop=-1:stop_mode=clone", rate)
	if v.Interlaced {
		return "bwdif=mode=send_frame:parity=auto:deint=all," + f
	}
	return f
}

// scaled shrinks the picture, to that matrix and range.
func (v *Video) scaled(width, height int, matrix string, full bool, pixels string) []string {
	from := ""
	if v.Colour.Matrix != "gbr" {
		from = ":in_color_matrix=" + scaleMatrix(v.Colour.Matrix)
	}
	return []string{
		fmt.Sprintf("scale=w=%d:h=%d:flags=bicubic+accurate_rnd+full_chroma_int%s:in_range=%s:out_color_matrix=%s:out_range=%s",
			width, height, from, rangeName(v.Colour.Full), scaleMatrix(matrix), rangeName(full)),
		"format=" + pixels,
	}
}

// scaleMatrix is the scaler's name of a matrix.
func scaleMatrix(matrix string) string {
	switch matrix {
	case "bt2020nc":
		return "bt2020"
	case "bt470bg":
		return "bt470"
	}
	return matrix
}

func rangeName(full bool) string {
	if full {
		return "pc"
	}
	return "tv"
}

// convert are the filters from colours that are not BT.709's.
func (c Colour) convert() []string {
	curve := "bt709"
	switch c.Transfer {
	case PQ:
		curve = "smpte2084"
	case HLG:
		curve = "arib-std-b67"
	}
	tagged := fmt.Sprintf("setparams=range=%s:color_primaries=%s:color_trc=%s:colorspace=%s", rangeName(c.Full), c.Primaries, curve, c.Matrix)
	if c.Transfer == SDR {
		return []string{tagged, "zscale=p=bt709:t=bt709:m=bt709:r=tv"}
	}
	return []string{
		tagged, fmt.Sprintf("zscale=t=linear:npl=%d", toneWhite), "format=gbrpf32le", "zscale=p=bt709",
		fmt.Sprintf("tonemap=tonemap=hable:desat=0:peak=%.4f", float64(tonePeak)/toneWhite), "zscale=t=bt709:m=bt709:r=tv",
	}
}

// soundRate is that of what is encoded, in samples a second.
const soundRate = 48000

// stereo are the filters to two channels whose times agree with the picture's: gaps are filled, and drift is stretched away. Silence follows
// the end.
func (s *Sound) stereo() string {
	f := fmt.Sprintf("aresample=%d:async=1000:min_hard_comp=0.03:first_pts=0", soundRate)
	if s.Layout == "" && s.Channels > 2 {
		f = "pan=stereo|c0=c0|c1=c1," + f // nobody knows which is where
	}
	return f + ",aformat=sample_fmts=fltp:channel_layouts=stereo,apad"
}
