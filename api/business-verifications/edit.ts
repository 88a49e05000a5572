import type { BusinessVerification, editOwnership } from '#contract/business-verifications.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { partyRoleLabels } from '#rules/client-parties.ts';
import { readClientById } from '../clients/store.ts';
import type { StoredGraph } from '../database/stored-ownership.ts';
import type { MemberCaller } from '../http/bind.ts';
import { type Change, type Command, refuseForm, runCommand } from './command.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { addControl, nextId } from './tree.ts';
import { dropUnmentioned } from './tree-from-extract.ts';

type Body = EndpointInput<typeof editOwnership>['body'];
type Of<Intent extends Body['intent']> = Extract<Body, { intent: Intent }>;

/** Entries that one verification may have: more than any tree that a person can look through. */
const mostEntries = 400;

function requireEntry(graph: StoredGraph, id: string, field: string): string {
  const node = graph.nodes.find((one) => one.id === id);
  if (node === undefined) throw refuseForm('Choose an entry of the tree', field);
  return node.name;
}

async function addNode({ trx, opened }: Command, graph: StoredGraph, body: Of<'addNode'>): Promise<Change> {
  const { name, kind, clientId, country, source } = body;
  if (clientId !== undefined) {
    const client = await readClientById(trx, clientId);
    if (client === null || clientId === opened.client.id) {
      throw refuseForm('Choose one of your company’s clients.', 'clientId');
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
  return told('businessVerification.entryAdded', { entry: name, kind, knownFrom: source });
}

function told(action: string, after: Record<string, unknown>): Change {
  return {
    action,
    changes: Object.fromEntries(
      Object.entries(after).map(([field, value]) => [field, { before: null, after: value }]),
    ),
  };
}

const isHeld = { yes: true, no: false, unknown: null } as const;

function saveHolding(graph: StoredGraph, body: Of<'saveHolding'>): Change {
  const { holdingId, of, holders, share, beneficiallyHeld, heldFor, source } = body;
  const before = graph.holdings.find(({ id }) => id === holdingId);
  if (holdingId !== undefined && before === undefined) {
    throw refuseForm('This holding is not in the tree any more.', 'holdingId');
  }
  const held = requireEntry(graph, of, 'of');
  const names = holders.map((id) => requireEntry(graph, id, 'holders'));
  const forNames = heldFor.map((id) => requireEntry(graph, id, 'heldFor'));
  if (heldFor.length > 0 && beneficiallyHeld !== 'no') {
    throw refuseForm('Say “No, for somebody else”, or take away for whom it is held.', 'beneficiallyHeld');
  }
  if (share === undefined) throw refuseForm('Enter a percentage or a number of shares.', 'share');
  if ('percent' in share && Number(share.percent) > 100) {
    throw refuseForm('Enter a percentage up to 100.', 'share');
  }
  const kept = {
    of,
    holders: [...new Set(holders)],
    share,
    beneficiallyHeld: isHeld[beneficiallyHeld],
    heldFor: [...new Set(heldFor)],
    source: 'manual' as const,
    sourceText: source,
  };
  if (before) Object.assign(before, kept);
  else graph.holdings.push({ id: nextId(graph), ...kept });
  return told('businessVerification.holdingSaved', {
    of: held,
    holders: names,
    share: 'percent' in share ? `${share.percent} %` : `${share.shares} shares`,
    ...(forNames.length > 0 ? { heldFor: forNames } : {}),
    knownFrom: source,
  });
}

function addRole(graph: StoredGraph, { by, of, role, note }: Of<'addControl'>): Change {
  const holder = requireEntry(graph, by, 'by');
  const held = requireEntry(graph, of, 'of');
  if (by === of) throw refuseForm('Choose another entry than the one that it has the role in.', 'by');
  if (graph.controls.some((one) => one.by === by && one.of === of && one.role === role)) {
    throw refuseForm('This role is in the tree already.', 'role');
  }
  addControl(graph, { by, of, role, note, source: 'manual' });
  return told('businessVerification.roleAdded', {
    entry: holder,
    of: held,
    role: partyRoleLabels[role],
    knownFrom: note,
  });
}

function remove(graph: StoredGraph, { id, reason }: Of<'remove'>): Change {
  const node = graph.nodes.find((one) => one.id === id);
  const holding = graph.holdings.find((one) => one.id === id);
  const control = graph.controls.find((one) => one.id === id);
  if (!node && !holding && !control) throw refuseForm('This is not in the tree any more.', 'id');
  if (node?.id === graph.rootId) throw refuseForm('The client itself stays in its tree.', 'id');
  const name = (nodeId: string) => graph.nodes.find((one) => one.id === nodeId)?.name ?? '';
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
    if (isMentioned) throw refuseForm(`Remove the holdings and roles of ${node.name} first.`, 'id');
  }
  graph.nodes = graph.nodes.filter((one) => one.id !== id);
  graph.holdings = graph.holdings.filter((one) => one.id !== id);
  graph.controls = graph.controls.filter((one) => one.id !== id);
  dropUnmentioned(graph);
  return {
    action: 'businessVerification.entryRemoved',
    changes: { removed: { before: what, after: null }, reason: { before: null, after: reason } },
    reason,
  };
}

/** POST /business-verifications/:id/ownership. */
export function edit(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: Body,
): Promise<BusinessVerification> {
  return runCommand(deps, caller, { id, version: body.version, act: 'edit', body }, async (command) => {
    const graph = structuredClone(command.opened.row.graph);
    const change =
      body.intent === 'addNode'
        ? await addNode(command, graph, body)
        : body.intent === 'saveHolding'
          ? saveHolding(graph, body)
          : body.intent === 'addControl'
            ? addRole(graph, body)
            : remove(graph, body);
    if (graph.nodes.length + graph.holdings.length + graph.controls.length > mostEntries) {
      throw refuseForm(`A tree can have ${mostEntries} entries at most.`);
    }
    const { status } = command.opened.row;
    return { ...change, graph, columns: status === 'notStarted' ? { status: 'needsReview' } : {} };
  });
}
