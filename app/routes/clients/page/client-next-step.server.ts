import type { Diligence } from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { isEndedClient } from '#rules/lifecycles/clients.ts';
import { approvalLabels, isAboutApprover } from '#rules/transition-guards/client-approval.ts';
import { fixUrl } from '../../../resolution-urls.ts';

/** The next step: a link, or a transition of the client that its button makes. */
export type ClientNextStep = { text: string } & ({ href: string } | { to: 'onboarding' | 'active' });

/** The transition that starts the relationship, by the status it starts from: of a draft once CDD is verified. */
function getStart({
  status,
  approval,
  transitions,
}: Pick<Diligence, 'status' | 'approval' | 'transitions'>): ClientNextStep | null {
  const to =
    status === 'onboarding' ? 'active' : status === 'draft' && approval === null ? 'onboarding' : null;
  const start = transitions.find((transition) => transition.to === to);
  return to !== null && start?.blockers.length === 0 ? { text: start.label, to } : null;
}

/**
 * The one action that the page puts first: what a prohibition requires; the approval, once it is possible; the start of the relationship,
 * once CDD allows it; until then what is outstanding. None for a client whose relationship has ended, or that someone else must approve.
 */
export function getNextStep(
  { id, status }: Pick<Client, 'id' | 'status'>,
  diligence: Diligence,
): ClientNextStep | null {
  if (isEndedClient(status)) return null;
  const { approval } = diligence;
  const { next } = diligence.progress;
  const outstanding = next && {
    text: next.text,
    href: fixUrl(next.fix, { kind: 'client', id }) ?? '#diligence',
  };
  if (next?.fix.target === 'client.prohibition') return outstanding;
  if (approval?.blockers.length === 0) {
    return {
      text: approvalLabels[approval.reaches],
      href: clientSectionUrl(id, 'diligence', { confirm: 'approval' }),
    };
  }
  return getStart(diligence) ?? (approval?.blockers.every(isAboutApprover) ? null : outstanding);
}
