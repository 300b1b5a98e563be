package push_test

import (
	"bytes"
	"crypto/ecdh"
	"encoding/base64"
	"testing"

	"limelight/internal/kit/push"
	"limelight/internal/kit/push/pushtest"
)

func raw(t *testing.T, text string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The examples of RFC 8188: 3.1 to the letter, and both are read.
func TestVectorsOfRFC8188(t *testing.T) {
	for section, v := range map[string]struct{ secret, body string }{
		"3.1": {"yqdlZ-tYemfogSmv7Ws5PQ", "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"},
		"3.2": {"BO3ZVPxUlnLORbVGMpbT1Q", "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA"},
	} {
		text, err := pushtest.Open(raw(t, v.body), raw(t, v.secret))
		if err != nil || string(text) != "I am the walrus" {
			t.Errorf("%s is read as %q, %v", section, text, err)
		}
		if section != "3.1" { // of two records, which no push has
			continue
		}
		got, err := push.Encrypt(raw(t, v.secret), raw(t, v.body)[:16], nil, []byte("I am the walrus"))
		if err != nil || !bytes.Equal(got, raw(t, v.body)) {
			t.Errorf("%s is written as %x, %v", section, got, err)
		}
	}
}

// The example of RFC 8291, 5 and appendix A.
func TestVectorOfRFC8291(t *testing.T) {
	const message = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
		"yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	const text = "When I grow up, I want to be a watermelon"
	key, err := ecdh.P256().NewPrivateKey(raw(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	if err != nil {
		t.Fatal(err)
	}
	browser := pushtest.Browser{Endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", Key: key, Auth: raw(t, "BTBZMqHH6r4Tts7J_aSIgg")}
	if got, _, err := browser.Open(raw(t, message)); err != nil || string(got) != text {
		t.Errorf("read as %q, %v", got, err)
	}
	once, err := ecdh.P256().NewPrivateKey(raw(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := parse(t, browser).SealWith(once, raw(t, "DGv6ra1nlYgDCS1FRnbzlw"), []byte(text))
	if err != nil || !bytes.Equal(got, raw(t, message)) {
		t.Errorf("written as %s, %v", base64.RawURLEncoding.EncodeToString(got), err)
	}
}

func parse(t *testing.T, b pushtest.Browser) push.Subscription {
	t.Helper()
	s, err := push.ParseSubscription(b.Endpoint, b.P256dh(), b.AuthText())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
