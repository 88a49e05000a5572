import { editOwnership as editEndpoint } from '#contract/business-verifications/ownership-endpoints.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
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

function saveHolding(graph: StoredGraph, body: Of<'saveHolding'>): VerificationChange {
  const { holdingId, of, holders, share, beneficiallyHeld, heldFor, source } = body;
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
  const holding = {
    of,
    holders: [...new Set(holders)],
    share,
    beneficiallyHeld: isHeld[beneficiallyHeld],
    heldFor: [...new Set(heldFor)],
    source: 'manual' as const,
    sourceText: source,
  };
  if (before) Object.assign(before, holding);
  else graph.holdings.push({ id: nextId(graph), ...holding });
  return added('holdingSaved', {
    of: held,
    holders: names,
    share: 'percent' in share ? `${share.percent} %` : `${share.shares} shares`,
    ...(forNames.length > 0 ? { heldFor: forNames } : {}),
    knownFrom: source,
  });
}

function addRole(graph: StoredGraph, { by, of, role, note }: Of<'addControl'>): VerificationChange {
  const holder = requireEntry(graph, by, 'by');
  const held = requireEntry(graph, of, 'of');
  if (by === of) throw invalid('Select a different entry: an entry cannot have a role in itself.', 'by');
  if (graph.controls.some((control) => control.by === by && control.of === of && control.role === role)) {
    throw invalid('This role is in the tree already.', 'role');
  }
  addControl(graph, { by, of, role, note, source: 'manual' });
  return added('roleAdded', {
    entry: holder,
    of: held,
    role: partyRoleLabels[role],
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
      return saveHolding(graph, body);
    case 'addControl':
      return addRole(graph, body);
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
