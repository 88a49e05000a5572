import { expect, it } from 'vitest';
import { uploadRun } from '#tests/support/upload-run.ts';

/** `ASSAY_SOAK` makes the long runs longer or shorter: 2 doubles them, 0.1 tries them out. */
const uploads = Math.ceil(200 * Number(process.env.ASSAY_SOAK ?? 1));

it('takes two hundred uploads at once: nothing lost, nothing half kept, in bounded memory', async () => {
  const result = await uploadRun(uploads);
  console.log(JSON.stringify({ ...result, faults: result.faults.length }));
  expect(result.faults).toEqual([]);
  expect(result.acknowledged).toBe(uploads);
  expect(result.memory.most - result.memory.warm).toBeLessThan(100_000_000);
});
