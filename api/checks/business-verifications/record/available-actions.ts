import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { cite } from '#rules/legal-provisions.ts';
import { isDecidedBusinessVerification } from '#rules/lifecycles/checks.ts';
import { can, type Permission } from '#rules/permissions.ts';
import { hasBusinessEvidence } from '#rules/verification-pages/decision-evidence.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { needsNobody } from '../ownership/ownership-view.ts';
import { estimate } from '../registers/registers.ts';
import type { Opened } from './opened-verification.ts';

export type BusinessVerificationAction = BusinessVerification['actions'][number]['action'];

const here = { target: 'client.verifications' } as const;
const parties = { target: 'client.parties' } as const;

/** Blockers of marking the business as verified. */
export function verifiedBlockers({
  row,
  client,
  tree,
  mismatches,
  clients,
  parties: current,
  submittedEvidence,
  regulatedIn,
}: Opened): Blocker[] {
  const blockers: Blocker[] = [];
  const ofIdentity = cite(regulatedIn, { NZL: 'NZ s16', AUS: 'AU s28(3)' });
  const ofOwners = cite(regulatedIn, { NZL: 'NZ s11(1)(b)', AUS: 'AU s28(2)(d)' });
  const { graph } = row;
  if (row.asking !== null) {
    blockers.push({
      code: 'kyb.asking',
      text: 'A register extract is being ordered. Wait for the result, or cancel.',
      ...ofIdentity,
      fix: here,
    });
  }
  if (!hasBusinessEvidence({ ...graph, hasExtract: row.extracted_at !== null, submittedEvidence })) {
    blockers.push({
      code: 'kyb.noEvidence',
      text: 'No evidence: order an extract, accept a submitted document or enter ownership manually.',
      ...ofIdentity,
      fix: here,
    });
  }
  for (const { label, mustResolve, settled } of mismatches) {
    if (!mustResolve || settled) continue;
    blockers.push({
      code: 'kyb.mismatch',
      text: `${label}: unresolved discrepancy with the register.`,
      ...ofIdentity,
      fix: here,
    });
  }
  if (!needsNobody(graph)) {
    for (const { step, text } of tree.ownership.fallbacks) {
      if (step !== 'seniorManagingOfficial')
        blockers.push({ code: 'kyb.noOwner', text, ...ofOwners, fix: here });
    }
  }
  for (const { nodeId, name } of tree.mustVerify) {
    const clientId = graph.nodes.find(({ id }) => id === nodeId)?.clientId;
    const stands =
      clientId && clients.has(clientId) && current.some((item) => item.partyClientId === clientId);
    if (stands) continue;
    blockers.push({
      code: 'kyb.notParty',
      text: `${name} must be verified but is not a related party of ${client.displayName} yet.`,
      ...ofOwners,
      fix: parties,
    });
  }
  return unique(blockers);
}

const unique = (blockers: Blocker[]) =>
  blockers.filter((blocker, index) => blockers.findIndex(({ text }) => text === blocker.text) === index);

const labels: Record<BusinessVerificationAction, string> = {
  search: 'Search the registers',
  orderExtract: 'Order extract',
  recordManually: 'Record manually',
  settle: 'Resolve discrepancies',
  expand: 'Expand ownership',
  edit: 'Edit ownership',
  createParties: 'Record as parties',
  decide: 'Decide',
  cancel: 'Cancel',
  retry: 'Retry',
};

const getActionPermission = (action: BusinessVerificationAction): Permission =>
  ['orderExtract', 'expand', 'retry'].includes(action) ? 'checks.start' : 'records.write';

/** Actions permitted by the verification's status. */
function getOpenActions({ row, setUp, mismatches }: Opened): BusinessVerificationAction[] {
  const { status, asking, graph } = row;
  if (isDecidedBusinessVerification(status)) return [];
  if (asking !== null) return ['retry', 'cancel'];
  const canExpand = estimate(graph, setUp, { layers: 8, used: row.extracts_used }).now > 0;
  const hasTree = graph.nodes.length > 1;
  return [
    'search',
    'orderExtract',
    'recordManually',
    ...(mismatches.some(({ settled }) => !settled) ? (['settle'] as const) : []),
    ...(canExpand ? (['expand'] as const) : []),
    'edit',
    ...(hasTree ? (['createParties'] as const) : []),
    'decide',
    'cancel',
  ];
}

/** Actions of the member, each with its blockers. */
export function availableActions(
  opened: Opened,
  { member, company }: MemberCaller,
  now: Date,
): BusinessVerification['actions'] {
  const may = (action: Permission) =>
    can({ kind: 'member', ...member }, action, company, now.toISOString()).allowed;
  return getOpenActions(opened)
    .filter((action) => may(getActionPermission(action)))
    .map((action) => ({
      action,
      label: labels[action],
      blockers: action === 'decide' ? verifiedBlockers(opened) : [],
    }));
}

/** Whether an action is available regardless of the member; commands check it. */
export const isActionAvailable = (opened: Opened, action: BusinessVerificationAction): boolean =>
  getOpenActions(opened).includes(action);
