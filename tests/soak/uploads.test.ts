import { expect, it } from 'vitest';
import { uploadRun } from '#tests/support/processes/upload-run.ts';

/** `ASSAY_SOAK` scales the long runs: 2 doubles them, 0.1 is a trial. */
const uploads = Math.ceil(200 * Number(process.env.ASSAY_SOAK ?? 1));

it('accepts two hundred concurrent uploads: none lost, none half stored, in bounded memory', async () => {
  const result = await uploadRun(uploads);
  console.log(JSON.stringify({ ...result, faults: result.faults.length }));
  expect(result.faults).toEqual([]);
  expect(result.acknowledged).toBe(uploads);
  expect(result.memory.most - result.memory.warm).toBeLessThan(100_000_000);
});
