package sfu

import (
	"strings"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/utils/protojson"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/wsframe"
)

// A client's ICE candidates are addresses to which the engine would send. It needs none:
// it learns where a client is from the checks that reach it, directly or by the relay
// beside it. So nobody tells it where to send (decision 49).

// filterSignal is what the engine is given of a client's message; nil is nothing. What cannot
// be read is an error, because the engine might read it.
func filterSignal(m wsframe.Message) ([]byte, error) {
	read, write := proto.Unmarshal, proto.Marshal
	if m.Text {
		read, write = protojson.Unmarshal, protojson.Marshal
	}
	said := new(livekit.SignalRequest)
	if err := read(m.Data, said); err != nil {
		return nil, err
	}
	switch keep, changed := withoutAddresses(said); {
	case !keep:
		return nil, nil
	case !changed:
		return m.Data, nil
	}
	return write(said)
}

// withoutAddresses takes the addresses out of a client's message, and says whether
// anything of it is left for the engine, and whether it is another now. What lets the
// engine play at failures is for its own developers.
func withoutAddresses(said *livekit.SignalRequest) (keep, changed bool) {
	if said.GetTrickle() != nil || said.GetSimulate() != nil {
		return false, true
	}
	return true, stripCandidates(said.GetOffer(), said.GetAnswer(), said.GetSyncState().GetOffer(), said.GetSyncState().GetAnswer())
}

// stripCandidates takes the candidates out of session descriptions, which may be nil.
func stripCandidates(list ...*livekit.SessionDescription) (changed bool) {
	for _, d := range list {
		if sdp := withoutCandidates(d.GetSdp()); sdp != d.GetSdp() {
			d.Sdp, changed = sdp, true
		}
	}
	return changed
}

// withoutCandidates takes the candidates out of a session description (RFC 8839 §5.1) or
// a fragment of one. The engine's reader skips either half of a line's end before a line.
func withoutCandidates(sdp string) string {
	const candidate = "a=candidate"
	if !strings.Contains(sdp, candidate) {
		return sdp
	}
	var out strings.Builder
	dropping := false
	for line := range strings.SplitAfterSeq(sdp, "\n") {
		for part := range strings.SplitAfterSeq(line, "\r") {
			dropping = strings.HasPrefix(part, candidate) || dropping && part == "\n"
			if !dropping {
				out.WriteString(part)
			}
		}
	}
	return out.String()
}
