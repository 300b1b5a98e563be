// Package whiptest publishes and plays through the media engine as strangers
// do: by WHIP like OBS, and as a viewer that counts what it receives. It serves
// tests, browsers' stand-ins and load generators; the product does not use it.
package whiptest

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"

	"limelight/internal/kit/porttest"
	"limelight/internal/kit/sfu"
)

//go:embed card.h264
var cardVideo []byte

//go:embed card.ogg
var cardSound []byte

// Card is two seconds of a bright moving test card, 320×180 at 24 frames per
// second with a tone, in some 75 kB.
func Card() *sfu.Clip {
	clip, err := sfu.ReadClip(cardVideo, 24, cardSound)
	if err != nil {
		panic(err) // the files beside this one
	}
	return clip
}

// Open starts an embedded engine on free loopback ports for one test.
func Open(t testing.TB, change ...func(*sfu.Config)) *sfu.Engine {
	t.Helper()
	cfg := Config(t)
	for _, f := range change {
		f(&cfg)
	}
	e, err := sfu.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// Config is an engine on free loopback ports that does not wait for anybody.
func Config(t testing.TB) sfu.Config {
	t.Helper()
	cfg, err := FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	cfg.PictureEvery, cfg.Drain = time.Second, 50*time.Millisecond
	return cfg
}

// FreePorts is an engine for this machine only, on ports that nobody uses now.
func FreePorts() (sfu.Config, error) {
	media, err1 := porttest.Free()
	turn, err2 := porttest.Free()
	tcp, err3 := porttest.Free()
	return sfu.Config{NodeIP: "127.0.0.1", UDPPort: media, TURNPort: turn, TCPPort: tcp}, errors.Join(err1, err2, err3)
}

// Refused is an answer other than 2xx.
type Refused struct {
	Status int
	Body   string
}

func (r *Refused) Error() string { return fmt.Sprintf("refused with %d: %s", r.Status, r.Body) }

// Publisher is a WHIP session.
type Publisher struct {
	Answer   http.Header // of the POST: Location, ETag, Link
	Location string      // absolute

	key    string
	pc     *webrtc.PeerConnection
	end    context.CancelFunc
	feeds  sync.WaitGroup
	wanted atomic.Bool
	lost   chan struct{}
	once   sync.Once
}

// Publish opens a WHIP session at the address with a stream key or token,
// returns when media flows, and sends the clip until ctx ends or Close. A
// refusal by the server is a *Refused.
func Publish(ctx context.Context, address, key string, clip *sfu.Clip) (*Publisher, error) {
	p := &Publisher{key: key, lost: make(chan struct{})}
	pc, err := peer()
	if err != nil {
		return nil, err
	}
	p.pc = pc
	ctx, p.end = context.WithCancel(ctx)
	if err := p.open(ctx, address, clip); err != nil {
		p.end()
		pc.Close()
		return nil, err
	}
	return p, nil
}

// Lost is closed when the connection fails or the server ends it.
func (p *Publisher) Lost() <-chan struct{} { return p.lost }

// Close ends the session with DELETE and returns its status; 0 when the server
// did not answer. Only the first call does anything.
func (p *Publisher) Close() (status int) {
	p.once.Do(func() {
		p.end()
		p.feeds.Wait()
		if res, _, err := p.Do(context.Background(), http.MethodDelete, p.Location, nil, ""); err == nil {
			status = res.StatusCode
		}
		p.pc.Close()
	})
	return status
}

// Do sends a request of this session: headers are pairs.
func (p *Publisher) Do(ctx context.Context, method, address string, headers []string, body string) (*http.Response, string, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	req.Header.Set("Authorization", "Bearer "+p.key)
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res, string(text), err
}

// peer is a connection that offers what OBS offers: H264 baseline and Opus.
func peer() (*webrtc.PeerConnection, error) {
	m := &webrtc.MediaEngine{}
	feedback := []webrtc.RTCPFeedback{{Type: "nack"}, {Type: "nack", Parameter: "pli"}}
	err := errors.Join(
		m.RegisterCodec(webrtc.RTPCodecParameters{PayloadType: 96, RTPCodecCapability: webrtc.RTPCodecCapability{
			MimeType: webrtc.MimeTypeH264, ClockRate: 90000, RTCPFeedback: feedback,
			SDPFmtpLine: "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
		}}, webrtc.RTPCodecTypeVideo),
		m.RegisterCodec(webrtc.RTPCodecParameters{PayloadType: 111, RTPCodecCapability: webrtc.RTPCodecCapability{
			MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2, SDPFmtpLine: "minptime=10;useinbandfec=1",
		}}, webrtc.RTPCodecTypeAudio),
	)
	if err != nil {
		return nil, err
	}
	s := webrtc.SettingEngine{}
	s.SetIncludeLoopbackCandidate(true)
	return webrtc.NewAPI(webrtc.WithMediaEngine(m), webrtc.WithSettingEngine(s)).NewPeerConnection(webrtc.Configuration{})
}

func (p *Publisher) open(ctx context.Context, address string, clip *sfu.Clip) error {
	video, vs, err := p.track(webrtc.MimeTypeH264, "video")
	if err != nil {
		return err
	}
	audio, _, err := p.track(webrtc.MimeTypeOpus, "audio")
	if err != nil {
		return err
	}
	connected := make(chan struct{})
	var up, down sync.Once
	p.pc.OnConnectionStateChange(func(s webrtc.PeerConnectionState) {
		switch s {
		case webrtc.PeerConnectionStateConnected:
			up.Do(func() { close(connected) })
		case webrtc.PeerConnectionStateFailed, webrtc.PeerConnectionStateClosed, webrtc.PeerConnectionStateDisconnected:
			down.Do(func() { close(p.lost) })
		}
	})
	if err := p.negotiate(ctx, address); err != nil {
		return err
	}
	select {
	case <-connected:
	case <-p.lost:
		return errors.New("whip: the media connection failed")
	case <-ctx.Done():
		return fmt.Errorf("whip: no media connection: %w", ctx.Err())
	}
	p.feeds.Go(func() { p.listen(vs) })
	p.feeds.Go(func() { feed(ctx, video, clip.Video(func() bool { return p.wanted.Swap(false) })) })
	p.feeds.Go(func() { feed(ctx, audio, clip.Audio()) })
	context.AfterFunc(ctx, func() { vs.Stop() })
	return nil
}

func (p *Publisher) track(mime, name string) (*webrtc.TrackLocalStaticSample, *webrtc.RTPSender, error) {
	t, err := webrtc.NewTrackLocalStaticSample(webrtc.RTPCodecCapability{MimeType: mime}, name, "whip")
	if err != nil {
		return nil, nil, err
	}
	tr, err := p.pc.AddTransceiverFromTrack(t, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionSendonly})
	if err != nil {
		return nil, nil, err
	}
	return t, tr.Sender(), nil
}

func (p *Publisher) negotiate(ctx context.Context, address string) error {
	offer, err := p.pc.CreateOffer(nil)
	if err != nil {
		return err
	}
	gathered := webrtc.GatheringCompletePromise(p.pc)
	if err := p.pc.SetLocalDescription(offer); err != nil {
		return err
	}
	<-gathered
	res, answer, err := p.Do(ctx, http.MethodPost, address, []string{"Content-Type", "application/sdp"}, p.pc.LocalDescription().SDP)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusCreated {
		return &Refused{res.StatusCode, answer}
	}
	p.Answer = res.Header
	where, err := res.Request.URL.Parse(res.Header.Get("Location"))
	if err != nil {
		return err
	}
	p.Location = where.String()
	return p.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer})
}

// listen notes when the engine asks for a keyframe.
func (p *Publisher) listen(s *webrtc.RTPSender) {
	for {
		packets, _, err := s.ReadRTCP()
		if err != nil {
			return
		}
		for _, packet := range packets {
			if _, ok := packet.(*rtcp.PictureLossIndication); ok {
				p.wanted.Store(true)
			}
		}
	}
}

func feed(ctx context.Context, track *webrtc.TrackLocalStaticSample, samples iter.Seq2[[]byte, time.Duration]) {
	at := time.Now()
	due := time.NewTimer(0)
	defer due.Stop()
	for data, length := range samples {
		select {
		case <-ctx.Done():
			return
		case <-due.C:
		}
		if track.WriteSample(media.Sample{Data: data, Duration: length}) != nil {
			return
		}
		at = at.Add(length)
		due.Reset(time.Until(at))
	}
}

// Socket is the address that a viewer is given for a server's address.
func Socket(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Scheme = strings.Replace(u.Scheme, "http", "ws", 1)
	return u.String()
}
