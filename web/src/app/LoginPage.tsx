import LoginUserPage from "@/features/auth/LoginUserPage";
import { signInSlots } from "./signInSlots";

/** /auth/login/user */
export default function LoginPage() {
  return <LoginUserPage SignInWays={signInSlots.SignInWays} />;
}
