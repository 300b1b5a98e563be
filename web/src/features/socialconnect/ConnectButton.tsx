import type { ReactNode } from "react";
import { messageOf } from "@/api/errors";
import { Button, type ButtonVariant } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { useConnect } from "./api";
import { XMark } from "./XMark";

type ConnectButtonProps = {
  variant?: ButtonVariant;
  /** Where a login leads. */
  next?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** Leaves for X, which asks whether that is wanted. */
export function ConnectButton(props: ConnectButtonProps) {
  const { variant = "outline", next, className, children } = props;
  const connect = useConnect(next);
  return (
    <div className={className}>
      <Button
        variant={variant}
        className="w-full"
        pending={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        <XMark />
        {children}
      </Button>
      {connect.error && <FieldError>{messageOf(connect.error)}</FieldError>}
    </div>
  );
}
