import { useEffect, useRef, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { showToast } from "../ui/toast.ts";
import type { Route } from "./route.ts";
import { replaceRoute } from "./useRoute.ts";

/** Pairs this origin with the runner whose printed address was opened. The token leaves the address at once. */
export function Pairing({ api, route }: { readonly api: EngineApi; readonly route: Route }) {
  const [refused, setRefused] = useState<string | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  const token = route.kind === "pair" ? route.token : null;
  useEffect(() => {
    if (token === null) return;
    replaceRoute({ kind: "home" });
    void api.pair(token).then((answer) => {
      if (!answer.ok) setRefused(answer.refusal.message);
      else {
        const names = answer.value.workspaces.map(({ name }) => name).join(", ");
        showToast({ tone: "ok", text: `Paired with the runner${names === "" ? "" : ` · ${names}`}` });
      }
    });
  }, [api, token]);
  return (
    <Dialog
      open={refused !== null}
      onClose={() => setRefused(null)}
      title="The runner did not accept this address"
      width="narrow"
      initialFocus={close}
      description={refused}
      actions={
        <Button ref={close} variant="primary" onClick={() => setRefused(null)}>
          Go on without it
        </Button>
      }
    >
      <p>Open the address that the runner printed last. An older one is of no use after its token was revoked.</p>
    </Dialog>
  );
}
