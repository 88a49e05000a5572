import fc from 'fast-check';
import { expect } from 'vitest';
import {
  decideBusinessVerification,
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import {
  continueBusinessVerification,
  createOwnershipParties,
  editOwnership,
  expandOwnership,
  readExpansionCost,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import {
  chooseRegistryEntity,
  resolveMismatch,
} from '#contract/business-verifications/registry-endpoints.ts';
import { listParties } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { type Course, command, send } from './course.ts';
import { noteChange } from './oracle.ts';
import { type Side, sides, type Who } from './world.ts';

async function readNow({ world, verification }: Course): Promise<BusinessVerification | null> {
  if (verification === null) return null;
  const params = { id: verification.id };
  return (await world.api.request(readBusinessVerification, { params }, { as: world.company.owner }))
    .response;
}

/** Runs a command on the open verification; false where there is none. */
async function onOpen(
  course: Course,
  act: (now: BusinessVerification) => Promise<boolean>,
): Promise<boolean> {
  const now = await readNow(course);
  return now === null ? false : act(now);
}

const intents = ['addNode', 'saveHolding', 'addControl', 'remove'] as const;
type Intent = (typeof intents)[number];
type EditBody = EndpointRequest<typeof editOwnership>['body'];

/** A body of an edit of the chart: the source is what the client said. */
function editBody({ version, ownership }: BusinessVerification, intent: Intent, percent: string): EditBody {
  const nodes = ownership?.nodes.filter(({ id }) => id !== 'client') ?? [];
  const typed = nodes.at(-1)?.id ?? 'none';
  const source = 'Told by the client';
  switch (intent) {
    case 'addNode':
      return { intent, version, name: `Aroha Typed ${nodes.length}`, kind: 'person', source } as const;
    case 'saveHolding':
      return { intent, version, of: 'client', holders: [typed], share: { percent }, source };
    case 'addControl':
      return { intent, version, by: typed, of: 'client', role: 'director', note: source } as const;
    case 'remove': {
      const [edge] = ownership?.edges.filter((one) => one.source === 'manual') ?? [];
      return { intent, version, id: edge?.id ?? typed, reason: 'Of another company' } as const;
    }
  }
}

/** Notes the parties of the entity as they are listed after a verification recorded some. */
async function noteParties(course: Course): Promise<void> {
  const { world, clientIds } = course;
  const input = { params: { id: clientIds.first }, query: {} };
  const { items } = (await world.api.request(listParties, input, { as: world.company.owner })).response;
  noteChange(course, () => {
    for (const { id, client, directPercent, roles } of items) {
      const side = sides.find((one) => clientIds[one] === client.id) ?? null;
      const isOwner = roles.includes('beneficialOwner') || Number(directPercent ?? 0) > 25;
      course.parties.set(id, {
        of: side,
        mustBeVerified: isOwner || roles.includes('authorisedRepresentative'),
      });
    }
  });
}

const owners = fc.constantFrom<readonly Side[]>([], ['second', 'third']);

async function decide(
  course: Course,
  decision: 'verified' | 'notVerified' | 'cancel',
  by: Who,
): Promise<boolean> {
  return onOpen(course, async ({ id, version }) => {
    const { verification } = course;
    const reason = 'Compared with the register';
    const body =
      decision === 'cancel'
        ? ({ decision, version, reason } as const)
        : ({ decision, version, reason, unresolvedReason: 'They own less than 25 %' } as const);
    const sent = await send(course, decideBusinessVerification, { params: { id }, body }, by);
    if (sent === null || verification === null) return false;
    if (decision !== 'verified') return true;
    // A chart that somebody typed proves nothing.
    expect(['an extract', verification.hasExtract]).toEqual(['an extract', true]);
    course.clients.first.evidence.add('identity');
    course.chartOwners = verification.owners;
    return true;
  });
}

/** Verification of the entity at the register. */
export const businessCommands = {
  startBusiness: command({
    cases: ['businessVerifications.start'],
    weight: 2,
    details: fc.record({}),
    async send(course, { by }) {
      const params = { clientId: course.clientIds.first };
      const made = await send(course, startBusinessVerification, { params, query: {} }, by);
      if (made === null) return false;
      if (made.id === course.verification?.id) return true;
      noteChange(course, () => {
        course.verification = { id: made.id, hasExtract: false, owners: [] };
      });
      return true;
    },
  }),
  orderExtract: command({
    cases: ['businessVerifications.orderExtract'],
    weight: 2,
    details: fc.record({}),
    send: (course, { by }) =>
      onOpen(course, async ({ id, version, client }) => {
        const number = client.numbers.nzbn ?? '';
        const body = { version, registry: 'nzbn', number, quotedCost: 250 } as const;
        const sent = await send(course, chooseRegistryEntity, { params: { id }, body }, by);
        if (sent === null || course.verification === null) return false;
        course.verification.hasExtract = sent.extract !== null;
        course.verification.owners = [];
        return true;
      }),
  }),
  resolveMismatch: command({
    cases: ['businessVerifications.resolveMismatch'],
    weight: 1,
    details: fc.record({ resolution: fc.constantFrom('useRegistry', 'keepRecorded') }),
    send: (course, { resolution, by }) =>
      onOpen(course, async ({ id, version, mismatches }) => {
        const field = mismatches.find(({ settled }) => settled === null)?.field ?? 'incorporatedOn';
        const body = { version, field, resolution, reason: 'Seen in the register' } as const;
        return (await send(course, resolveMismatch, { params: { id }, body }, by)) !== null;
      }),
  }),
  expandOwnership: command({
    cases: ['businessVerifications.expand'],
    weight: 1,
    details: fc.record({ isRegisterDown: fc.boolean() }),
    send: (course, { isRegisterDown, by }) =>
      onOpen(course, async ({ id, version }) => {
        const { api, company } = course.world;
        const cost = { params: { id }, query: { layers: 3 } };
        const { maxCost } = (await api.request(readExpansionCost, cost, { as: company.owner })).response;
        const body = { version, layers: 3, agreedCost: maxCost.amount };
        api.registers.setDown(isRegisterDown);
        const sent = await send(course, expandOwnership, { params: { id }, body }, by);
        api.registers.setDown(false);
        return sent !== null;
      }),
  }),
  resumeExpansion: command({
    cases: ['businessVerifications.resumeExpansion'],
    weight: 1,
    details: fc.record({}),
    send: (course, { by }) =>
      onOpen(course, async ({ id }) => {
        const sent = await send(course, continueBusinessVerification, { params: { id }, body: {} }, by);
        return sent !== null;
      }),
  }),
  editOwnership: command({
    cases: intents.map((intent) => `businessVerifications.edit ${intent}`),
    weight: 2,
    details: fc.record({ intent: fc.constantFrom(...intents), share: fc.constantFrom('1', '100') }),
    send: (course, { intent, share, by }) =>
      onOpen(course, async (now) => {
        const body = editBody(now, intent, share);
        if ((await send(course, editOwnership, { params: { id: now.id }, body }, by)) === null) return false;
        // Who owns the entity by a chart that was edited is not followed here.
        if (course.verification !== null) course.verification.owners = [];
        return true;
      }),
  }),
  createParties: command({
    cases: ['businessVerifications.createParties'],
    weight: 1,
    details: fc.record({ as: owners }),
    send: (course, { as, by }) =>
      onOpen(course, async ({ id, version, mustVerify }) => {
        const parties = mustVerify.map(({ nodeId }, at) => {
          const side = as[at];
          return side === undefined ? { nodeId } : { nodeId, clientId: course.clientIds[side] };
        });
        const body = { version, parties };
        if ((await send(course, createOwnershipParties, { params: { id }, body }, by)) === null) return false;
        if (course.verification !== null) course.verification.owners = as.slice(0, mustVerify.length);
        await noteParties(course);
        return true;
      }),
  }),
  decideBusiness: command({
    cases: ['verified', 'notVerified', 'cancel'].map((way) => `businessVerifications.decide ${way}`),
    weight: 2,
    details: fc.record({ decision: fc.constantFrom('verified', 'verified', 'notVerified', 'cancel') }),
    send: (course, { decision, by }) => decide(course, decision, by),
  }),
};
