import fc from 'fast-check';
import { expect } from 'vitest';
import { getClientDetails } from '#api/records/clients/record/client-record.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { saveDetails } from '../../activities/model/client-commands.ts';
import { send } from '../../activities/model/course.ts';
import { noteChange } from '../../activities/model/oracle.ts';
import type { Side, Who } from '../../activities/model/world.ts';
import { ask, type ClientCourse } from './course.ts';

/** No day, the first day of either law, and the day before both. */
const startDays = [undefined, '2013-06-30', '2007-12-12', '2007-12-11'] as const;

/** Letters by which two spellings of one length differ; those of two lengths are others. */
function differingLetters(a: string, b: string): number {
  if (a.length !== b.length) return Math.max(a.length, b.length);
  return [...a].filter((letter, at) => letter !== b[at]).length;
}

/** Letters that may differ from a verified name at most: a quarter of it. */
const mostLetters = (name: string) => Math.ceil(name.length / 4);

/** Notes a name that was saved; `isSpelling` says that the verified person is the same. */
function noteName(course: ClientCourse, side: Side, name: string, isSpelling: boolean): void {
  const client = course.clients[side];
  if (foldName(name) === foldName(client.name)) return;
  noteChange(course, () => {
    client.name = name;
    client.evidence.delete('screening');
    client.hasUndecidedMatch = false;
    if (isSpelling) return;
    client.evidence.delete('identity');
    course.more[side].verifiedName = null;
    if (!client.isForeignPep) client.evidence.delete('exposure');
  });
}

/** Changes of a client's details that concern who it is. */
export const detailCommands = {
  /** A name, said to be another's, or to be the same person's. */
  rename: {
    weight: 2,
    details: fc.record({
      to: fc.constantFrom('Otherson', 'VENDORSON', 'VĒNDORSON'),
      isConfirmed: fc.boolean(),
    }),
    async send(course: ClientCourse, { to, isConfirmed, by }: { to: string; isConfirmed: boolean; by: Who }) {
      if (course.clients.first.isEntity) return false;
      const confirmations = isConfirmed ? ['identityChanged'] : [];
      const changed = { individual: { familyName: to }, confirmations };
      if (!(await saveDetails(course, 'first', changed, by))) return false;
      noteName(course, 'first', to, false);
      return true;
    },
  },
  /** One letter of the name corrected. */
  spell: {
    weight: 2,
    details: fc.record({ letter: fc.nat(8) }),
    async send(course: ClientCourse, { letter, by }: { letter: number; by: Who }) {
      const { first } = course.clients;
      if (first.isEntity) return false;
      const at = letter % first.name.length;
      const other = first.name[at] === 'e' ? 'a' : 'e';
      const to = first.name.slice(0, at) + other + first.name.slice(at + 1);
      const changed = {
        individual: { familyName: to },
        spellingCorrection: true,
        spellingReason: 'As in the passport',
      };
      if (!(await saveDetails(course, 'first', changed, by))) return false;
      const { verifiedName } = course.more.first;
      // However many corrections there were, the name stays one of the person who was verified.
      if (verifiedName !== null)
        expect(differingLetters(verifiedName, to)).toBeLessThanOrEqual(mostLetters(verifiedName));
      noteName(course, 'first', to, true);
      return true;
    },
  },
  /** A business made of an individual: never once anything was checked. */
  changeKind: {
    weight: 1,
    details: fc.record({}),
    async send(course: ClientCourse, { by }: { by: Who }) {
      if (course.clients.first.isEntity) return false;
      const params = { id: course.clientIds.first };
      const before = await ask(course, readClient, { params });
      const { individual: _person, ...others } = getClientDetails(before);
      const body = {
        ...others,
        clientType: 'company',
        business: { legalName: 'Vendorson Limited', registrationCountry: 'NZL' },
        version: before.version,
        confirmations: ['identityChanged'],
      };
      const { evidence } = course.clients.first;
      const checked = (['identity', 'screening', 'assessment'] as const).filter((kind) => evidence.has(kind));
      if ((await send(course, updateClient, { params, body: body as never }, by)) === null) return false;
      expect(checked).toEqual([]);
      course.clients.first.isEntity = true;
      course.clients.first.name = 'Vendorson Limited';
      evidence.clear();
      return true;
    },
  },
  /** A claim that the client was one before the law applied. */
  claimEarlier: {
    weight: 1,
    details: fc.record({ day: fc.constantFrom(...startDays) }),
    async send(course: ClientCourse, { day, by }: { day: string | undefined; by: Who }) {
      const changed = { preCommencement: true, relationshipStartedOn: day };
      if (!(await saveDetails(course, 'first', changed, by))) return false;
      const { laws } = course.world;
      const isBefore = (limit: string) => day !== undefined && day < limit;
      // A client of before one of the laws may be one of after the other, under which all is asked for.
      const limits = laws.map((law) => (law === 'AUS' ? '2007-12-12' : '2013-06-30'));
      expect(['before a law', limits.some(isBefore)]).toEqual(['before a law', true]);
      course.more.first.isClaimedEarlier = limits.every(isBefore);
      return true;
    },
  },
};
