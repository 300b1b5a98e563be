# Limelight. `make` alone lists what there is.
SHELL := /bin/bash
export CGO_ENABLED ?= 0
# The picture codecs are the ones inside the program, never a library of the system.
# With the same flags everywhere, what one step compiled is not compiled again.
export GOFLAGS ?= -tags=nodynamic -trimpath
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
ADDR ?= :8080
DATA ?= data

.DEFAULT_GOAL := help

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## build if needed and start on http://localhost:8080, with demo people on the first start
	@exec bin/limelight serve --addr $(ADDR) --data $(DATA) --demo

build: bin/limelight ## make bin/limelight, the whole product in one file

test: ## run everything: Go on both databases, the web app, real browsers
	@scripts/test.sh

dev: web/node_modules ## start the API on :8080 and the web app with live reload on :5173
	@scripts/dev.sh

generate: web/node_modules ## write the OpenAPI document and the web app's types anew
	@fresh=$$(mktemp) && go run ./cmd/limelight openapi > $$fresh && cp $$fresh internal/app/openapi.json && rm $$fresh
	cd web && npm run --silent generate

fuzz: need-go ## look for inputs that break a parser: FUZZTIME=60s each, FUZZ=pattern for some
	@scripts/fuzz.sh

lint: web/node_modules ## static checks of Go and of the web app
	@scripts/lint.sh

bench: build ## measure, and print the table of docs/performance.md
	@scripts/bench.sh

clean: ## remove what was built (never the data)
	rm -rf bin web/node_modules web/dist/assets web/dist/index.html

# --- files -------------------------------------------------------------------

GO_FILES := $(shell find cmd internal migrations demo web -name '*.go' -not -path '*/node_modules/*' -not -name '*_test.go' 2>/dev/null)
DATA_FILES := $(shell find migrations locales demo/media internal/app -type f -not -name '*.go' 2>/dev/null)
WEB_FILES := $(shell find web/src web/i18n locales web/public web/index.html web/afterPaint.ts web/bareAddresses.ts web/vite.config.ts web/vite.opening.config.ts -type f 2>/dev/null)

bin/limelight: $(GO_FILES) $(DATA_FILES) go.mod go.sum web/dist/index.html | need-go
	@echo "building bin/limelight (the first time takes some minutes)"
	go build -ldflags "-s -w -X main.version=$(VERSION)" -o $@ ./cmd/limelight

web/dist/index.html: $(WEB_FILES) web/package-lock.json | web/node_modules
	@echo "building the web app"
	cd web && npm run --silent build

web/node_modules: web/package-lock.json | need-node
	@echo "installing the web app's packages"
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

need-go:
	@command -v go >/dev/null || { echo "Go is missing. Install Go 1.26: https://go.dev/dl/"; exit 1; }

need-node:
	@command -v npm >/dev/null || { echo "Node is missing. Install Node 20.19 or newer: https://nodejs.org/en/download"; exit 1; }

.PHONY: help run build test dev generate fuzz lint bench clean need-go need-node
