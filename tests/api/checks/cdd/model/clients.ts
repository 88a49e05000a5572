import { expect } from 'vitest';
import { getClientDetails } from '#api/records/clients/record/client-record.ts';
import { approveClient, transitionClient } from '#contract/cdd/cdd.ts';
import { assignClients, assignFilteredClients } from '#contract/clients/client-assignment.ts';
import { createClient, readClient, updateClient } from '#contract/clients/clients.ts';
import { mergeClients } from '#contract/clients/merging.ts';
import { addParty, endParty, listParties, updateParty } from '#contract/clients/parties.ts';
import { enrolClient, enrolClients, enrolFilteredClients } from '#contract/monitoring/enrolments.ts';
import { createWorklist } from '#contract/monitoring/worklists.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { cddLifecycle, clientLifecycle } from '#rules/lifecycles/clients.ts';
import { everyDay } from '#tests/support/api/monitoring.ts';
import { clientVersion } from '../../activities/model/course.ts';
import { noteChange } from '../../activities/model/oracle.ts';
import { grantors, type Side, sides, type World } from '../../activities/model/world.ts';
import { type At, ask, attempt, type ClientCourse, type Make } from './course.ts';
import { expectProven } from './invariants.ts';

const reason = 'As agreed with the client';
const ofNobody = { filters: { q: 'Nobody of this name' }, confirmedTotal: 0 };

const person = (familyName: string) => ({
  clientType: 'individual' as const,
  individual: { givenNames: 'Hinemoa', familyName },
  confirmations: ['likelyDuplicates' as const],
});

const worklists = new WeakMap<World, Promise<number>>();

/** The worklist of a world, made once. */
function worklistOf({ world }: ClientCourse): Promise<number> {
  const made =
    worklists.get(world) ??
    world.api
      .request(createWorklist, { body: everyDay }, { as: world.company.owner })
      .then(({ response }) => response.id);
  worklists.set(world, made);
  return made;
}

/** A change of the status of CDD: an approval, or a submission, has all that it needs on record. */
const moveCdd =
  (to: string): Make =>
  async ({ course, side, clientId, by }) => {
    const more = to === 'exceptionApproved' ? { endsOn: addDays(course.world.today(), 60) } : {};
    const body = { lifecycle: 'cdd', to, reason, version: await clientVersion(course, side), ...more };
    return attempt(transitionClient, { params: { id: clientId }, body: body as never }, () => {
      if (to === 'exceptionApproved') expect(grantors).toContain(by);
      if (to === 'verified' || to === 'readyForReview') expectProven(course, side, to);
      noteChange(course, () => {
        course.clients[side].cdd = { status: to, by };
      });
    });
  };

/** A change of the status of a client: one that becomes active has been approved, or is excepted. */
const moveClient =
  (to: string): Make =>
  async ({ course, side, clientId }) => {
    const body = { lifecycle: 'client', to, reason, version: await clientVersion(course, side) };
    return attempt(transitionClient, { params: { id: clientId }, body: body as never }, () => {
      if (to === 'active') expectProven(course, side, to);
      course.more[side].status = to;
    });
  };

/** An approval, or what the member may do of it: all that it needs is on record. */
const approve: Make = async ({ course, side, clientId, by }) => {
  const body = { version: await clientVersion(course, side), note: reason };
  return attempt(approveClient, { params: { id: clientId }, body }, ({ status, cddStatus }) => {
    expect(['readyForReview', 'verified']).toContain(cddStatus);
    expectProven(course, side, cddStatus);
    noteChange(course, () => {
      course.clients[side].cdd = { status: cddStatus, by };
    });
    course.more[side].status = status;
  });
};

const capacities = [
  { roles: ['authorisedRepresentative'] },
  { roles: ['shareholder'], directPercent: '60' },
  { roles: ['shareholder'], directPercent: '10' },
  { roles: ['director'] },
  { roles: ['shareholder'], directPercent: '30' },
] as const;
const capacity = (n: number) => capacities[n % capacities.length] ?? capacities[0];
const mustBeVerified = (n: number) => [0, 1, 4].includes(n % capacities.length);

/** The other side that is named by a command on a client: the third of the first and the second, the second of the third. */
const otherOf = (side: Side): Side => (side === 'third' ? 'second' : 'third');

const noteParty = ({ course, side, n }: At, id: string, of: Side | null) =>
  noteChange(course, () => {
    // Whom others have as parties has no bearing on the first.
    if (side === 'first') course.parties.set(id, { of, mustBeVerified: mustBeVerified(n) });
  });

/** The party at a place of the list, as it is now. */
async function partyAt({ course, clientId, n }: At) {
  const { items } = await ask(course, listParties, { params: { id: clientId }, query: {} });
  return items.at(n % Math.max(items.length, 1));
}

/** Records of clients, their statuses and their parties. */
export const clientRequests: Record<string, Make> = {
  'clients.create': () => attempt(createClient, { body: person('Passerbyson') as never }),
  'clients.update': async ({ course, clientId, n }) => {
    const before = await ask(course, readClient, { params: { id: clientId } });
    const purposes = ['Advice on a sale', 'Accounts and advice'];
    const relationshipPurpose = purposes[n % 2] ?? '';
    const body = { ...getClientDetails(before), relationshipPurpose, version: before.version };
    return attempt(updateClient, { params: { id: clientId }, body: body as never });
  },
  'clients.merge': async (at) => {
    const { id: mergedId, version: mergedVersion } = await ask(at.course, createClient, {
      body: person('Twiceson') as never,
    });
    const version = await clientVersion(at.course, at.side);
    return attempt(mergeClients, {
      params: { id: at.clientId },
      body: { version, mergedId, mergedVersion, reason },
    });
  },
  'clients.bulkAssign': async ({ course, clientId }) => {
    const { responsible } = await ask(course, readClient, { params: { id: clientId } });
    const clients = [{ id: clientId, expectedResponsibleMemberId: responsible?.id ?? null }];
    return attempt(assignClients, { body: { responsibleMemberId: course.world.as.staff.id, clients } });
  },
  'clients.bulkAssignByFilter': ({ course }) =>
    attempt(assignFilteredClients, { body: { responsibleMemberId: course.world.as.staff.id, ...ofNobody } }),
  'clients.enrol': async ({ course, clientId }) =>
    attempt(enrolClient, { params: { id: clientId }, body: { worklistId: await worklistOf(course) } }),
  'clients.bulkEnrol': async ({ course, clientId }) =>
    attempt(enrolClients, { body: { worklistId: await worklistOf(course), clientIds: [clientId] } }),
  'clients.bulkEnrolByFilter': async ({ course }) =>
    attempt(enrolFilteredClients, { body: { worklistId: await worklistOf(course), ...ofNobody } }),
  'clients.approve': approve,
  ...Object.fromEntries(
    Object.keys(cddLifecycle.labels).map((to) => [`clients.transition cdd ${to}`, moveCdd(to)]),
  ),
  ...Object.fromEntries(
    Object.keys(clientLifecycle.labels).map((to) => [`clients.transition client ${to}`, moveClient(to)]),
  ),
  'parties.add': (at) => {
    const of = otherOf(at.side);
    return attempt(
      addParty,
      {
        params: { id: at.clientId },
        body: { partyClientId: at.course.clientIds[of], ...capacity(at.n) } as never,
      },
      ({ id }) => noteParty(at, id, of),
    );
  },
  'parties.update': async (at) => {
    const party = await partyAt(at);
    if (party === undefined) return null;
    const of = sides.find((side) => at.course.clientIds[side] === party.client.id) ?? null;
    return attempt(
      updateParty,
      {
        params: { id: at.clientId, partyId: party.id },
        body: { version: party.version, ...capacity(at.n) } as never,
      },
      () => noteParty(at, party.id, of),
    );
  },
  'parties.end': async (at) => {
    const party = await partyAt(at);
    if (party === undefined) return null;
    return attempt(
      endParty,
      { params: { id: at.clientId, partyId: party.id }, body: { version: party.version, reason } },
      () => noteChange(at.course, () => void at.course.parties.delete(party.id)),
    );
  },
};
