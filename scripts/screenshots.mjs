// Pictures of the main states into docs/, from the last build and a real run: `npm run screenshots`.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { browserArguments, findBrowser } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "tickwork-pictures-"));
const repository = join(folder, "my-repo");
const git = (...args) =>
  execFileSync("git", ["-c", "user.email=t@example.com", ...args], { cwd: repository, stdio: "pipe" });
execFileSync("git", ["init", "-q", repository], { stdio: "pipe" });
for (const author of ["Ana", "Kim", "Ana", "Noor", "Ana", "Kim"])
  git("-c", `user.name=${author}`, "commit", "-q", "--allow-empty", "-m", "A change");

const port = 4790;
const runner = spawn(
  process.execPath,
  ["dist/node/tickwork.js", "serve", "--port", String(port), "--workspace", `my-repo=${repository}`],
  { env: { ...process.env, TICKWORK_DATA: join(folder, "data") }, stdio: ["ignore", "pipe", "pipe"] },
);
const address = await new Promise((resolve, reject) => {
  for (const stream of [runner.stdout, runner.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      const found = /http:\S+\/#\/pair\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
  runner.once("exit", (code) => reject(new Error(`The runner ended with ${code}; build first.`)));
});

const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments });
try {
  for (const colorScheme of ["dark", "light"]) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 860 } });
    const picture = (name) => page.screenshot({ path: `docs/${name}-${colorScheme}.png` });
    await page.goto(address);
    await page.getByRole("button", { name: /runner · my-repo/ }).waitFor();
    await page.getByText("Paired with the runner").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Run the example" }).waitFor();
    await page.locator(".example-card").first().waitFor();
    await picture("start");
    await page.getByRole("button", { name: "Three ways for an order" }).click();
    await page.locator('[data-step="Start"]').waitFor();
    await page.getByRole("button", { name: "No more hints" }).click();
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await page.locator('[data-step="total"] .tw-card-title').click();
    await page.getByRole("textbox", { name: "Expression" }).waitFor();
    await picture("editor");
    await page.goto(`http://127.0.0.1:${port}/#/`);
    await page.getByRole("button", { name: "Commit report" }).click();
    await page.locator('[data-step="log"]').waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const allow = page.getByRole("dialog").getByRole("button", { name: "Allow" });
    const question = page.getByRole("form");
    await allow.or(question).first().waitFor();
    if (await allow.isVisible()) {
      if (colorScheme === "dark") await picture("consent");
      await allow.click();
    }
    await question.waitFor();
    await page.locator('[data-kind="command"] .tw-card-title').first().click();
    await page.getByText("Bars appear here").waitFor({ state: "hidden" });
    // The map is drawn twice a second.
    await page.waitForTimeout(1_000);
    await picture("run");
    await page.goto(`http://127.0.0.1:${port}/#/`);
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.locator("tbody tr").first().waitFor();
    await page.getByRole("form").waitFor();
    await picture("home");
    await page.close();
  }
} finally {
  await browser.close();
  runner.kill();
}
