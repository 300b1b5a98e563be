package account

import "runtime"

// FillQueue takes every turn to hash and every place to wait, from everywhere, until
// the returned function gives them back.
func FillQueue(s *Service) (free func()) {
	was := s.hasher.queue
	s.hasher.queue = newFairQueue(0, 0)
	return func() { s.hasher.queue = was }
}

// WhenWaiting lets nobody hash and runs do once somebody waits to, until the
// returned function ends that.
func WhenWaiting(s *Service, do func()) (free func()) {
	was := s.hasher.queue
	jam := newFairQueue(0, maxWaiting)
	s.hasher.queue = jam
	go func() {
		for {
			jam.mu.Lock()
			waits := jam.waiting > 0
			jam.mu.Unlock()
			if waits {
				do()
				return
			}
			runtime.Gosched()
		}
	}()
	return func() { s.hasher.queue = was }
}
