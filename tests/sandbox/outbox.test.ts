import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutbox } from '#sandbox/outbox/store.ts';
import type { Sandbox } from '#sandbox/services.ts';
import {
  codeFor,
  descope,
  getOutbox,
  linkFor,
  password,
  startTestSandbox,
  temporaryFolder,
} from './start.ts';

const owner = 'owner@demo.test';

async function toPage(sandbox: Sandbox, query = ''): Promise<{ html: string; headers: Headers }> {
  const response = await fetch(`${sandbox.outboxUrl}/sandbox/outbox${query}`);
  expect(response.status).toBe(200);
  return { html: await response.text(), headers: response.headers };
}

/** A sandbox whose outbox already holds emails that no mock service would send. */
async function withEmail(
  mails: { to: string; subject: string; text: string; link?: string }[],
): Promise<Sandbox> {
  const stateDir = await temporaryFolder();
  const outbox = openOutbox({ stateDir: join(stateDir, 'outbox'), now: () => new Date() });
  for (const mail of mails) outbox.send({ kind: 'test', ...mail });
  outbox.close();
  return startTestSandbox({ stateDir });
}

describe('outbox', () => {
  it('shows codes and links, newest first', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    await sdk.otp.signIn.email(owner);
    const code = await codeFor(sandbox, owner);
    await sdk.password.sendReset(owner, 'http://localhost:3000/login?step=reset&x=1');
    const link = await linkFor(sandbox, owner);
    const { html } = await toPage(sandbox);
    expect(html).toContain(`<code>${code}</code>`);
    expect(html).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`);
    expect(html.indexOf('Set a new password')).toBeLessThan(html.indexOf(code));
  });

  it('finds emails by recipient, on the page and as JSON', async () => {
    const sandbox = await withEmail([
      { to: 'first@demo.test', subject: 'One', text: 'One' },
      { to: 'Second@demo.test', subject: 'Two', text: 'Two' },
    ]);
    expect((await getOutbox(sandbox, 'second@')).map(({ subject }) => subject)).toEqual(['Two']);
    expect((await getOutbox(sandbox)).map(({ subject }) => subject)).toEqual(['Two', 'One']);
    const { html } = await toPage(sandbox, '?to=first');
    expect(html).toContain('One');
    expect(html).not.toContain('Two');
    expect((await toPage(sandbox, '?to=nobody')).html).toContain('No emails to “nobody”');
  });

  it('escapes everything and links web URLs only', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const sandbox = await withEmail([
      { to: evil, subject: evil, text: evil, link: 'javascript:alert(1)' },
      { to: 'b@demo.test', subject: 'Data', text: 'x', link: 'data:text/html,<script>alert(1)</script>' },
      { to: 'c@demo.test', subject: 'Quote', text: 'x', link: 'https://app.example/?a="onclick="alert(1)' },
    ]);
    const { html } = await toPage(sandbox, `?to=`);
    expect(html).not.toMatch(/<script|<img|href="(javascript|data):/);
    expect(html).not.toContain('"onclick="');
    expect(html).toContain('&lt;script&gt;');
    expect((await toPage(sandbox, `?to=${encodeURIComponent(evil)}`)).html).not.toMatch(/<script|<img/);
  });

  it('forbids caching, indexing, framing and scripts', async () => {
    const { headers } = await toPage(await startTestSandbox());
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
  });

  it('retains the last 500 emails through a restart', async () => {
    const stateDir = await temporaryFolder();
    const first = openOutbox({ stateDir, now: () => new Date() });
    for (let number = 1; number <= 520; number += 1) {
      first.send({ to: 'a@demo.test', kind: 'test', subject: `Mail ${number}`, text: 'x' });
    }
    first.close();
    const again = openOutbox({ stateDir, now: () => new Date() });
    const subjects = again.list().map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, 'Mail 520', 'Mail 21']);
    again.close();
  });

  it('has no axe violations, wide or narrow, and fits 320 pixels', async () => {
    const sandbox = await withEmail([
      { to: `${'long'.repeat(30)}@demo.test`, subject: 'W'.repeat(200), text: 'word '.repeat(200) },
    ]);
    const sdk = descope(sandbox);
    await sdk.otp.signIn.email(owner);
    await sdk.password.sendReset(owner, `http://localhost:3000/login?${'q'.repeat(300)}=1`);
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    onTestFinished(() => browser.close());
    // The page's policy forbids scripts, axe's too; only this test disables it.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    for (const path of ['', '?to=nobody%40demo.test']) {
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${sandbox.outboxUrl}/sandbox/outbox${path}`);
        await page.evaluate(axe);
        const violations = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
        );
        expect(violations).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    }
  });

  it('works in a browser under its own content security policy', async () => {
    const sandbox = await startTestSandbox();
    await descope(sandbox).otp.signIn.email(owner);
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ javaScriptEnabled: false });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${sandbox.outboxUrl}/sandbox/outbox`);
    await page.getByLabel('Recipient').fill('owner');
    await page.getByRole('button', { name: 'Find emails' }).click();
    await page.getByText('1 email to “owner”').waitFor();
    expect(page.url()).toContain('?to=owner');
    const box = await page.locator('main').boundingBox();
    expect(box?.width).toBe(720);
    expect(complaints).toEqual([]);
  });
});

describe('the mock services together', () => {
  it('listen on the loopback address only with their start configuration', async () => {
    const sandbox = await startTestSandbox();
    const urls = [sandbox.identityUrl, sandbox.addressUrls.NZL, sandbox.addressUrls.AUS, sandbox.outboxUrl];
    expect(new Set(urls).size).toBe(4);
    for (const url of urls) expect(new URL(url).hostname).toBe('127.0.0.1');
  });

  it('report a port in use and leave nothing running', async () => {
    const first = await startTestSandbox();
    const outbox = Number(new URL(first.outboxUrl).port);
    const stateDir = await temporaryFolder();
    await expect(startTestSandbox({ stateDir, ports: { outbox } })).rejects.toThrow('EADDRINUSE');
    const second = await startTestSandbox({ stateDir });
    expect((await descope(second).password.signIn(owner, password)).ok).toBe(true);
  });
});
