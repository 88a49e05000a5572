import { afterEach, expect, it, vi } from 'vitest';
import { createFairMutex } from '#api/records/documents/fair-mutex.ts';
import { createConcurrencyLimit } from '#api/records/documents/upload-concurrency.ts';
import { createThrottle } from '#api/records/documents/upload-throttle.ts';
import { createUploadPlaces } from '#app/main-api/upload-places.ts';

const limits = {
  lanes: 2,
  lanesPerSender: 2,
  lanesPerAddress: 2,
  maxWaiting: 3,
  maxWaitingPerSender: 3,
  slowBytes: 1000,
  lookEveryMs: 20,
};

afterEach(() => void vi.useRealTimers());

/** A sender; each has an address of its own unless given. */
const from = (id: string, address = `address of ${id}`) => ({ id, address });

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
  const [first, second] = [await lanes.enter(from('firm')), await lanes.enter(from('firm'))];
  const waiting = [lanes.enter(from('firm')), lanes.enter(from('firm'))] as const;
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
  const held = await Promise.all([lanes.enter(from('firm')), lanes.enter(from('firm'))]);
  const waiting = [lanes.enter(from('firm')), lanes.enter(from('firm')), lanes.enter(from('firm'))];
  await expect(lanes.enter(from('firm'))).rejects.toMatchObject({
    code: 'rate.limited',
    details: { retryAfterSeconds: 10 },
  });
  for (const lane of held) lane.leave();
  for (const lane of await Promise.all(waiting.slice(0, 2))) lane.leave();
  await waiting[2];
});

it('takes the lane of a slow sender while others wait, and returns it in turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const lanes = createConcurrencyLimit(limits);
  const [slow, quick] = await Promise.all([lanes.enter(from('firm')), lanes.enter(from('firm'))]);
  const next = lanes.enter(from('firm'));
  await quick.pass(5000);
  expect(await isSettled(next)).toBe(false);
  vi.advanceTimersByTime(limits.lookEveryMs);
  expect(await isSettled(next)).toBe(true);
  const third = await next;
  const later = slow.pass(10);
  third.leave();
  await later;
  slow.leave();
  quick.leave();
});

it('releases the place of a waiting caller who disconnects', async () => {
  const lanes = createConcurrencyLimit(limits);
  const [slow, other] = await Promise.all([lanes.enter(from('firm')), lanes.enter(from('firm'))]);
  const next = await Promise.all([lanes.enter(from('firm')), lanes.enter(from('firm'))]);
  const piece = slow.pass(1);
  slow.leave();
  await piece;
  for (const lane of [...next, other]) lane.leave();
  await Promise.all([lanes.enter(from('firm')), lanes.enter(from('firm'))]);
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
  const flood = await Promise.all([lanes.enter(from('flood')), lanes.enter(from('flood'))]);
  const more = [lanes.enter(from('flood')), lanes.enter(from('flood'))];
  expect(await isSettled(more[0] as Promise<unknown>)).toBe(false);
  await expect(lanes.enter(from('flood'))).rejects.toMatchObject({ code: 'rate.limited' });
  const small = await lanes.enter(from('small firm'));
  const [second, third] = [lanes.enter(from('small firm')), lanes.enter(from('third firm'))];
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

it('leaves lanes to other addresses, however many senders one has', async () => {
  const lanes = createConcurrencyLimit({ ...limits, slowBytes: 0, lanes: 3, maxWaiting: 9 });
  const held = await Promise.all(['a', 'b'].map((id) => lanes.enter(from(id, 'one address'))));
  const third = lanes.enter(from('c', 'one address'));
  expect(await isSettled(third)).toBe(false);
  const elsewhere = await lanes.enter(from('d', 'another'));
  held[0]?.leave();
  (await third).leave();
  for (const lane of [...held, elsewhere]) lane.leave();
});

it('gives each sender an allowance that others cannot use up; beyond it they share the rate in order', async () => {
  let now = 0;
  const pauses: { ms: number; end: () => void }[] = [];
  const pace = createThrottle({
    bytesPerSecond: 100_000,
    senderBytesPerSecond: 10_000,
    burstBytes: 2000,
    nowMs: () => now,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
  });
  await pace.take('flood', 1000);
  await pace.take('flood', 1000);
  expect(pauses).toEqual([]);
  const order: number[] = [];
  const taken = Promise.all([1, 2, 3].map((n) => pace.take('flood', 1000).then(() => order.push(n))));
  expect(pauses.map(({ ms }) => ms)).toEqual([10, 20, 30]);
  // The flood waits, and nobody else does.
  await pace.take('other', 2000);
  expect(pauses).toHaveLength(3);
  const more = pace.take('other', 1000);
  expect(pauses.at(-1)?.ms).toBe(40);
  for (const { end } of pauses.splice(0)) {
    end();
    await new Promise((tick) => setImmediate(tick));
  }
  await Promise.all([taken, more]);
  expect(order).toEqual([1, 2, 3]);
  // Unused time does not accumulate beyond the burst.
  now = 10_000;
  await pace.take('flood', 2000);
  expect(pauses).toEqual([]);
  void pace.take('flood', 1000);
  expect(pauses.map(({ ms }) => ms)).toEqual([10]);
});

it('inspects the files of senders in turn, each one’s in order, and continues after a failure', async () => {
  const sequentially = createFairMutex();
  const order: string[] = [];
  let begin: () => void = () => undefined;
  const first = sequentially('flood', () => new Promise<void>((done) => (begin = done)));
  const all = ['flood 1', 'flood 2', 'flood 3', 'other 1', 'other 2'].map((name) =>
    sequentially(name.split(' ')[0] ?? '', async () => {
      order.push(name);
      if (name === 'flood 1') throw new Error('damaged');
    }),
  );
  begin();
  await first;
  const results = await Promise.allSettled(all);
  expect(order).toEqual(['flood 1', 'other 1', 'flood 2', 'other 2', 'flood 3']);
  expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
});

it('limits a sender’s connections from the web, and nobody else’s', async () => {
  const places = createUploadPlaces(2);
  const ends: (() => void)[] = [];
  const slow = () => new Promise<void>((end) => ends.push(end));
  const flood = [1, 2, 3, 4].map(() => places.in('flood', slow));
  await new Promise((tick) => setImmediate(tick));
  expect(ends).toHaveLength(2);
  expect(await places.in('other', async () => 'passed')).toBe('passed');
  for (let served = 0; served < 4; served += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(served), { timeout: 60_000 });
    ends[served]?.();
  }
  await Promise.all(flood);
});
