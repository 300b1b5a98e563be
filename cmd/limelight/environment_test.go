package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestUnknownVariablesAreRefused(t *testing.T) {
	var c commands
	model := kong.Must(&c, kong.DefaultEnvars("LIMELIGHT")).Model
	for given, meant := range map[string]string{
		"LIMELIGHT_TRUSTED_PROXIES=10.0.0.1": "LIMELIGHT_TRUSTED_PROXY?",
		"LIMELIGHT_PUBLICURL=https://x":      "LIMELIGHT_PUBLIC_URL?",
		"LIMELIGHT_=":                        "LIMELIGHT_",
	} {
		err := unknownVariables(model, []string{"PATH=/bin", given})
		if err == nil || !strings.Contains(err.Error(), meant) {
			t.Errorf("%s: got %v, want a hint at %s", given, err, meant)
		}
	}
	known := []string{"LIMELIGHT_DATA=x", "LIMELIGHT_DEMO=true", "LIMELIGHT_PUBLIC_URL=https://x", "LIMELIGHT_EMAIL=a@b.example", "HOME=/"}
	if err := unknownVariables(model, known); err != nil {
		t.Errorf("known variables: %v", err)
	}
}
