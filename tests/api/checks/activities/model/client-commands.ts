import fc from 'fast-check';
import { expect } from 'vitest';
import { getClientDetails } from '#api/records/clients/record/client-record.ts';
import { transitionClient } from '#contract/cdd/cdd.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { addParty, endParty, readParty, updateParty } from '#contract/clients/parties.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { type Course, clientVersion, command, type KnownParty, send } from './course.ts';
import { of } from './evidence-commands.ts';
import { missing, noteChange } from './oracle.ts';
import { grantors, type Side, type Who, wholeRecord } from './world.ts';

const cddStatuses = ['inProgress', 'readyForReview', 'verified', 'exceptionApproved', 'refreshDue'] as const;

/** Saves the details of a client with what is changed of them. */
export async function saveDetails(course: Course, side: Side, changed: object, by: Who): Promise<boolean> {
  const { api, company } = course.world;
  const params = { id: course.clientIds[side] };
  const before = (await api.request(readClient, { params }, { as: company.owner })).response;
  const details = getClientDetails(before) as Record<string, unknown>;
  const merged = Object.fromEntries(
    Object.entries({ ...details, ...changed }).map(([field, value]) =>
      field === 'individual' && value !== undefined
        ? [field, { ...(details.individual as object), ...(value as object) }]
        : [field, value],
    ),
  );
  const body = { ...merged, version: before.version };
  return (await send(course, updateClient, { params, body: body as never }, by)) !== null;
}

const party = {
  roles: fc.constantFrom(['shareholder'], ['authorisedRepresentative'], ['director']),
  percent: fc.constantFrom(undefined, '10', '60'),
};
type PartyDetails = { roles: readonly string[]; percent: string | undefined };

/** Whether a party must be verified: who acts for the client, and who owns more than 25 %. */
const mustBeVerified = ({ roles, percent }: PartyDetails): boolean =>
  roles.includes('authorisedRepresentative') || Number(percent ?? 0) > 25;

const partyBody = ({ roles, percent }: PartyDetails) => ({
  roles,
  ...(percent === undefined ? {} : { directPercent: percent }),
});

/** The id of a party of the entity, by its place. */
const partyAt = ({ parties }: Course, at: number): [string, KnownParty] | undefined =>
  [...parties].at(parties.size === 0 ? 0 : at % parties.size);

const current = async ({ world, clientIds }: Course, partyId: string) =>
  (
    await world.api.request(
      readParty,
      { params: { id: clientIds.first, partyId } },
      { as: world.company.owner },
    )
  ).response;

/** Changes of the clients and of the parties of the entity. */
export const clientCommands = {
  completeRecord: command({
    cases: [],
    weight: 1,
    details: fc.record({ of }),
    async send(course, { of: side, by }) {
      if (course.clients[side].isEntity || !(await saveDetails(course, side, wholeRecord, by))) return false;
      course.clients[side].evidence.add('record');
      return true;
    },
  }),
  moveCdd: command({
    cases: [],
    weight: 4,
    details: fc.record({ of, to: fc.constantFrom(...cddStatuses) }),
    async send(course, { of: side, to, by }) {
      const version = await clientVersion(course, side);
      const exception = { reason: 'Until the passport is back', endsOn: addDays(course.world.today(), 60) };
      const body = {
        lifecycle: 'cdd',
        to,
        version,
        ...(to === 'exceptionApproved' ? exception : {}),
      } as const;
      const params = { id: course.clientIds[side] };
      if ((await send(course, transitionClient, { params, body }, by)) === null) return false;
      noteChange(course, () => {
        course.clients[side].cdd = { status: to, by };
      });
      if (to === 'verified') expect([to, side, missing(course, side)]).toEqual([to, side, []]);
      if (to === 'exceptionApproved') expect(grantors).toContain(by);
      return true;
    },
  }),
  rename: command({
    cases: [],
    weight: 1,
    details: fc.record({ of, to: fc.constantFrom('Otherson', 'OTHERSON') }),
    async send(course, { of: side, to, by }) {
      const client = course.clients[side];
      if (client.isEntity) return false;
      const changed = { individual: { familyName: to }, confirmations: ['identityChanged'] };
      if (!(await saveDetails(course, side, changed, by))) return false;
      if (foldName(to) === foldName(client.name)) return true;
      noteChange(course, () => {
        client.name = to;
        client.evidence.delete('identity');
        client.evidence.delete('screening');
        client.hasUndecidedMatch = false;
        // That somebody is exposed stays under another name.
        if (!client.isForeignPep) client.evidence.delete('exposure');
      });
      return true;
    },
  }),
  saveRelationshipStart: command({
    cases: [],
    weight: 1,
    details: fc.record({ of, isClaimed: fc.boolean(), isDated: fc.boolean() }),
    async send(course, { of: side, isClaimed, isDated, by }) {
      // From this day on nobody is a client of before one of the laws.
      const day = course.world.laws.includes('NZL') ? '2013-06-30' : '2007-12-12';
      const changed = { preCommencement: isClaimed, relationshipStartedOn: isDated ? day : undefined };
      const isAccepted = await saveDetails(course, side, changed, by);
      if (isAccepted) expect(isClaimed).toBe(false);
      return isAccepted;
    },
  }),
  addParty: command({
    cases: ['parties.add'],
    weight: 1,
    details: fc.record({ of: fc.constantFrom<Side>('second', 'third'), ...party }),
    async send(course, { of: side, by, ...details }) {
      if (!course.clients.first.isEntity) return false;
      const body = { partyClientId: course.clientIds[side], ...partyBody(details) };
      const params = { id: course.clientIds.first };
      const made = await send(course, addParty, { params, body: body as never }, by);
      if (made === null) return false;
      noteChange(course, () => {
        course.parties.set(made.id, { of: side, mustBeVerified: mustBeVerified(details) });
      });
      return true;
    },
  }),
  updateParty: command({
    cases: ['parties.update'],
    weight: 1,
    details: fc.record({ at: fc.nat(3), ...party }),
    async send(course, { at, by, ...details }) {
      const [partyId, known] = partyAt(course, at) ?? [];
      if (partyId === undefined || known === undefined) return false;
      const { version } = await current(course, partyId);
      const body = { ...partyBody(details), version };
      const params = { id: course.clientIds.first, partyId };
      if ((await send(course, updateParty, { params, body: body as never }, by)) === null) return false;
      noteChange(course, () => {
        course.parties.set(partyId, { of: known.of, mustBeVerified: mustBeVerified(details) });
      });
      return true;
    },
  }),
  endParty: command({
    cases: ['parties.end'],
    weight: 1,
    details: fc.record({ at: fc.nat(3) }),
    async send(course, { at, by }) {
      const [partyId] = partyAt(course, at) ?? [];
      if (partyId === undefined) return false;
      const { version } = await current(course, partyId);
      const params = { id: course.clientIds.first, partyId };
      const body = { version, reason: 'Sold the shares' };
      if ((await send(course, endParty, { params, body }, by)) === null) return false;
      noteChange(course, () => {
        course.parties.delete(partyId);
      });
      return true;
    },
  }),
};
