import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { Row } from "../Section.tsx";

export function FileForm({ id, config, onConfig }: KindFormProps<"file">) {
  const { operation, path, workspace, as = "text", content } = config;
  return (
    <>
      <Row>
        <Field label="Does">
          <Select
            value={operation}
            options={[
              { value: "read", label: "read a file" },
              { value: "write", label: "write a file" },
              { value: "list", label: "list a folder" },
            ]}
            onChange={(next) => onConfig({ operation: next })}
          />
        </Field>
        {operation !== "list" && (
          <Field label="As">
            <Select
              value={as}
              options={[
                { value: "text", label: "text" },
                { value: "json", label: "JSON" },
                { value: "csv", label: "CSV", note: "a list of rows, the first line names them" },
                { value: "bytes", label: "bytes", note: "base64" },
              ]}
              onChange={(next) => onConfig({ as: next === "text" ? undefined : next })}
            />
          </Field>
        )}
      </Row>
      <ExpressionField
        step={id}
        path={["config", "path"]}
        language="template"
        oneLine
        label="Path"
        hint="Inside the workspace."
        placeholder={operation === "list" ? "reports" : "reports/{{ run.id }}.json"}
        value={path}
        onChange={(next) => onConfig({ path: next })}
      />
      {operation === "write" && (
        <ExpressionField
          step={id}
          path={["config", "content"]}
          language="template"
          label="Content"
          placeholder="{{ event.data }}"
          value={content ?? ""}
          onChange={(next) => onConfig({ content: next })}
        />
      )}
      <Field label="Workspace" hint="A folder of the runner, by its name.">
        <TextInput
          mono
          placeholder="the runner’s first"
          value={workspace ?? ""}
          onChange={(text) => onConfig({ workspace: text === "" ? undefined : text })}
        />
      </Field>
    </>
  );
}
