import { expect, it } from 'vitest';
import { oversizedRun } from '#tests/support/processes/oversized-run.ts';

it('rejects forms of 100 MB without buffering them, and keeps responding', async () => {
  const pack = '/evidence-packs/client/01890000-0000-7000-8000-000000000000';
  const run = await oversizedRun({ posts: 6, megabytes: 100, paths: ['/logout', pack, '/api/v1/login'] });
  console.log('six posts of 100 MB', JSON.stringify(run));
  expect(run.modest).toEqual([413, 413]);
  // A sender of tens of megabytes is disconnected, and may see that instead of the response.
  for (const status of run.statuses) expect([413, 0]).toContain(status);
  expect(run.memory.most - run.memory.before).toBeLessThan(50);
  expect(run.others.answered).toBeGreaterThan(0);
});
