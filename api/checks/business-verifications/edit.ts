import { editOwnership as editEndpoint } from '#contract/business-verifications/ownership-endpoints.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { showsHolders } from '#rules/ownership/business-evidence.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { StoredGraph } from '../../kernel/database/tables/stored-ownership.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { dropUnmentioned } from './extracts/graph-from-extract.ts';
import { addControl, nextId } from './ownership/ownership-graph.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import {
  type LockedVerification,
  newValues,
  requireOpen,
  type VerificationChange,
  type VerificationContext,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';

type Body = EndpointInput<typeof editEndpoint>['body'];
type Of<Intent extends Body['intent']> = Extract<Body, { intent: Intent }>;

/** Maximum nodes of a tree; more than a person can review. */
const maxEntries = 400;

function requireEntry(graph: StoredGraph, id: string, field: string): string {
  const node = graph.nodes.find((node) => node.id === id);
  if (node === undefined) throw invalid('Select an entry of the tree', field);
  return node.name;
}

async function addNode(
  { trx }: VerificationContext,
  before: LockedVerification,
  graph: StoredGraph,
  body: Of<'addNode'>,
): Promise<VerificationChange> {
  const { name, kind, clientId, country, source } = body;
  if (clientId !== undefined) {
    const client = await readClientById(trx, clientId);
    if (client === null || clientId === before.client.id) {
      throw invalid('Select a client of your company.', 'clientId');
    }
  }
  graph.nodes.push({
    id: nextId(graph),
    name,
    kind,
    numbers: {},
    country: country ?? null,
    clientId: clientId ?? null,
    extractId: null,
    asked: [],
    status: null,
    problem: null,
    source: 'manual',
    sourceText: source,
  });
  return added('entryAdded', { entry: name, kind, knownFrom: source });
}

const added = (action: string, values: Record<string, unknown>): VerificationChange => ({
  action,
  changes: newValues(values),
});

const isHeld = { yes: true, no: false, unknown: null } as const;

/** The label of the accepted evidence that an entry refers to; throws for evidence of anything else, or of a kind that does not show it. */
function requireEvidence(
  { submittedEvidence }: LockedVerification,
  graph: StoredGraph,
  { evidenceId, of }: Pick<Of<'addControl'>, 'evidenceId' | 'of'>,
  forOthers = false,
): string | undefined {
  if (evidenceId === undefined) return undefined;
  const evidence = submittedEvidence.find(({ id }) => id === evidenceId);
  if (evidence === undefined) throw invalid('Select an accepted document of this verification', 'evidenceId');
  const node = graph.nodes.find(({ id }) => id === of);
  if (node && !showsHolders(evidence.documentType, node.kind, { forOthers })) {
    throw invalid(
      `${evidence.label} is no evidence of who owns or controls ${node.name}. Select another document, or request one.`,
      'evidenceId',
    );
  }
  return evidence.label;
}

/** Throws if a holder is the entity itself, or an entity that it owns a part of. */
function rejectCircles(graph: StoredGraph, { of, holders, heldFor }: Of<'saveHolding'>, ownId: string): void {
  const owned = new Set([of]);
  for (const entity of owned) {
    for (const holding of graph.holdings) {
      if (holding.id === ownId || ![...holding.holders, ...holding.heldFor].includes(entity)) continue;
      owned.add(holding.of);
    }
  }
  for (const [field, ids] of Object.entries({ holders, heldFor })) {
    const circular = graph.nodes.find(({ id }) => ids.includes(id) && owned.has(id));
    if (circular?.id === of) throw invalid(`${circular.name} cannot own itself. Select its holder.`, field);
    if (circular) {
      const name = graph.nodes.find(({ id }) => id === of)?.name ?? '';
      throw invalid(
        `${name} already owns a part of ${circular.name}. Check which of them is the holder.`,
        field,
      );
    }
  }
}

function saveHolding(
  verification: LockedVerification,
  graph: StoredGraph,
  body: Of<'saveHolding'>,
): VerificationChange {
  const { holdingId, of, holders, share, beneficiallyHeld, heldFor, source, evidenceId } = body;
  const before = graph.holdings.find(({ id }) => id === holdingId);
  if (holdingId !== undefined && before === undefined) {
    throw invalid('This holding is no longer in the ownership chart.', 'holdingId');
  }
  const held = requireEntry(graph, of, 'of');
  const names = holders.map((id) => requireEntry(graph, id, 'holders'));
  const forNames = heldFor.map((id) => requireEntry(graph, id, 'heldFor'));
  if (heldFor.length > 0 && beneficiallyHeld !== 'no') {
    throw invalid('Select “No, for someone else”, or remove the person it is held for.', 'beneficiallyHeld');
  }
  if (share === undefined) throw invalid('Enter a percentage or a number of shares.', 'share');
  if ('percent' in share && Number(share.percent) > 100) {
    throw invalid('Enter a percentage up to 100.', 'share');
  }
  const shownBy = requireEvidence(verification, graph, body, heldFor.length > 0);
  if (graph.nodes.find(({ id }) => id === of)?.kind === 'person') {
    throw invalid(`${held} is a person and cannot be owned.`, 'of');
  }
  rejectCircles(graph, body, before?.id ?? '');
  const holding = {
    of,
    holders: [...new Set(holders)],
    share,
    beneficiallyHeld: isHeld[beneficiallyHeld],
    heldFor: [...new Set(heldFor)],
    source: 'manual' as const,
    sourceText: source,
    ...(evidenceId === undefined ? {} : { evidenceId }),
  };
  if (before) {
    delete before.evidenceId;
    Object.assign(before, holding);
  } else graph.holdings.push({ id: nextId(graph), ...holding });
  return added('holdingSaved', {
    of: held,
    holders: names,
    share: 'percent' in share ? `${share.percent} %` : `${share.shares} shares`,
    ...(forNames.length > 0 ? { heldFor: forNames } : {}),
    ...(shownBy === undefined ? {} : { evidence: shownBy }),
    knownFrom: source,
  });
}

function addRole(
  verification: LockedVerification,
  graph: StoredGraph,
  body: Of<'addControl'>,
): VerificationChange {
  const { by, of, role, note, evidenceId } = body;
  const holder = requireEntry(graph, by, 'by');
  const held = requireEntry(graph, of, 'of');
  if (by === of) throw invalid('Select a different entry: an entry cannot have a role in itself.', 'by');
  const shownBy = requireEvidence(verification, graph, body);
  const present = graph.controls.find(
    (control) => control.by === by && control.of === of && control.role === role,
  );
  // Recorded before its document was accepted.
  const isShown = evidenceId !== undefined && present !== undefined && present.source !== 'registry';
  if (isShown) Object.assign(present, { note, source: 'manual', evidenceId });
  else if (present !== undefined) throw invalid('This role is in the tree already.', 'role');
  else {
    const evidence = evidenceId === undefined ? {} : { evidenceId };
    addControl(graph, { by, of, role, note, source: 'manual', ...evidence });
  }
  return added('roleAdded', {
    entry: holder,
    of: held,
    role: partyRoleLabels[role],
    ...(shownBy === undefined ? {} : { evidence: shownBy }),
    knownFrom: note,
  });
}

function remove(graph: StoredGraph, { id, reason }: Of<'remove'>): VerificationChange {
  const node = graph.nodes.find((node) => node.id === id);
  const holding = graph.holdings.find((holding) => holding.id === id);
  const control = graph.controls.find((control) => control.id === id);
  if (!node && !holding && !control) throw invalid('This is no longer in the ownership chart.', 'id');
  if (node?.id === graph.rootId) throw invalid('The client itself stays in its tree.', 'id');
  const name = (nodeId: string) => graph.nodes.find((node) => node.id === nodeId)?.name ?? '';
  const what = node
    ? node.name
    : holding
      ? `${holding.holders.map(name).join(', ')} in ${name(holding.of)}`
      : control
        ? `${name(control.by)}, ${partyRoleLabels[control.role]} of ${name(control.of)}`
        : '';
  if (node) {
    const isMentioned =
      graph.holdings.some(({ of, holders, heldFor }) => [of, ...holders, ...heldFor].includes(id)) ||
      graph.controls.some(({ by, of }) => by === id || of === id);
    if (isMentioned) throw invalid(`Remove the holdings and roles of ${node.name} first.`, 'id');
  }
  graph.nodes = graph.nodes.filter((node) => node.id !== id);
  graph.holdings = graph.holdings.filter((holding) => holding.id !== id);
  graph.controls = graph.controls.filter((control) => control.id !== id);
  dropUnmentioned(graph);
  return {
    action: 'entryRemoved',
    changes: { removed: { before: what, after: null }, reason: { before: null, after: reason } },
    reason,
  };
}

/** Applies an edit to a copy of the tree. */
function editGraph(
  context: VerificationContext,
  before: LockedVerification,
  graph: StoredGraph,
  body: Body,
): Promise<VerificationChange> | VerificationChange {
  switch (body.intent) {
    case 'addNode':
      return addNode(context, before, graph, body);
    case 'saveHolding':
      return saveHolding(before, graph, body);
    case 'addControl':
      return addRole(before, graph, body);
    case 'remove':
      return remove(graph, body);
  }
}

/** POST /business-verifications/:id/ownership. */
export const edit = commandsFor<BusinessVerificationDeps>()(editEndpoint, {
  ...verificationSteps,
  check: (_, before) => requireOpen(before, 'edit'),
  async change(context, before) {
    const graph = structuredClone(before.row.graph);
    const change = await editGraph(context, before, graph, context.body);
    if (graph.nodes.length + graph.holdings.length + graph.controls.length > maxEntries) {
      throw invalid(`A tree can have ${maxEntries} entries at most.`);
    }
    const begins = before.row.status === 'notStarted';
    await writeVerification(context, before, begins ? { status: 'needsReview' } : {}, graph);
    return change;
  },
  events: (_, { before, done }) => verificationEvent(before, done),
});
