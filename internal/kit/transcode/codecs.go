package transcode

import "strings"

// decoders are ffmpeg's that a stranger's file may reach, by what they decode. Each is wide-spread, or what a camera writes.
var pictureDecoders = map[string]string{
	"h264": "h264", "hevc": "hevc", "vp8": "vp8", "vp9": "vp9,libvpx-vp9", "av1": "libdav1d,libaom-av1,av1", "mpeg4": "mpeg4",
	"msmpeg4v2": "msmpeg4v2", "msmpeg4v3": "msmpeg4", "mpeg2video": "mpeg2video", "mpeg1video": "mpeg1video", "prores": "prores", "mjpeg": "mjpeg",
	"dvvideo": "dvvideo", "dnxhd": "dnxhd", "wmv2": "wmv2", "wmv3": "wmv3", "vc1": "vc1", "theora": "theora", "h263": "h263", "flv1": "flv",
	"v210": "v210", "rawvideo": "rawvideo", "qtrle": "qtrle", "ffv1": "ffv1",
}

var soundDecoders = map[string]string{
	"aac": "aac", "mp3": "mp3float,mp3", "mp2": "mp2float,mp2", "ac3": "ac3", "eac3": "eac3", "opus": "opus,libopus", "vorbis": "vorbis", "flac": "flac",
	"alac": "alac", "dts": "dca", "amr_nb": "amrnb", "wmav1": "wmav1", "wmav2": "wmav2", "wmapro": "wmapro",
	"pcm_s16le": "pcm_s16le", "pcm_s16be": "pcm_s16be", "pcm_s24le": "pcm_s24le", "pcm_s24be": "pcm_s24be", "pcm_s32le": "pcm_s32le",
	"pcm_s32be": "pcm_s32be", "pcm_f32le": "pcm_f32le", "pcm_f32be": "pcm_f32be", "pcm_u8": "pcm_u8", "pcm_s8": "pcm_s8", "pcm_alaw": "pcm_alaw",
	"pcm_mulaw": "pcm_mulaw",
}

// captions are decoders that ffprobe opens for what goes with a video, and never runs.
const captions = "mov_text,srt,subrip,ass,ssa,webvtt,text,dvdsub,pgssub,cc_dec,eia_608"

// whitelist is the list of all decoders for ffmpeg's -codec_whitelist, of which it wants the names of the decoders.
func whitelist() string {
	all := []string{captions}
	for _, of := range []map[string]string{pictureDecoders, soundDecoders} {
		for _, names := range of {
			all = append(all, names)
		}
	}
	return strings.Join(all, ",")
}

// input are the arguments before a file of a stranger's: what may be read, and by what.
func (v *Video) input() []string {
	return []string{
		"-protocol_whitelist", "file,pipe", "-format_whitelist", v.Format, "-codec_whitelist", whitelist(), "-f", v.Format,
	}
}

// address is the file as ffmpeg's file protocol takes it: a name that begins with a dash or has a colon means nothing to it.
func (v *Video) address() string { return "file:" + v.Path }
