import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'playwright/test';
import { filesInZip, writeFiles } from '#tests/support/api/evidence-packs.ts';
import { pageProblems, test } from '#tests/support/browser/journey.ts';
import { chooseInMore } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'auditor@demo.test' });

test('the page of an evidence pack, opened from disk, verifies its entries and the whole pack, and names what was changed', async ({
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
      await expect(result).toContainText('verifies its entries where scripts are allowed');
      await expect(opened.getByRole('button')).toHaveCount(0);
      return;
    }
    await expect(result).toContainText('NOT PROVEN: nothing altered was found');
    await expect(result).toContainText(/\d+ audit log entries: hashes, order, and place in \d+ signed batch/);
    expect(await pageProblems(opened)).toEqual([]);

    const published = await (await page.request.get('/api/v1/audit-signing-keys')).body();
    const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
    const verifyPack = async (pack: Buffer) => {
      await opened.getByLabel('ZIP of this pack').setInputFiles(upload('pack.zip', pack));
      await opened.getByRole('button', { name: 'Verify the pack' }).click();
    };
    await verifyPack(zip);
    await expect(result).toContainText('Whether the key');
    await expect(result).toContainText('NOT PROVEN');
    await opened.getByLabel('File of Assay’s public key').setInputFiles(upload('keys.json', published));
    await verifyPack(zip);
    await expect(result).toContainText('VERIFIED: nothing was altered since Assay signed this pack.');
    await expect(result).toContainText('The manifest with its signature');
    expect(await pageProblems(opened)).toEqual([]);
    const changed = Buffer.from(zip);
    const at = zip.indexOf('%PDF') + 10;
    changed.writeUInt8((zip[at] ?? 0) ^ 1, at);
    await verifyPack(changed);
    await expect(result).toContainText('VERIFICATION FAILED');
    await expect(result).toContainText('Changed: documents/');
    await verifyPack(zip.subarray(0, -100));
    await expect(result).toContainText('This cannot be verified: This is not a ZIP, or its end is missing.');

    const html = await readFile(file, 'utf8');
    const seq = /"seq":(\d+)/.exec(html)?.[1];
    await writeFile(file, html.replace(/"actorRole":"./, '"actorRole":"x'));
    await opened.reload();
    await expect(result).toContainText('VERIFICATION FAILED');
    await expect(result).toContainText(`Entry ${seq} of the audit log: its content does not match its hash`);
    await writeFile(
      file,
      html.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`),
    );
    await opened.reload();
    await expect(result).toContainText(/Signed batch \d+: its signature is wrong/);
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});
