import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPollDelayMs, pollWhileVisible } from '#app/components/polling.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose visibility the test changes. */
function openPage() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { page: page as unknown as Document, setHidden };
}

it('loads soon at first, then less often, to a maximum', () => {
  const delays = Array.from({ length: 20 }, (_, polls) => getPollDelayMs(3, polls));
  expect(delays.slice(0, 5)).toEqual([3000, 3000, 3000, 3000, 3000]);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(20_000);
});

it('does not load a hidden page, and loads it as soon as it is visible again', () => {
  const { page, setHidden } = openPage();
  const polls = { current: 7 };
  const load = vi.fn();
  const stop = pollWhileVisible(page, { everySeconds: 3, polls, load });
  setHidden(true);
  vi.advanceTimersByTime(600_000);
  expect(load).not.toHaveBeenCalled();
  setHidden(false);
  expect(load).toHaveBeenCalledTimes(1);
  expect(polls.current).toBe(1);
  stop();
  setHidden(true);
  setHidden(false);
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads a visible page after the delay, and not once stopped', () => {
  const { page } = openPage();
  const load = vi.fn();
  const polls = { current: 0 };
  pollWhileVisible(page, { everySeconds: 3, polls, load });
  vi.advanceTimersByTime(2999);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([load.mock.calls.length, polls.current]).toEqual([1, 1]);
  pollWhileVisible(page, { everySeconds: 3, polls, load })();
  vi.advanceTimersByTime(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});
