import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { markUnscreened } from './store.ts';

/** Consequence of a changed name, birth date or number: the client, monitored itself or as a related party, is screened within a minute. */
export async function rescreenClient(
  { trx }: Work,
  { clientId, isOther }: Emitted['client.identityChanged'],
): Promise<void> {
  if (isOther) await markUnscreened(trx, clientId);
}
