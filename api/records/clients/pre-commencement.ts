import { preCommencementProblem } from '#rules/cdd-rule-packs/commencement.ts';
import { can } from '#rules/permissions.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { ClientDetails } from './record/client-record.ts';

type Marking = Pick<ClientDetails, 'preCommencement' | 'relationshipStartedOn'>;

/**
 * Sentences by field about a client that is marked as one of before commencement: a start day that bears it out is required, and because the
 * mark waives initial CDD, who sets it or moves the day under it needs the permission to grant an exception from CDD. Source: NZ s14(1)(c); AU s36.
 *
 * @param before the client as it is; null for a new one
 */
export function preCommencementProblems(
  details: Marking,
  before: { preCommencement: boolean; relationshipStartedOn: string | null } | null,
  { member, company }: Pick<MemberCaller, 'member' | 'company'>,
  now: Date,
): Record<string, string[]> {
  const startedOn = details.relationshipStartedOn ?? null;
  if (!details.preCommencement) return {};
  const problem = preCommencementProblem(company.regulatedIn, company, startedOn);
  if (problem !== null) return { [problem.field]: [problem.text] };
  if (before?.preCommencement && before.relationshipStartedOn === startedOn) return {};
  if (can({ kind: 'member', ...member }, 'cdd.grantException', company, now.toISOString()).allowed) return {};
  return {
    preCommencement: [
      'Only an owner, a compliance officer or a senior manager can mark a client as pre-commencement, or change its “Client since”',
    ],
  };
}
