import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Redis } from './redis.server.ts';
import { openSealedText, sealText } from './sealed-text.server.ts';

/** Longer than a proof of identity takes. */
export const proofSeconds = 20 * 60;

/** Names and values of a form. Larger ones are not held; the largest of ours, a template, is about this large. */
const maxHeldBytes = 256 * 1024;
const maxMemoryBytes = 64 * 1024 * 1024;

/** Fields that are never stored. Other secrets are part of a form that waits for a proof: it could not be sent without them. */
const secretFields = /^(password|code|token)$/i;

const heldForm = z.object({
  /** Path and query that it was posted to. */
  action: z.string().startsWith('/'),
  /** Path and query of the page with the form, where the person goes back to it. */
  page: z.string().startsWith('/').optional(),
  /** Names of secret fields that were filled in and are not held. */
  leftOut: z.array(z.string()).optional(),
  /** What its button does, if it waits for a proof. */
  act: z.string().optional(),
  /** True if it is answered with a file. */
  isDownload: z.boolean().optional(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** A posted form that waits until the person has proved that it is them, or has signed in again. */
export type HeldForm = z.infer<typeof heldForm>;

/** Holds posted forms, sealed with a secret that only the browser has. */
export interface HeldForms {
  /** @returns the id; undefined for a form that is too large, or has files */
  hold(
    secret: string,
    about: Omit<HeldForm, 'fields'>,
    form: FormData,
    seconds: number,
  ): Promise<string | undefined>;
  /** The form, with the same secret; undefined once it has expired. */
  read(secret: string, id: string): Promise<HeldForm | undefined>;
}

const seal = (secret: string, id: string, form: HeldForm) =>
  sealText(JSON.stringify(form), secret, `held form ${id}`);

function open(secret: string, id: string, sealed: string): HeldForm | undefined {
  const text = openSealedText(sealed, secret, `held form ${id}`);
  return text === undefined ? undefined : heldForm.safeParse(JSON.parse(text)).data;
}

/** Holds forms in memory, and in Redis if several web nodes share one. A form that is lost is entered again. */
export function createHeldForms({
  shared,
  warn,
}: {
  shared?: Pick<Redis, 'get' | 'set'> | undefined;
  warn: (error: unknown, message: string) => void;
}): HeldForms {
  const held = new LRUCache<string, string>({
    maxSize: maxMemoryBytes,
    sizeCalculation: (value) => value.length,
  });
  const storeKey = (id: string) => `assay:held-form:${createHash('sha256').update(id).digest('hex')}`;
  return {
    async hold(secret, about, form, seconds) {
      const entries = [...form.entries()].filter(([name]) => !secretFields.test(name));
      if (entries.some(([, value]) => typeof value !== 'string')) return undefined;
      const fields = entries as [string, string][];
      if (Buffer.byteLength(fields.flat().join('')) > maxHeldBytes) return undefined;
      const id = randomBytes(16).toString('hex');
      const sealed = seal(secret, id, { ...about, fields });
      held.set(storeKey(id), sealed, { ttl: seconds * 1000 });
      await shared?.set(storeKey(id), sealed, seconds).catch((error: unknown) => {
        warn(error, 'held form not shared');
      });
      return id;
    },
    async read(secret, id) {
      const sealed =
        held.get(storeKey(id)) ??
        (await shared?.get(storeKey(id)).catch((error: unknown) => {
          warn(error, 'held forms not shared');
          return undefined;
        }));
      return sealed === undefined ? undefined : open(secret, id, sealed);
    },
  };
}
