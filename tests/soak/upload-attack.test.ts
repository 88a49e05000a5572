import { expect, it } from 'vitest';
import { uploadAttackRun } from '#tests/support/processes/upload-attack-run.ts';

/** `ASSAY_SOAK` scales the long runs: 2 doubles them, 0.1 is a trial. */
const rounds = Math.ceil(10 * Number(process.env.ASSAY_SOAK ?? 1));

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

it('slows down nobody’s uploads by more than a fifth while one member floods the server', async () => {
  const { alone, attacked, flooded } = await uploadAttackRun(rounds);
  const ratio = median(attacked) / median(alone);
  console.log(
    JSON.stringify({
      alone: median(alone),
      attacked: median(attacked),
      ratio,
      flooded,
      uploads: attacked.length,
    }),
  );
  expect(ratio).toBeLessThanOrEqual(1.2);
});
