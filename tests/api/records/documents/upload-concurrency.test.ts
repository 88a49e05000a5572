import { expect, it, vi } from 'vitest';
import { createConcurrencyLimit } from '#api/records/documents/upload-concurrency.ts';
import { createThrottle } from '#api/records/documents/upload-throttle.ts';

const limits = {
  lanes: 2,
  lanesPerSender: 2,
  maxWaiting: 3,
  maxWaitingPerSender: 3,
  slowBytes: 1000,
  lookEveryMs: 20,
};

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((tick) => setImmediate(tick));
  return settled;
}

it('admits a limited number at a time, in order of request', async () => {
  const lanes = createConcurrencyLimit({ ...limits, slowBytes: 0 });
  const [first, second] = [await lanes.enter('firm'), await lanes.enter('firm')];
  const waiting = [lanes.enter('firm'), lanes.enter('firm')] as const;
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

it('returns when to retry if too many are waiting', async () => {
  const lanes = createConcurrencyLimit({ ...limits, slowBytes: 0 });
  const held = await Promise.all([lanes.enter('firm'), lanes.enter('firm')]);
  const waiting = [lanes.enter('firm'), lanes.enter('firm'), lanes.enter('firm')];
  await expect(lanes.enter('firm')).rejects.toMatchObject({
    code: 'rate.limited',
    details: { retryAfterSeconds: 10 },
  });
  for (const lane of held) lane.leave();
  for (const lane of await Promise.all(waiting.slice(0, 2))) lane.leave();
  await waiting[2];
});

it('takes the lane of a slow sender while others wait, and returns it in turn', async () => {
  const lanes = createConcurrencyLimit(limits);
  const [slow, quick] = await Promise.all([lanes.enter('firm'), lanes.enter('firm')]);
  const next = lanes.enter('firm');
  await vi.waitFor(
    async () => {
      await quick.pass(5000);
      expect(await isSettled(next)).toBe(true);
    },
    { interval: 2, timeout: 30_000 },
  );
  const third = await next;
  const later = slow.pass(10);
  third.leave();
  await later;
  slow.leave();
  quick.leave();
});

it('releases the place of a waiting caller who disconnects', async () => {
  const lanes = createConcurrencyLimit(limits);
  const [slow, other] = await Promise.all([lanes.enter('firm'), lanes.enter('firm')]);
  const next = await Promise.all([lanes.enter('firm'), lanes.enter('firm')]);
  const piece = slow.pass(1);
  slow.leave();
  await piece;
  for (const lane of [...next, other]) lane.leave();
  await Promise.all([lanes.enter('firm'), lanes.enter('firm')]);
});

it('reserves a lane for others, and assigns a free one to the sender holding fewest', async () => {
  const lanes = createConcurrencyLimit({
    ...limits,
    slowBytes: 0,
    lanes: 3,
    lanesPerSender: 2,
    maxWaiting: 5,
    maxWaitingPerSender: 2,
  });
  const flood = await Promise.all([lanes.enter('flood'), lanes.enter('flood')]);
  const more = [lanes.enter('flood'), lanes.enter('flood')];
  expect(await isSettled(more[0] as Promise<unknown>)).toBe(false);
  await expect(lanes.enter('flood')).rejects.toMatchObject({ code: 'rate.limited' });
  const small = await lanes.enter('small firm');
  const [second, third] = [lanes.enter('small firm'), lanes.enter('third firm')];
  flood[0].leave();
  // The third firm holds none, the others one each; then the longest waiting.
  const ofThird = await third;
  expect(await isSettled(second)).toBe(false);
  small.leave();
  const ofSecond = await second;
  expect(await isSettled(more[0] as Promise<unknown>)).toBe(false);
  for (const lane of [ofThird, ofSecond]) lane.leave();
  (await more[0])?.leave();
  (await more[1])?.leave();
  flood[1].leave();
});

it('limits bytes to a rate, in order of request, after an initial burst', async () => {
  let now = 0;
  const pauses: { ms: number; end: () => void }[] = [];
  const pace = createThrottle({
    bytesPerSecond: 100_000,
    burstBytes: 1000,
    nowMs: () => now,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
  });
  await pace.take(1000);
  expect(pauses).toEqual([]);
  const order: number[] = [];
  const taken = Promise.all([1, 2, 3].map((n) => pace.take(1000).then(() => order.push(n))));
  expect(pauses.map(({ ms }) => ms)).toEqual([10, 20, 30]);
  for (const { end } of pauses.splice(0)) {
    end();
    await new Promise((tick) => setImmediate(tick));
  }
  await taken;
  expect(order).toEqual([1, 2, 3]);
  // Unused time does not accumulate beyond the burst.
  now = 10_000;
  await pace.take(1000);
  expect(pauses).toEqual([]);
  void pace.take(1000);
  expect(pauses.map(({ ms }) => ms)).toEqual([10]);
});
