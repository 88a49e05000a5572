import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a key that was sent is the right one, in a time that tells nothing about it. */
export function isSameKey(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}
