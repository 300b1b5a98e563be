import { Component, type ReactNode } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { t } from "./texts";

type Props = { children: ReactNode };
type State = { error: unknown };

/** The last net: what breaks outside of any page still leaves words and a button. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-center">
        <div role="alert" className="grid justify-items-center gap-4">
          <h1 className="text-h1 font-extrabold">{t("Something went wrong!")}</h1>
          <p className="max-w-md text-fg2">{messageOf(this.state.error)}</p>
          <Button variant="brand" onClick={() => location.reload()}>
            {t("Reload")}
          </Button>
        </div>
      </main>
    );
  }
}
