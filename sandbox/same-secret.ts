import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a received secret with the expected one in constant time. */
export function isSameSecret(received: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return received !== undefined && timingSafeEqual(digest(received), digest(expected));
}
