import { expect, it } from 'vitest';
import { oversizedRun } from '#tests/support/processes/oversized-run.ts';

it('grows by less than 50 MB under six posts of 450 MB to /logout, and keeps responding', async () => {
  const run = await oversizedRun({ posts: 6, megabytes: 450, paths: ['/logout'] });
  console.log('six posts of 450 MB to /logout', JSON.stringify(run));
  expect(run.modest).toEqual([413, 413]);
  // A sender of tens of megabytes is disconnected, and may see that instead of the response.
  for (const status of run.statuses) expect([413, 0]).toContain(status);
  expect(run.memory.most - run.memory.before).toBeLessThan(50);
  expect(run.others.answered).toBeGreaterThan(0);
});
