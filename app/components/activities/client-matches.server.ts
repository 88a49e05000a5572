import type { ClientPage } from '#contract/clients/client-record.ts';
import { clientStatusLabels, clientTypeLabels } from '#rules/clients/client-types.ts';
import type { ClientMatch } from './client-finder.tsx';

/** A client to choose from, with the details that distinguish it from namesakes. */
export function getMatch(client: ClientPage['items'][number]): ClientMatch {
  const { id, displayName, clientType, status, locality, externalId, sanctions } = client;
  const detail = [clientTypeLabels[clientType], locality, externalId, clientStatusLabels[status]];
  return { id, name: displayName, sanctions, detail: detail.filter(Boolean).join(' · ') };
}
