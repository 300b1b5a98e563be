package hls

// Runs reports that Run has begun, so that rooms are bridged.
func (s *Server) Runs() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life != nil
}
