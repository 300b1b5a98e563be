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
// silent connection is such a device: the proxy, which everybody passes, writes
// its model into the connection, whatever the client says of itself.

// errLoud answers the wish for silence where it cannot be kept: a remote engine
// does not know the rule.
var errLoud = fault.New(fault.Unavailable, "Pictures without their sound are not to be had here.")

// deaf is the model of a silent device. Nobody gains by guessing it.
var deaf = sync.OnceValue(id.Secret)

// silentAttribute marks a silent token; the signature covers it.
const silentAttribute = "silent"

type deafDevice struct{}

func (deafDevice) Match(c *livekit.ClientInfo) (bool, error) {
	return c.GetDeviceModel() == deaf(), nil
}

// deafen teaches the engines of this process the rule, before the first one
// reads its rules. It comes first and alone: a later one could replace it.
var deafen = sync.OnceFunc(func() {
	rule := clientconfiguration.ConfigurationItem{
		Match:         deafDevice{},
		Configuration: &livekit.ClientConfiguration{DisabledCodecs: &livekit.DisabledCodecs{Codecs: audible()}},
	}
	clientconfiguration.StaticConfigurations = slices.Insert(clientconfiguration.StaticConfigurations, 0, rule)
})

// plainVoice is an audio codec in which nothing is published here. It stays with
// silent devices, because the engine cannot speak to one that has none at all.
const plainVoice = "audio/PCMU"

// audible are the codecs in which sound is published.
func audible() (list []*livekit.Codec) {
	for _, mime := range []string{"audio/opus", "audio/red"} {
		list = append(list, &livekit.Codec{Mime: mime})
	}
	return list
}
