import { Plus } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { StepConfigs, StepId } from "../../../workflow/workflow.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import { moved, RowTools } from "../RowTools.tsx";

type Message = NonNullable<StepConfigs["agent"]["messages"]>[number];

const roles = [
  { value: "user", label: "user", note: "what a person says" },
  { value: "assistant", label: "assistant", note: "what the model said" },
  { value: "system", label: "system", note: "how it shall behave" },
] as const;

/** A talk as it is told the model: who says what, in order. */
export function MessageList({
  id,
  messages,
  onChange,
}: {
  readonly id: StepId;
  readonly messages: readonly Message[];
  readonly onChange: (messages: readonly Message[]) => void;
}) {
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">Messages</legend>
      <div className="tw-cases">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message keeps its focus while its text changes
          <fieldset key={index} className="tw-case">
            <legend className="tw-hidden">Message {index + 1}</legend>
            <div className="tw-case-head">
              <Select
                aria-label={`Who says message ${index + 1}`}
                value={message.role}
                options={
                  roles.some(({ value }) => value === message.role)
                    ? roles
                    : [...roles, { value: message.role, label: message.role, note: "a role of its own" }]
                }
                onChange={(role) => onChange(messages.with(index, { ...message, role }))}
              />
              <RowTools
                name={`message ${index + 1}`}
                index={index}
                count={messages.length}
                onMove={(to) => onChange(moved(messages, index, to))}
                onRemove={() => onChange(messages.toSpliced(index, 1))}
              />
            </div>
            <ExpressionField
              step={id}
              path={["config", "messages", index, "content"]}
              language="template"
              hideLabel
              label={`Text of message ${index + 1}`}
              placeholder="What do you think of {{ event.data.text }}?"
              value={message.content}
              onChange={(content) => onChange(messages.with(index, { ...message, content }))}
            />
          </fieldset>
        ))}
      </div>
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        onClick={() =>
          onChange([...messages, { role: messages.at(-1)?.role === "user" ? "assistant" : "user", content: "" }])
        }
      >
        Add message
      </Button>
    </fieldset>
  );
}
