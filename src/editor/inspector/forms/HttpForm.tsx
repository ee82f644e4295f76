import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { CommitInput } from "../CommitInput.tsx";
import { ExpressionField } from "../ExpressionField.tsx";
import { KeyValueEditor } from "../KeyValueEditor.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { readNumbers } from "../numberList.ts";
import { Row, Section } from "../Section.tsx";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

export function HttpForm({ id, config, onConfig }: KindFormProps<"http">) {
  const { method = "GET", url, query, headers, body, expect, via = "tab" } = config;
  const known = methods.includes(method) ? methods : [...methods, method];
  const count = Object.keys(query ?? {}).length + Object.keys(headers ?? {}).length;
  const named = (key: "query" | "headers") => (next: Readonly<Record<string, string>>) =>
    onConfig({ [key]: Object.keys(next).length === 0 ? undefined : next });
  return (
    <>
      <Field label="Method">
        <Select
          value={method}
          options={known.map((value) => ({ value, label: value }))}
          onChange={(next) => onConfig({ method: next })}
        />
      </Field>
      <ExpressionField
        step={id}
        path={["config", "url"]}
        language="template"
        oneLine
        label="Address"
        placeholder="https://api.example.com/items/{{ item.id }}"
        value={url}
        onChange={(next) => onConfig({ url: next })}
      />
      {(body !== undefined || !["GET", "HEAD", "OPTIONS"].includes(method)) && (
        <ExpressionField
          step={id}
          path={["config", "body"]}
          language="template"
          label="Body"
          hint="An object that is filled in is sent as JSON."
          placeholder="{{ event.data }}"
          value={body ?? ""}
          onChange={(next) => onConfig({ body: next === "" ? undefined : next })}
        />
      )}
      <Section
        title="Query and headers"
        {...(count > 0 && { summary: [...Object.keys(query ?? {}), ...Object.keys(headers ?? {})].join(", ") })}
        open={count > 0}
      >
        <KeyValueEditor
          label="Query"
          noun="parameter"
          newName="name"
          values={query ?? {}}
          onChange={named("query")}
          valueField={(name, value, onValue) => (
            <ExpressionField
              step={id}
              path={["config", "query", name]}
              language="template"
              oneLine
              hideLabel
              label={`Value of parameter ${name}`}
              placeholder="value"
              value={value}
              onChange={onValue}
            />
          )}
        />
        <KeyValueEditor
          label="Headers"
          noun="header"
          newName="x-name"
          values={headers ?? {}}
          onChange={named("headers")}
          valueField={(name, value, onValue) => (
            <ExpressionField
              step={id}
              path={["config", "headers", name]}
              language="template"
              oneLine
              hideLabel
              label={`Value of header ${name}`}
              placeholder="Bearer {{ secret.TOKEN }}"
              value={value}
              onChange={onValue}
            />
          )}
        />
      </Section>
      <Row>
        <Field label="Good answers" hint="Statuses; any other fails.">
          <CommitInput
            placeholder="200–299"
            value={expect?.join(", ") ?? ""}
            onCommit={(text) => {
              if (text.trim() === "") {
                onConfig({ expect: undefined });
                return null;
              }
              const statuses = readNumbers(text);
              if (statuses?.every((status) => status >= 100 && status <= 599) !== true)
                return "Write statuses from 100 to 599, for example 200, 404.";
              onConfig({ expect: statuses });
              return null;
            }}
          />
        </Field>
        <Field label="Sent by">
          <Select
            value={via}
            options={[
              { value: "tab", label: "this tab", note: "the server must allow it (CORS)" },
              { value: "runner", label: "the runner", note: "any server; secrets stay there" },
            ]}
            onChange={(next) => onConfig({ via: next === "tab" ? undefined : next })}
          />
        </Field>
      </Row>
    </>
  );
}
