package sfu

import (
	"slices"
	"sync"

	"github.com/livekit/livekit-server/pkg/clientconfiguration"
	"github.com/livekit/protocol/livekit"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// The engine has no right to receive pictures without the sound. What it has is
// rules about weak devices, which it offers no codec that they cannot decode. A
// muted connection is such a device: the proxy, which everybody passes, writes
// its model into the connection, whatever the client says of itself.

// errNoMute answers the wish for silence where it cannot be kept: a remote engine
// does not know the rule.
var errNoMute = fault.New(fault.Unavailable, "Pictures without their sound are not to be had here.")

// mutedModel is the model of a muted subscriber's device. Nobody gains by guessing it.
var mutedModel = sync.OnceValue(id.Secret)

// noAudioAttribute marks the token of a muted subscriber; the signature covers it.
const noAudioAttribute = "silent"

type mutedSubscriber struct{}

func (mutedSubscriber) Match(c *livekit.ClientInfo) (bool, error) {
	return c.GetDeviceModel() == mutedModel(), nil
}

// addMuteRule teaches the engines of this process the rule, before the first one
// reads its rules. It comes first and alone: a later one could replace it.
var addMuteRule = sync.OnceFunc(func() {
	rule := clientconfiguration.ConfigurationItem{
		Match:         mutedSubscriber{},
		Configuration: &livekit.ClientConfiguration{DisabledCodecs: &livekit.DisabledCodecs{Codecs: audioCodecs()}},
	}
	clientconfiguration.StaticConfigurations = slices.Insert(clientconfiguration.StaticConfigurations, 0, rule)
})

// unusedAudioCodec is an audio codec in which nothing is published here. It stays with
// muted subscribers, because the engine cannot speak to one that has none at all.
const unusedAudioCodec = "audio/PCMU"

// audioCodecs are the codecs in which sound is published.
func audioCodecs() (list []*livekit.Codec) {
	for _, mime := range []string{"audio/opus", "audio/red"} {
		list = append(list, &livekit.Codec{Mime: mime})
	}
	return list
}
