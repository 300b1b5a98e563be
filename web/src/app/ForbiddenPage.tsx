import { useTitle } from "@/settings/useTitle";
import { StatusPage } from "./StatusPage";

export default function ForbiddenPage() {
  useTitle("Not for this account");
  return (
    <StatusPage code="403" title="This page is not for your account">
      You are logged in with another kind of account than this page is made for.
    </StatusPage>
  );
}
