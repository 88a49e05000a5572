import type { Kysely } from 'kysely';
import { isOpenRequest } from '#rules/lifecycles/checks.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { FoundRecipient } from '../../kernel/http/authenticate.ts';
import { bearerTransactionId, hashTransactionId } from './links.ts';
import { requestByLink } from './store.ts';

/** Recipient of the link in an Authorization header, whatever the state of its request; undefined if unknown. */
export async function findRecipient(
  db: Kysely<Schema>,
  authorization: string | undefined,
  now: Date,
): Promise<FoundRecipient | undefined> {
  const transactionId = bearerTransactionId(authorization);
  if (transactionId === undefined) return undefined;
  const linkHash = hashTransactionId(transactionId);
  const found = await requestByLink(db, linkHash);
  if (found === undefined) return undefined;
  return {
    companyId: found.company_id,
    requestId: found.id,
    linkHash,
    isLive: isOpenRequest(found.status) && Date.parse(found.expires_at) > now.getTime(),
    company: {
      accessRestricted: found.access_restricted,
      subscriptionActive: found.subscription_active,
    },
  };
}
