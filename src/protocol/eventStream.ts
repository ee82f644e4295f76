/** The `data` of the events of a `text/event-stream`, as they come in whole. */
export interface EventStream {
  add(bytes: Uint8Array): readonly string[];
}

/** A line that never ends is given up after so many characters. */
const longestLine = 16 * 1024 * 1024;

export class EventTooLong extends Error {}

export function readEvents(): EventStream {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  return {
    add(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      if (rest.length > longestLine) throw new EventTooLong("An event of the answer is too long.");
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      const events: string[] = [];
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        else if (line === "" && data.length > 0) {
          events.push(data.join("\n"));
          data = [];
        }
      }
      return events;
    },
  };
}
