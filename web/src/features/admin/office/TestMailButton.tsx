import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { sendTestMail } from "./api";
import { t } from "./texts";

/** Sends the admin a mail now; what the mail server says of it is shown as it is. */
export function TestMailButton() {
  const sending = useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ to }) => toast.success(t("The mail server took a test mail to {to}.", { to })),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button
      size="sm"
      variant="outline"
      pending={sending.isPending}
      onClick={() => sending.mutate()}
    >
      <Send size={16} aria-hidden />
      {t("Send me a test mail")}
    </Button>
  );
}
