import { useState } from "react";
import type { TokenEntry } from "../../protocol/runnerKept.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type AskedChange, ConfirmChange } from "./ConfirmChange.tsx";
import { KeptList, KeptRow } from "./KeptList.tsx";
import { KeptSection } from "./KeptSection.tsx";
import type { Kept } from "./useKept.ts";

export function TokenSettings({ kept }: { readonly kept: Kept }) {
  const [asked, setAsked] = useState<AskedChange | null>(null);
  return (
    <KeptSection
      title="Access"
      about="Who holds one of these tokens may use the runner. The printed address carries one; browsers that opened it keep it."
      kept={kept}
    >
      {({ tokens }) => (
        <>
          <KeptList label="Tokens">
            {tokens.map((token) => (
              <KeptRow
                key={token.id}
                name={token.id === ofFile ? "The token of --token-file" : token.id}
                mono={token.id !== ofFile}
                mark={token.own === true && <Chip tone="accent">this page</Chip>}
                detail={
                  <>
                    made <RelativeTime at={token.createdAt} />
                    {token.id === ofFile && " · end it by deleting the file and starting the runner again"}
                  </>
                }
                actions={
                  token.id !== ofFile && (
                    <Button
                      size="small"
                      aria-label={`Revoke ${token.id}`}
                      onClick={() => setAsked(revocation(token, tokens.length === 1))}
                    >
                      Revoke
                    </Button>
                  )
                }
              />
            ))}
          </KeptList>
          <ConfirmChange asked={asked} kept={kept} onClose={() => setAsked(null)} />
        </>
      )}
    </KeptSection>
  );
}

/** The id of the only token of a runner that was started with `--token-file`. */
const ofFile = "file";

function revocation({ id, own }: TokenEntry, last: boolean): AskedChange {
  return {
    title: own === true ? "Revoke the token of this page?" : `Revoke the token ${id}?`,
    action: "Revoke",
    consequence: `Every page that holds it is refused from now on${own === true ? ", this one too" : ""}.${
      own === true || last ? " Start the runner again and open the address that it prints, to pair anew." : ""
    }`,
    change: { kind: "revoke-token", id },
  };
}
