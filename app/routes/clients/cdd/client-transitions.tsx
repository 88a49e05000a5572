import type { SubmissionResult } from '@conform-to/react';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { BlockerList } from '../../../components/activities/blocker-list.tsx';
import { WarningBox } from '../../../components/forms/warning-box.tsx';

/** The action’s result for a rejected transition. */
export interface BlockedTransition {
  heading: string;
  /** The blockers, with provisions; empty if the form itself was invalid. */
  blockers?: Blocker[];
  reply: SubmissionResult;
}

/** Transitions that are confirmed first: those that end something and those that need a reason. */
const confirmedTransitions = [
  'exited',
  'declined',
  'archived',
  'exceptionApproved',
  'unableToComplete',
  'returned',
  'refreshDue',
] as const;

export type ConfirmedTransition = (typeof confirmedTransitions)[number];

/** Returns true if the transition is confirmed on its own page first. */
export const isAsking = (to: string): to is ConfirmedTransition =>
  confirmedTransitions.some((confirmed) => confirmed === to);

/** Message that nothing was done. Messages about a field of the confirmation are shown at that field too. */
export function BlockedClientTransition({
  blocked: { heading, reply, blockers = [] },
  clientId,
}: {
  blocked: BlockedTransition;
  clientId: string;
}) {
  const messages = Object.values(reply.error ?? {}).flatMap((found) => found ?? []);
  if (blockers.length > 0) {
    return (
      <WarningBox id="refused" kind="danger" heading={heading} reply={reply}>
        <BlockerList blockers={blockers} page={{ kind: 'client', id: clientId }} />
      </WarningBox>
    );
  }
  return (
    <WarningBox id="refused" kind="danger" heading={heading} reply={reply}>
      <ul className="grid list-disc gap-1 pl-5 empty:hidden">
        {messages
          .filter((message) => message !== heading)
          .map((message) => (
            <li key={message}>{message}</li>
          ))}
      </ul>
    </WarningBox>
  );
}
