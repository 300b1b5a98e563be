package hls

// A camera that is off leaves its last picture standing in every player. Nothing
// is encoded here, but one picture needs no encoder: a grey one.

// blank is a grey picture, which needs no other one, of the given even size, with
// its own parameters (H.264, baseline profile, CAVLC). Two that follow each other
// differ in number, 0 or 1.
func blank(width, height, number int) [][]byte {
	across, down := (width+15)/16, (height+15)/16
	return [][]byte{blankSPS(across, down, width, height), blankPPS(), blankSlice(across*down, number)}
}

// blankSPS is of frames of so many macroblocks, cropped to the size (§7.3.2.1.1).
func blankSPS(across, down, width, height int) []byte {
	w := &bits{data: []byte{0x67, 66, 0xc0, 40}} // baseline, which any decoder knows; level 4.0
	w.ue(0)                                      // seq_parameter_set_id
	w.ue(0)                                      // log2_max_frame_num: 4 bits
	w.ue(2)                                      // pic_order_cnt_type: in the order of decoding
	w.ue(1)                                      // max_num_ref_frames
	w.put(0, 1)                                  // no gaps in frame numbers
	w.ue(across - 1)
	w.ue(down - 1)
	w.put(1, 1) // frames, no fields
	w.put(1, 1) // direct_8x8_inference
	right, below := (across*16-width)/2, (down*16-height)/2
	if right == 0 && below == 0 {
		w.put(0, 1)
	} else {
		w.put(1, 1)
		for _, n := range []int{0, right, 0, below} {
			w.ue(n)
		}
	}
	w.put(0, 1) // no VUI
	return w.end()
}

// blankPPS is of the simplest kind (§7.3.2.2).
func blankPPS() []byte {
	w := &bits{data: []byte{0x68}}
	w.ue(0)     // pic_parameter_set_id
	w.ue(0)     // seq_parameter_set_id
	w.put(0, 2) // CAVLC, no bottom field order
	w.ue(0)     // one slice group
	w.ue(0)
	w.ue(0)
	w.put(0, 3) // no weighted prediction
	for range 3 {
		w.ue(0) // quantizers
	}
	w.put(0, 3)
	return w.end()
}

// blankSlice is a whole picture whose every macroblock is what is expected where
// nothing is known: the middle of all values (§8.3.3).
func blankSlice(macroblocks, number int) []byte {
	w := &bits{data: []byte{0x65}}
	w.ue(0)      // first_mb_in_slice
	w.ue(7)      // slice_type: I alone
	w.ue(0)      // pic_parameter_set_id
	w.put(0, 4)  // frame_num
	w.ue(number) // idr_pic_id
	w.put(0, 2)  // dec_ref_pic_marking: an output like any other, no long-term reference
	w.ue(0)      // slice_qp_delta
	for range macroblocks {
		w.ue(3)     // mb_type: Intra 16×16 by the mean of its neighbours, without residue
		w.ue(0)     // intra_chroma_pred_mode: likewise
		w.ue(0)     // mb_qp_delta
		w.put(1, 1) // coeff_token: none
	}
	return w.end()
}

// bits writes a NAL unit.
type bits struct {
	data []byte
	left int // unused bits of the last byte
}

func (w *bits) put(value uint32, count int) {
	for i := count - 1; i >= 0; i-- {
		if w.left == 0 {
			w.data, w.left = append(w.data, 0), 8
		}
		w.left--
		w.data[len(w.data)-1] |= byte(value>>i&1) << w.left
	}
}

// ue writes an Exp-Golomb number (§9.1).
func (w *bits) ue(value int) {
	n := uint32(value + 1)
	length := 0
	for n>>length > 1 {
		length++
	}
	w.put(0, length)
	w.put(n, length+1)
}

// end closes the unit; no zeros that could be taken for a start code are left.
func (w *bits) end() []byte {
	w.put(1, 1)
	safe, zeros := make([]byte, 0, len(w.data)+8), 0
	for _, b := range w.data {
		if zeros == 2 && b <= 3 {
			safe, zeros = append(safe, 3), 0
		}
		safe = append(safe, b)
		zeros++
		if b != 0 {
			zeros = 0
		}
	}
	return safe
}
