import { expect, it } from 'vitest';
import { runPack } from '#tests/support/processes/pack-run.ts';

it('streams a pack of a gigabyte in bounded memory', async () => {
  const count = Math.ceil(500 * Number(process.env.ASSAY_SOAK ?? 1));
  const { bytes, memory } = await runPack({ count, bytes: 2_000_000 });
  expect(bytes).toBeGreaterThan(count * 2_000_000);
  expect(memory.most - memory.warm).toBeLessThan(100_000_000);
});
