import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'playwright/test';
import { filesInZip, writeFiles } from '#tests/support/api/evidence-packs.ts';
import { pageProblems, test } from '#tests/support/browser/journey.ts';
import { chooseInMore } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'auditor@demo.test' });

test('the page of an evidence pack, opened from disk, verifies its entries and names a changed one', async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name: 'Basilio Nerquand' }).click();
  await page.waitForURL(/\/clients\/[0-9a-f-]{36}/);
  await chooseInMore(page, 'Make an evidence pack');
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption({ index: 1 });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download evidence pack' }).click();
  const folder = await mkdtemp(join(tmpdir(), 'assay-pack-'));
  // The pack is opened outside of Assay, by a browser that allows scripts.
  const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled !== false });
  try {
    const zip = await readFile(await (await downloading).path());
    await writeFiles(folder, await filesInZip(zip));
    const file = join(folder, 'index.html');
    const opened = await context.newPage();
    const result = opened.locator('#proof-result');
    await opened.goto(pathToFileURL(file).href);
    if (javaScriptEnabled === false) {
      await expect(result).toContainText(
        'verifies the entries and their signatures where scripts are allowed',
      );
      return;
    }
    await expect(result).toHaveText(
      /^Intact: \d+ audit log entries, each signed with the key [0-9a-f]{16}\./,
    );
    expect(await pageProblems(opened)).toEqual([]);
    const html = await readFile(file, 'utf8');
    const seq = /"seq":(\d+)/.exec(html)?.[1];
    await writeFile(file, html.replace(/"actorRole":"./, '"actorRole":"x'));
    await opened.reload();
    await expect(result).toContainText(`Changed: Entry ${seq} of the audit log does not match its hash`);
    await writeFile(
      file,
      html.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`),
    );
    await opened.reload();
    await expect(result).toContainText(/^Changed: The signature of batch \d+ is wrong/);
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});
