import { beforeAll, expect, test } from 'vitest';
import type { ScreeningIndex } from '#rules/screening/screening-index.ts';
import type { ListedEntity, ScreeningSubject } from '#rules/screening/screening-records.ts';
import {
  type AlterationKind,
  agreeingDate,
  alterationKinds,
  alteredDates,
} from '#tests/support/files/altered-dates.ts';
import { misspellings } from '#tests/support/files/misspellings.ts';
import { fixedShare, unIndex, unList } from '#tests/support/files/real-lists.ts';

const exact = { birthDateMatching: 'exact' } as const;

const findings: Readonly<Record<AlterationKind, string>> = {
  'year before': 'Birth year differs by one',
  'year after': 'Birth year differs by one',
  'one digit wrong': 'One digit differs',
  'day and month swapped': 'Day and month swapped',
};

let index: ScreeningIndex;
let people: ListedEntity[];
let born: ListedEntity[];

beforeAll(async () => {
  const { entities } = await unList();
  people = entities.filter(({ schema }) => schema === 'Person');
  born = people.filter(({ birthDates }) => birthDates.length > 0);
  index = await unIndex();
});

const person = (name: string, birthDate: string): ScreeningSubject => ({
  id: 's',
  schema: 'Person',
  names: [name],
  birthDate,
  countries: [],
  identifiers: [],
});

const found = (id: string, name: string, birthDate: string, threshold: number) =>
  index.search(person(name, birthDate), { ...exact, threshold }).find(({ entity }) => entity.id === id);

const goodNames = ({ names }: ListedEntity) =>
  names.filter(({ quality }) => quality !== 'weakAlias').map(({ text }) => text);

/** Each listed person with each wrong date, under one of their names by turns. */
const asked = (listed: readonly ListedEntity[], take: (names: string[], turn: number) => string[]) =>
  listed.flatMap((entity, turn) =>
    take(goodNames(entity), turn).flatMap((name) =>
      entity.birthDates.slice(0, 1).flatMap((date) =>
        alteredDates(date, turn).map((altered) => ({
          ...altered,
          id: entity.id,
          name,
          turn,
          right: agreeingDate(date, turn),
          entity,
        })),
      ),
    ),
  );

function shares(label: string, all: readonly { kind: string }[], missed: readonly { kind: string }[]) {
  const of = (list: readonly { kind: string }[], kind: string) =>
    list.filter((item) => item.kind === kind).length;
  const parts = alterationKinds.map(
    (kind) => `${kind} ${of(all, kind) - of(missed, kind)} of ${of(all, kind)}`,
  );
  console.info(`${label}: ${all.length - missed.length} of ${all.length} found; ${parts.join(', ')}`);
}

test.each([0.7, 1])(
  'everyone on the UN’s list is found by name with a wrong date of birth, at a threshold of %d',
  (threshold) => {
    expect(born.length).toBeGreaterThan(600);
    const all = asked(fixedShare(born, 5), (names) => names.slice(0, 1));
    const answers = all.map((item) => ({ ...item, hit: found(item.id, item.name, item.date, threshold) }));
    const missed = answers.filter(({ hit }) => hit === undefined);
    shares(`threshold ${threshold}`, all, missed);
    expect(missed.map(({ name, kind, date }) => `${name}, ${kind}: ${date}`)).toEqual([]);
    for (const { id, name, right, date, kind, entity, hit } of answers) {
      const exactly = found(id, name, right, threshold);
      const where = `${name}, ${kind}: ${date}`;
      expect([where, (hit?.score.score ?? 0) <= (exactly?.score.score ?? 0)]).toEqual([where, true]);
      // Where the list has one full date, only the slip explains the difference.
      const [only, ...more] = entity.birthDates;
      if (only === undefined || !('on' in only) || only.on.length < 10 || more.length > 0) continue;
      expect(hit?.score.score, where).toBeLessThan(exactly?.score.score ?? 0);
      const finding = hit?.score.features.find((feature) => feature.name === 'birthDate')?.finding;
      expect([where, finding?.split(':')[0]]).toEqual([where, findings[kind]]);
    }
  },
);

test('everyone is found under every name and good alias with an unrelated date of birth', () => {
  const all = fixedShare(people, 5).flatMap((entity) =>
    goodNames(entity).map((name) => ({ id: entity.id, name })),
  );
  const missed = all.filter(({ id, name }) => found(id, name, '2012-11-30', 1) === undefined);
  console.info(
    `another’s date of birth: ${all.length - missed.length} of ${all.length} found at a threshold of 1`,
  );
  expect(missed.map(({ name }) => name)).toEqual([]);
});

test('a wrong date of birth with a slip in the name hides at most 2 in 100', () => {
  const misspell = misspellings(20_260_227);
  const all = fixedShare(
    asked(born, (names, turn) => [names[turn % names.length] ?? '']).map((item) => ({
      ...item,
      wrong: misspell(item.name, 1),
    })),
    4,
  );
  const missed = all.filter(({ id, wrong, date }) => found(id, wrong, date, 0.7) === undefined);
  shares('one slip in the name too', all, missed);
  expect(missed.length / all.length).toBeLessThanOrEqual(0.02);
});
