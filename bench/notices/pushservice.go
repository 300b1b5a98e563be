package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"syscall"
	"time"
)

// pushService is the side of the parent.
type pushService struct{ *child }

// startPushService starts a service whose certificate the client trusts.
func startPushService(after time.Duration) (*pushService, error) {
	c, err := startChild("push-service", "-answer", after.String())
	if err != nil {
		return nil, err
	}
	unproven := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	res, err := unproven.Get(c.url + "/taken")
	if err != nil {
		return nil, errors.Join(err, c.stop())
	}
	_ = res.Body.Close()
	roots := x509.NewCertPool()
	roots.AddCert(res.TLS.PeerCertificates[0])
	c.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}}
	return &pushService{c}, nil
}

func (s *pushService) taken() (count int, err error) {
	err = s.ask("/taken", nil, &count)
	return count, err
}

// servePushes takes everything, after a while. It has what the others leave of the processors: a
// push service is somebody else's machine.
func servePushes(after time.Duration) error {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
		return err
	}
	var count atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/taken", answer(func(any) (any, error) { return count.Load(), nil }))
	mux.HandleFunc("/push/", func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(after)
		count.Add(1)
		w.WriteHeader(http.StatusCreated)
	})
	server := httptest.NewUnstartedServer(mux)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	return serveParent(server.URL)
}
