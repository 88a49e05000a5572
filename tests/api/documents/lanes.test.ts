import { expect, it, vi } from 'vitest';
import { createLanes } from '#api/documents/lanes.ts';
import { createPace } from '#api/documents/pace.ts';

const limits = { lanes: 2, mostWaiting: 3, slowBytes: 1000, lookEveryMs: 20 };

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((tick) => setImmediate(tick));
  return settled;
}

it('lets so many in at a time, in the order of asking', async () => {
  const lanes = createLanes({ ...limits, slowBytes: 0 });
  const [first, second] = [await lanes.enter(), await lanes.enter()];
  const waiting = [lanes.enter(), lanes.enter()] as const;
  expect(await isSettled(waiting[0])).toBe(false);
  second.leave();
  const third = await waiting[0];
  expect(await isSettled(waiting[1])).toBe(false);
  second.leave();
  expect(await isSettled(waiting[1])).toBe(false);
  third.leave();
  await waiting[1];
  first.leave();
});

it('tells whoever finds too many waiting when to come back', async () => {
  const lanes = createLanes({ ...limits, slowBytes: 0 });
  const held = await Promise.all([lanes.enter(), lanes.enter()]);
  const waiting = [lanes.enter(), lanes.enter(), lanes.enter()];
  await expect(lanes.enter()).rejects.toMatchObject({
    code: 'rate.limited',
    details: { retryAfterSeconds: 10 },
  });
  for (const lane of held) lane.leave();
  for (const lane of await Promise.all(waiting.slice(0, 2))) lane.leave();
  await waiting[2];
});

it('takes the lane of whoever dawdles while others wait, and gives it back in turn', async () => {
  const lanes = createLanes(limits);
  const [slow, quick] = await Promise.all([lanes.enter(), lanes.enter()]);
  const next = lanes.enter();
  await vi.waitFor(
    async () => {
      await quick.pass(5000);
      expect(await isSettled(next)).toBe(true);
    },
    { interval: 2 },
  );
  const third = await next;
  const later = slow.pass(10);
  third.leave();
  await later;
  slow.leave();
  quick.leave();
});

it('lets go of whoever leaves while waiting', async () => {
  const lanes = createLanes(limits);
  const [slow, other] = await Promise.all([lanes.enter(), lanes.enter()]);
  const next = await Promise.all([lanes.enter(), lanes.enter()]);
  const piece = slow.pass(1);
  slow.leave();
  await piece;
  for (const lane of [...next, other]) lane.leave();
  await Promise.all([lanes.enter(), lanes.enter()]);
});

it('holds bytes to a rate, in the order of asking, after what may come at once', async () => {
  let now = 0;
  const pace = createPace({ bytesPerSecond: 100_000, burstBytes: 1000, nowMs: () => now });
  const started = performance.now();
  await pace.take(1000);
  expect(performance.now() - started).toBeLessThan(15);
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((n) => pace.take(1000).then(() => order.push(n))));
  // A millisecond less than thirty: timers round.
  expect(performance.now() - started).toBeGreaterThanOrEqual(29);
  expect(order).toEqual([1, 2, 3]);
  now = 10_000;
  const later = performance.now();
  await pace.take(1000);
  expect(performance.now() - later).toBeLessThan(15);
});
