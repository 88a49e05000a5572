import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort, startProcess } from '#tests/support/processes/processes.ts';

it('npm run dev serves pages from sources under the production policy, and stops on request', async () => {
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'assay-dev-'))];
  const origin = `http://localhost:${port}`;
  const dev = await startProcess(
    'scripts/dev.mjs',
    [],
    { PORT: String(port), DATA_DIR: dataDir },
    /^Assay is at /m,
  );
  try {
    const page = await fetch(`${origin}/login`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('Sign in');
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("connect-src 'self' ws:");
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(inline.length).toBeGreaterThan(1);
    for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
    const script = await fetch(`${origin}/app/entry.client.tsx`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toContain('hydrateRoot');
    expect((await fetch(`${origin}/app/styles/app.css`)).status).toBe(200);
    expect((await fetch(`${origin}/api/v1/clients`)).status).toBe(401);
    expect(await dev.stop()).toBe(0);
    await expect(fetch(`${origin}/login`)).rejects.toThrow();
  } finally {
    await dev.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
