import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSiemPage } from '#sandbox/siem/page.ts';

const now = new Date('2026-03-02T09:00:00Z');
const secret = 'assay_siem_test';

function delivery(body: string, key = secret, at = now): RequestInit {
  const time = at.getTime() / 1000;
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  return { method: 'POST', body, headers: { 'X-Assay-Signature': `t=${time},v1=${signature}` } };
}

it('shows deliveries with the verdict on their signature, and fails on request', async () => {
  const app = createSiemPage({ now: () => now });
  const save = (form: Record<string, string>) =>
    app.request('/sandbox/siem', { method: 'POST', body: new URLSearchParams(form) });
  const page = async () => (await app.request('/sandbox/siem')).text();
  const deliver = async (init: RequestInit) => (await app.request('/sandbox/siem/events', init)).status;

  expect(await page()).toContain('Nothing received yet.');
  expect(await deliver(delivery('{"text":"<b>"}\n'))).toBe(200);
  expect(await page()).toContain('not verified: no secret entered');
  expect(await page()).not.toContain('<b>');
  await save({ secret });
  expect(await page()).toContain('signature valid');
  await deliver(delivery('{}', 'another secret'));
  await deliver(delivery('{}', secret, new Date(now.getTime() - 600_000)));
  expect((await page()).match(/signature invalid/g)).toHaveLength(2);
  await save({ secret, failing: 'on' });
  expect(await deliver(delivery('{"late":true}'))).toBe(503);
  expect(await page()).not.toContain('late');
});
