import type { Client } from '#contract/clients/client-record.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';

interface Start {
  label: string;
  href: string;
  /** Work for the client, which a sanctions match prohibits. */
  isWork?: boolean;
}

/** All work that can be started for a client. */
export function getStarts(
  { id, kind }: Pick<Client, 'id' | 'kind'>,
  { noun, isProhibited }: { noun: ActivityNoun; isProhibited: boolean },
): Start[] {
  const starts: Start[] = [
    kind === 'individual'
      ? { label: 'Verify identity', href: clientSectionUrl(id, 'verifications', { verify: 'new' }) }
      : { label: 'Verify the business', href: clientSectionUrl(id, 'verifications') },
    { label: 'Run screening', href: clientSectionUrl(id, 'screening') },
    { label: 'Assess risk', href: `/clients/${id}/risk_assessments/create` },
    { label: 'Add related party', href: clientSectionUrl(id, 'parties', { party: 'new' }) },
    { label: 'Add source of funds', href: clientSectionUrl(id, 'funds', { funds: 'new' }) },
    { label: `New ${noun.singular}`, href: `/activities/create?clientId=${id}`, isWork: true },
    { label: 'Request documents', href: clientSectionUrl(id, 'requests', { request: 'new' }) },
    { label: 'Add documents', href: clientSectionUrl(id, 'documents') },
  ];
  return starts.filter(({ isWork }) => !(isWork && isProhibited));
}
