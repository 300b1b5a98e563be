package app

import (
	"strings"
	"testing"
)

func TestConfigRefusals(t *testing.T) {
	good := Config{Data: "data", Addr: ":8080"}
	if err := good.Validate(); err != nil {
		t.Fatalf("the defaults are refused: %v", err)
	}
	for want, change := range map[string]func(*Config){
		"--data":          func(c *Config) { c.Data = "" },
		"--database":      func(c *Config) { c.Database = "somewhere" },
		"need --database": func(c *Config) { c.Redis = "redis://127.0.0.1" },
		"--insecure-http": func(c *Config) { c.PublicURL = "http://example.com" },
		"--public-url":    func(c *Config) { c.PublicURL = "ftp://example.com" },
		"--trusted-proxy": func(c *Config) { c.TrustedProxies = []string{"everyone"} },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a refusal that names %s, got %v", want, err)
		}
	}
	for address, fine := range map[string]bool{
		"": true, "http://localhost:8080": true, "https://site.localhost": true, "http://127.0.0.1:8080": true, "http://[::1]:8080": true,
		"https://example.com": false, "https://192.168.1.5": false, "https://localhost.example.com": false,
	} {
		c := good
		c.Development, c.PublicURL = true, address
		if err := c.Validate(); fine != (err == nil) || !fine && !strings.Contains(err.Error(), "--development") {
			t.Errorf("development mode at %q: %v", address, err)
		}
	}
	secret := Config{Data: "data", Database: "postgres://me:hunter2@"}
	if err := secret.Validate(); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the refusal tells the password: %v", err)
	}
}

func TestOrigin(t *testing.T) {
	for addr, want := range map[string]string{
		":8080": "http://localhost:8080", "127.0.0.1:9000": "http://localhost:9000", "[::1]:7000": "http://localhost:7000",
	} {
		if got := (Config{Addr: addr}).origin(); got != want {
			t.Errorf("%s is %s, want %s", addr, got, want)
		}
	}
	if got := (Config{PublicURL: "https://example.com/"}).origin(); got != "https://example.com" {
		t.Errorf("a trailing slash stays: %s", got)
	}
}
