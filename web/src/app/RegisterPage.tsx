import RegisterUserPage from "@/features/auth/RegisterUserPage";
import { signInSlots } from "./signInSlots";

/** /auth/register/user */
export default function RegisterPage() {
  return <RegisterUserPage SignInWays={signInSlots.SignInWays} />;
}
