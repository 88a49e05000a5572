import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { cite } from '#rules/legal-provisions.ts';
import { isDecidedBusinessVerification } from '#rules/lifecycles/checks.ts';
import { afterTheOthers } from '#rules/maker-checker.ts';
import { wantedDocument } from '#rules/ownership/business-evidence.ts';
import { can, type Permission } from '#rules/permissions.ts';
import { minSecondPeople } from '#rules/policies.ts';
import { comparableBusinessName } from '#rules/registers/register-mismatches.ts';
import { hasBusinessEvidence } from '#rules/verification-pages/decision-evidence.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { getClientNumbers } from '../ownership/ownership-graph.ts';
import { estimate } from '../registers/registers.ts';
import type { Opened } from './opened-verification.ts';

export type BusinessVerificationAction = BusinessVerification['actions'][number]['action'];

const registerNumbers = ['nzbn', 'nzCompanyNumber', 'abn', 'acn'] as const;

const here = { target: 'client.verifications' } as const;
const parties = { target: 'client.parties' } as const;

/** Whether a register's entity is the client on record: by a number, or by name where no number contradicts. */
function isOwnExtract({ client, extract }: Opened): boolean {
  if (extract === null) return false;
  const { numbers, name } = extract.extract;
  const recorded = getClientNumbers(client);
  const known = registerNumbers.filter((number) => recorded[number] && numbers[number]);
  if (known.length > 0) return known.every((number) => recorded[number] === numbers[number]);
  return comparableBusinessName(name) === comparableBusinessName(client.displayName);
}

/** Whether a register extract of the client itself or an accepted independent document proves the business. NZ s16(1)(a), reg 11; AU s28(3). */
export function isEvidenced(opened: Opened): boolean {
  const { client, submittedEvidence } = opened;
  return hasBusinessEvidence({
    clientType: client.clientType,
    hasExtract: isOwnExtract(opened),
    submittedEvidence,
  });
}

/**
 * Unresolved ownership to accept in a decision as verified, and whether the member can. What could hide a beneficial owner is accepted as
 * an exception from CDD, until a day, by another member than the one who started the verification where one is eligible. NZ s11(1)(b), s16(1)(b); AU s28(2)(d).
 */
export function unresolvedOwnership(
  { tree: { ownership }, regulatedIn, row, exceptionApprovers }: Opened,
  { member, company }: MemberCaller,
  now: Date,
): BusinessVerification['unresolvedOwnership'] {
  const { unresolvedTotal, unresolvedPercent: percent, concealing } = ownership;
  if (unresolvedTotal.numerator <= 0n) return null;
  const needsException = concealing.length > 0;
  const decision = can({ kind: 'member', ...member }, 'cdd.grantException', company, now.toISOString());
  const laws = needsException ? concealing : regulatedIn;
  const isOwn = row.creator_present_id === member.id && exceptionApprovers >= minSecondPeople;
  const refusal = decision.allowed
    ? `Maker-checker: you started this verification, so someone else who may grant exceptions must accept ${percent}% of unresolved ownership. ${afterTheOthers}`
    : `${percent}% of ownership is unresolved, which could hide a beneficial owner. Order extracts or accept documents that show the holders, or ask a member who can approve exceptions from CDD to decide.`;
  return {
    percent,
    needsException,
    provision: cite(laws, { NZL: 'NZ s11(1)(b)', AUS: 'AU s28(2)(d)' }).provision,
    refusal: needsException && (isOwn || !decision.allowed) ? refusal : null,
  };
}

/** Blockers of marking the business as verified. */
export function verifiedBlockers(opened: Opened): Blocker[] {
  const { row, client, tree, mismatches, clients, parties: current, regulatedIn, extract } = opened;
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
  if (!isEvidenced(opened)) {
    const wanted = wantedDocument(client.clientType);
    blockers.push({
      code: 'kyb.noEvidence',
      text:
        extract === null
          ? `Nothing independent of ${client.displayName} proves it. Order its register extract, or request and accept ${wanted}. What is entered manually is no evidence.`
          : `The extract is of ${extract.extract.name}, not of ${client.displayName} on record. Order the extract of its own number, or request and accept ${wanted}.`,
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
  if (!tree.isDeemed) {
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
