import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { showToast } from "../ui/toast.ts";
import { useRunContext } from "./RunContext.ts";

/** Drives the run in this tab from now on, whether its owner answers or not. */
export function TakeOverButton() {
  const { api, stored } = useRunContext();
  const [busy, setBusy] = useState(false);
  const takeOver = async () => {
    setBusy(true);
    const answer = await api.takeOver(stored.summary.id);
    setBusy(false);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  return (
    <Button size="small" disabled={busy} onClick={() => void takeOver()}>
      {busy ? "Asking its tab …" : "Take over"}
    </Button>
  );
}
