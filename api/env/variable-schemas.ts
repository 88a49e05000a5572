import { z } from 'zod';

/** A required text. */
export const text = z.string().min(1);

/** Comma-separated keys of 32 or more characters. */
export const keyList = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key.length >= 32), { error: 'must have 32 characters or more' });

/** `1` or `0`. */
export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a http or https URL' });
