package app

// wireTipsRecordings lets those watch the recording of a public show, once it is shared, who tipped in it.
func wireTipsRecordings(s *Services) { s.recordings.Tips = s.tips }
