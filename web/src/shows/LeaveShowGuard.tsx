import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { t } from "./texts";

type LeaveShowGuardProps = {
  title: string;
  description: string;
  /** Asked at the moment of leaving: what is drawn may be older. */
  isOn: () => boolean;
  /** Closing or reloading the tab would end it, too. */
  endsWithTab: boolean;
  /** Ends the show, or this person's part in it. */
  onEnd: () => Promise<unknown>;
  verb?: string;
};

/** Nobody leaves a running show by mistake: links ask here, closing the tab asks the browser's way. */
export function LeaveShowGuard(props: LeaveShowGuardProps) {
  const {
    title,
    description,
    isOn,
    endsWithTab,
    onEnd,
    verb = t("End the show and leave"),
  } = props;
  const [isEnding, setIsEnding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isOn() && current.pathname !== next.pathname,
    enableBeforeUnload: endsWithTab,
    withResolver: true,
  });

  function stay() {
    setProblem(undefined);
    reset?.();
  }

  async function endAndLeave() {
    setIsEnding(true);
    setProblem(undefined);
    try {
      await onEnd();
      proceed?.();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <Dialog
      leaving
      open={status === "blocked"}
      onClose={stay}
      title={title}
      description={description}
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={stay} data-autofocus>
            {t("Stay")}
          </Button>
          <Button variant="danger" pending={isEnding} onClick={endAndLeave}>
            {verb}
          </Button>
        </>
      }
    >
      {problem && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}
