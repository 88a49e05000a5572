import type { ClientPage } from '#contract/clients.ts';
import { clientStatusLabels, clientTypeLabels } from '#rules/client-types.ts';
import type { ClientMatch } from '../../components/activities/client-finder.tsx';

/** A client of the list as something to choose, with what tells it from another of the same name. */
export function matchOf(client: ClientPage['items'][number]): ClientMatch {
  const { id, displayName, clientType, status, locality, externalId } = client;
  const detail = [clientTypeLabels[clientType], locality, externalId, clientStatusLabels[status]];
  return { id, name: displayName, detail: detail.filter(Boolean).join(' · ') };
}
