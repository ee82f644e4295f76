import { TriangleAlert } from "lucide-react";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import { Chip } from "../ui/Chip.tsx";
import { permissionTexts } from "./permissionText.ts";
import "./PermissionList.css";

/** What a workflow may do on this machine, in plain words; what was not allowed before is marked. */
export function PermissionList({ asked }: { readonly asked: WorkflowPermissions }) {
  const texts = permissionTexts(asked);
  const someKnown = texts.some(({ isNew }) => !isNew);
  return (
    <ul className="permissions" aria-label="Permissions">
      {texts.map((text) => (
        <li className="permission" key={`${text.action} ${text.subject}`}>
          <div className="permission-head">
            <span>{text.action}</span>
            {text.isNew && someKnown && <Chip tone="wait">new</Chip>}
          </div>
          <code>{text.subject}</code>
          <p className={text.trouble ? "permission-trouble" : undefined}>
            {text.trouble && <TriangleAlert aria-hidden />} {text.detail}
          </p>
        </li>
      ))}
    </ul>
  );
}
