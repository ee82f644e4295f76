import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { localServers, localServerUrl } from "../../../workflow/modelServer.ts";
import type { KindFormProps } from "../kindForm.ts";
import { Row } from "../Section.tsx";
import { otherServer, readTabModel, withServer, writeTabModel } from "../tabModel.ts";

/** Which server the tab asks, and for which model. */
export function TabModelFields({ config, onConfig }: Pick<KindFormProps<"agent">, "config" | "onConfig">) {
  const tab = readTabModel(config);
  const write = (next: typeof tab) => onConfig(writeTabModel(next));
  return (
    <>
      <Row>
        <Field label="Server">
          <Select
            value={tab.server}
            onChange={(server) => write(withServer(tab, server))}
            options={[
              ...(tab.server === "" ? [{ value: "", label: "none yet" }] : []),
              ...localServers.map(({ name, title, port }) => ({
                value: name,
                label: title,
                note: localServerUrl(port),
              })),
              { value: otherServer, label: "another address" },
            ]}
          />
        </Field>
        <Field label="Model" hint="As the server calls it.">
          <TextInput
            mono
            placeholder="llama3.2"
            value={tab.model}
            onChange={(model) => write({ ...tab, model: model.trim() })}
          />
        </Field>
      </Row>
      {tab.server === otherServer && (
        <Field label="Address" hint="Where /chat/completions follows, mostly in /v1. It must allow this page (CORS).">
          <TextInput
            mono
            placeholder="http://127.0.0.1:8080/v1"
            value={tab.url}
            onChange={(url) => write({ ...tab, url: url.trim() })}
          />
        </Field>
      )}
    </>
  );
}
