import { expect, it } from 'vitest';
import { docsRun } from '#tests/support/processes/docs-run.ts';

it('leaves GET /me within twice its duration while eight read the OpenAPI document and its page', async () => {
  const run = await docsRun({ readers: 8, calls: 200 });
  console.log('GET /me in milliseconds, alone and beside eight readers', JSON.stringify(run));
  expect(run.statuses[200]).toBe(30);
  expect(run.meanwhile.failed).toBe(0);
  expect(run.meanwhile.median).toBeLessThan(2 * run.alone.median);
});
