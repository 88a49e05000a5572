import type { BusinessVerification } from '#contract/business-verifications.ts';
import { type Act, mayAct } from '#rules/access.ts';
import { businessEvidenceTypes } from '#rules/document-requests/evidence.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import type { MemberCaller } from '../http/bind.ts';
import { needsNobody } from './ownership-view.ts';
import type { Opened } from './present.ts';
import { estimate } from './registers.ts';

export type MoveAct = BusinessVerification['moves'][number]['act'];

const here = { target: 'client.verifications' } as const;
const parties = { target: 'client.parties' } as const;

/** What stands in the way of saying that the business is verified. */
export function verifiedBlockers({
  row,
  client,
  tree,
  mismatches,
  clients,
  parties: current,
  givenEvidence,
}: Opened): Blocker[] {
  const blockers: Blocker[] = [];
  const { graph } = row;
  if (row.asking !== null) {
    blockers.push({
      code: 'kyb.asking',
      text: 'A register is still being asked. Wait for its answer, or stop asking.',
      fix: here,
    });
  }
  const hasDocument = givenEvidence.some(({ documentType: type }) =>
    businessEvidenceTypes.some((known) => known === type),
  );
  if (row.extracted_at === null && !hasDocument && graph.holdings.length + graph.controls.length === 0) {
    blockers.push({
      code: 'kyb.noEvidence',
      text: 'There is neither an extract of a register, nor a deed or extract that was given and accepted, nor anything recorded by hand.',
      fix: here,
    });
  }
  for (const { label, mustSettle, settled } of mismatches) {
    if (!mustSettle || settled) continue;
    blockers.push({
      code: 'kyb.mismatch',
      text: `${label}: the record and the register differ, and nobody has settled it.`,
      fix: here,
    });
  }
  if (!needsNobody(graph)) {
    for (const { step, text } of tree.ownership.fallbacks) {
      if (step !== 'seniorManagingOfficial') blockers.push({ code: 'kyb.noOwner', text, fix: here });
    }
  }
  for (const { nodeId, name } of tree.mustVerify) {
    const clientId = graph.nodes.find(({ id }) => id === nodeId)?.clientId;
    const stands = clientId && clients.has(clientId) && current.some((one) => one.partyClientId === clientId);
    if (stands) continue;
    blockers.push({
      code: 'kyb.notParty',
      text: `${name} has to be verified and is no party of ${client.displayName} yet.`,
      fix: parties,
    });
  }
  return unique(blockers);
}

const unique = (blockers: Blocker[]) =>
  blockers.filter((one, index) => blockers.findIndex(({ text }) => text === one.text) === index);

const labels: Record<MoveAct, string> = {
  search: 'Search the registers',
  choose: 'Ask the register',
  recordManually: 'Record by hand',
  settle: 'Settle differences',
  expand: 'Ask who is behind the holders',
  edit: 'Add or correct by hand',
  createParties: 'Record as parties',
  decide: 'Decide',
  cancel: 'Cancel',
  retry: 'Ask again',
};

const actOf = (act: MoveAct): Act =>
  ['choose', 'expand', 'retry'].includes(act) ? 'checks.start' : 'records.write';

/** Moves that the state of a verification leaves open. */
function openActs({ row, setUp, mismatches }: Opened): MoveAct[] {
  const { status, asking, graph } = row;
  if (['verified', 'failed', 'cancelled', 'evidenceExpired'].includes(status)) return [];
  if (asking !== null) return ['retry', 'cancel'];
  const canExpand = estimate(graph, setUp, { layers: 8, used: row.extracts_used }).now > 0;
  const hasTree = graph.nodes.length > 1;
  return [
    'search',
    'choose',
    'recordManually',
    ...(mismatches.some(({ settled }) => !settled) ? (['settle'] as const) : []),
    ...(canExpand ? (['expand'] as const) : []),
    'edit',
    ...(hasTree ? (['createParties'] as const) : []),
    'decide',
    'cancel',
  ];
}

/** What the member may do now, each with what stops it. */
export function movesOf(
  opened: Opened,
  { member, company }: MemberCaller,
  now: Date,
): BusinessVerification['moves'] {
  const may = (act: Act) => mayAct({ kind: 'member', ...member }, act, company, now.toISOString()).allowed;
  return openActs(opened)
    .filter((act) => may(actOf(act)))
    .map((act) => ({
      act,
      label: labels[act],
      blockers: act === 'decide' ? verifiedBlockers(opened) : [],
    }));
}

/** Whether a move is open whoever asks; the API's commands refuse with it. */
export const isOpenMove = (opened: Opened, act: MoveAct): boolean => openActs(opened).includes(act);
