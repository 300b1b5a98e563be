package transcode

import (
	"slices"
	"strings"

	"limelight/internal/kit/fault"
)

// Transfer is how light becomes numbers.
type Transfer string

// The transfers that are told apart.
const (
	SDR Transfer = "sdr"
	PQ  Transfer = "pq"
	HLG Transfer = "hlg"
)

// Colour is how the picture's numbers are meant.
type Colour struct {
	Transfer  Transfer `json:"transfer"`
	Matrix    string   `json:"matrix"`    // as the filters name it: bt709, smpte170m, bt470bg, smpte240m, fcc, bt2020nc; gbr for RGB
	Primaries string   `json:"primaries"` // as the filters name it
	Full      bool     `json:"full"`      // full range
	Tagged    bool     `json:"tagged"`    // the file says so; otherwise it is the convention for a picture of this size
	Wide      bool     `json:"wide"`      // colours beyond BT.709: to be converted by zscale
}

// Refusals for colours.
var (
	ErrHDR = fault.New(fault.Unavailable, "This video is in HDR, and this site cannot convert it yet. Upload it in SDR, or tell the operator: "+
		"ffmpeg lacks the filters zscale and tonemap.").Coded("no_hdr")
	ErrColours = fault.New(fault.Unsupported, "The colours of this video are coded in a way that cannot be shown right. Export it in SDR (BT.709), HLG or HDR10.").
			Coded("colours")
)

// highDefinition is the least shorter side of a picture whose numbers are those of BT.709 when the file does not say.
const highDefinition = 577

var (
	matrices  = []string{"bt709", "smpte170m", "bt470bg", "smpte240m", "fcc", "bt2020nc"}
	narrow    = []string{"bt709", "smpte170m", "bt470bg", "bt470m", "smpte240m"}
	wide      = []string{"bt2020", "smpte431", "smpte432"}
	sdrCurves = []string{"bt709", "smpte170m", "bt470m", "bt470bg", "smpte240m", "iec61966-2-1", "iec61966-2-4", "bt1361e", "bt2020-10", "bt2020-12"}
)

// colourOf reads the tags, and fills in what they leave open.
func colourOf(s stream, shorter int) (Colour, error) {
	c := Colour{Matrix: known(s.Matrix), Primaries: known(s.Primaries), Tagged: known(s.Matrix) != ""}
	switch curve := known(s.Transfer); {
	case curve == "smpte2084":
		c.Transfer = PQ
	case curve == "arib-std-b67":
		c.Transfer = HLG
	case slices.Contains(sdrCurves, curve), curve == "" && c.Primaries != "bt2020" && c.Matrix != "bt2020nc":
		c.Transfer = SDR
	default: // linear or logarithmic light; or of HDR's space without a word on the curve
		return c, ErrColours
	}
	rgb := isRGB(s.PixelFormat)
	c.Full = s.Range == "pc" || rgb || strings.HasPrefix(s.PixelFormat, "yuvj")
	switch {
	case rgb:
		c.Matrix = "gbr"
	case c.Matrix == "" && c.Transfer != SDR:
		c.Matrix = "bt2020nc"
	case c.Matrix == "" && shorter >= highDefinition:
		c.Matrix = "bt709"
	case c.Matrix == "":
		c.Matrix = "smpte170m"
	case !slices.Contains(matrices, c.Matrix):
		return c, ErrColours
	}
	if c.Primaries == "" {
		c.Primaries = "bt709"
		if c.Transfer != SDR {
			c.Primaries = "bt2020"
		}
	}
	c.Wide = slices.Contains(wide, c.Primaries)
	if !c.Wide && !slices.Contains(narrow, c.Primaries) || rgb && (c.Wide || c.Transfer != SDR) {
		return c, ErrColours
	}
	return c, nil
}

// known is the tag, or nothing when the file leaves it open.
func known(tag string) string {
	switch tag {
	case "unknown", "reserved", "unspecified", "gbr":
		return ""
	}
	return tag
}

func isRGB(pixels string) bool {
	for _, start := range []string{"rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "pal8"} {
		if strings.HasPrefix(pixels, start) {
			return true
		}
	}
	return false
}

func hasAlpha(pixels string) bool {
	for _, start := range []string{"yuva", "gbrap", "rgba", "bgra", "argb", "abgr", "ya8", "ya16", "pal8", "ayuv"} {
		if strings.HasPrefix(pixels, start) {
			return true
		}
	}
	return false
}

// needsZscale tells whether the colours are beyond what a matrix converts.
func (c Colour) needsZscale() bool { return c.Transfer != SDR || c.Wide }
