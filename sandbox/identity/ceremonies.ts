import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal.ts';
import { refusal } from './errors.ts';

/** A started WebAuthn ceremony: registration of a passkey, or sign-in with one. */
export type Ceremony = {
  id: string;
  kind: 'registration' | 'signIn';
  userId: string;
  challenge: string;
  origin: string;
  /** `amr` of the session that the passkey adds to; empty without one. */
  earlierMethods: string[];
  expiresAtMs: number;
};

const ceremonyTtlMs = 5 * 60 * 1_000;

export type Ceremonies = {
  /** @returns the transaction id */
  start(ceremony: Omit<Ceremony, 'id' | 'expiresAtMs'>): string;
  /** Takes a ceremony out: each can be finished once. @throws E067001 unknown, used, expired, or of the other kind */
  take(id: string, kind: Ceremony['kind']): Ceremony;
};

/** Ceremonies in the journal's collection `ceremonies`; expired ones are removed when it opens. */
export function openCeremonies({ journal, now }: { journal: Journal; now: () => Date }): Ceremonies {
  const stored = journal.collection<Ceremony>('ceremonies');
  journal.together(() => {
    for (const { id, expiresAtMs } of stored.values()) {
      if (expiresAtMs <= now().getTime()) stored.remove(id);
    }
  });
  return {
    start(ceremony) {
      const id = randomUUID();
      stored.put(id, { ...ceremony, id, expiresAtMs: now().getTime() + ceremonyTtlMs });
      return id;
    },
    take(id, kind) {
      const ceremony = stored.get(id);
      if (ceremony?.kind !== kind) throw refusal('wrongPasskey', 'Unknown transaction');
      stored.remove(id);
      if (ceremony.expiresAtMs <= now().getTime())
        throw refusal('wrongPasskey', 'The transaction has expired');
      return ceremony;
    },
  };
}
