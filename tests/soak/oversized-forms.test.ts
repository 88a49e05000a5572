import { expect, it } from 'vitest';
import { oversizedRun } from '#tests/support/oversized-run.ts';

it('grows by less than 50 MB under six posts of 450 MB to /logout, and goes on answering', async () => {
  const run = await oversizedRun({ posts: 6, megabytes: 450, paths: ['/logout'] });
  console.log('six posts of 450 MB to /logout', JSON.stringify(run));
  expect(run.modest).toEqual([413, 413]);
  // Who goes on sending tens of megabytes is cut off, and may see that instead of the answer.
  for (const status of run.statuses) expect([413, 0]).toContain(status);
  expect(run.memory.most - run.memory.before).toBeLessThan(50);
  expect(run.others.answered).toBeGreaterThan(0);
});
