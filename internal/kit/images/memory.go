package images

import "image/color"

// The canvas that every image is redrawn on, in bytes a pixel.
const canvas = 4

// memoryPerPixel is how many bytes a pixel takes, at the most, while an image is
// decoded, redrawn and turned upright.
func memoryPerPixel(kind Kind, model color.Model, data []byte) int {
	n := canvas
	if orientation(kind, data) != 1 {
		n += canvas
	}
	switch kind {
	case JPEG:
		return n + jpegMemory(model, data)
	case PNG: // and up to half as much for a pass of an interlaced one
		return n + pngMemory(model)*3/2
	case WebP: // lossless: its own pixels and those that are handed over
		return n + 8
	}
	return n + 2 // GIF: a palette's index
}

// jpegMemory counts samples without looking at which of them are halved. A progressive
// JPEG is kept as coefficients of four bytes until its last scan.
func jpegMemory(model color.Model, data []byte) int {
	samples, converted := 3, 0
	switch model {
	case color.GrayModel:
		samples = 1
	case color.CMYKModel:
		samples, converted = 4, 4
	}
	if !isSequential(data) {
		samples *= 5
	}
	return samples + converted
}

func pngMemory(model color.Model) int {
	switch model {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 4
}
