package messages

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("messages", lang.Mark("Messages that you wrote"),
	personal.Table{Name: "messages", Views: []personal.View{
		{Owner: "sender_id", Where: "deleted_at = 0", Fields: "id conversation_id kind text anonymous:flag created_at:time", Kept: personal.Shared},
	}},
	personal.Table{Name: "conversations", Views: []personal.View{
		{Owner: "owner_id", Fields: "id kind created_at:time closed_at:time", Kept: personal.Shared},
		{Owner: "first_id", Fields: "id kind created_at:time closed_at:time", Kept: personal.Shared},
		{Owner: "second_id", Fields: "id kind created_at:time closed_at:time", Kept: personal.Shared},
	}},
	personal.Table{Name: "conversation_participants", Views: []personal.View{
		{Owner: "other_id", Kept: personal.Shared, Blank: "other_name"},
		{Owner: "account_id", Fields: "conversation_id read_seq unread blocked:flag hidden:flag activity_at:time", Kept: personal.Shared},
	}},
	personal.Table{Name: "conversation_preferences", Views: []personal.View{
		{Owner: "account_id", Fields: "read_marks:flag typing:flag presence:flag", Gone: true},
	}},
	personal.Table{Name: "conversation_stays", Views: []personal.View{
		{Owner: "account_id", Fields: "conversation_id joined_at:time left_at:time", Gone: true},
	}},
	personal.Table{Name: "message_reports", Views: []personal.View{
		{Owner: "reporter_id", Fields: "id conversation_id message_id reason note created_at:time closed_at:time", Kept: personal.Log},
	}},
)
