import { expect, test } from "vitest";
import { runnerAddress } from "./runnerAddress.ts";

test("a page on loopback talks to who served it, any other to the usual port of this machine", () => {
  const served = ["http://127.0.0.1:4800/", "http://localhost:5000/x", "http://[::1]:4717/"];
  expect(served.map((page) => runnerAddress(new URL(page)))).toEqual([
    "http://127.0.0.1:4800",
    "http://localhost:5000",
    "http://[::1]:4717",
  ]);
  const elsewhere = ["https://example.org/tickwork/", "http://192.168.1.4:4717/", "https://localhost/"];
  expect(elsewhere.map((page) => runnerAddress(new URL(page)))).toEqual(elsewhere.map(() => "http://127.0.0.1:4717"));
});
