import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyVersionChoices, mergeForm } from '#app/components/forms/merge-form.server.ts';
import { type Entries, mergeThreeWays, toEntries } from '#app/components/forms/three-way-merge.ts';

/** Texts of a field, an amount with its currency, a tick, ticks of one name, and rows. */
const inputs = ['name', 'amount', 'currency', 'isListed', 'roles', 'roles', 'rows[0].text', 'rows[1].text'];
const fields = [['name'], ['amount', 'currency'], ['isListed'], ['roles'], ['rows']].map((names) => ({
  names,
}));
const form = fc
  .tuple(...inputs.map(() => fc.constantFrom('', 'a', 'b', ' a\r\n')))
  .map((values): Entries => values.map((value, index) => [inputs[index] ?? '', value]));

const textOf = (entries: Entries, names: readonly string[]) =>
  JSON.stringify(
    entries
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n').trim()] as const)
      .filter(([name, value]) => value !== '' && names.includes(name.replace(/\[.*/, '')))
      .map(String)
      .sort(),
  );

/** Which field each user changed. */
const compare = (opened: Entries, mine: Entries, saved: Entries, { names }: (typeof fields)[number]) => {
  const [before = '', here = '', there = ''] = [opened, mine, saved].map((side) => textOf(side, names));
  return { before, here, there, isMine: here !== before, isTheirs: there !== before };
};

describe('a merge of two changes', () => {
  it('never changes a field that one did not touch, never loses the other’s change, and names each collision', () => {
    fc.assert(
      fc.property(form, form, form, (opened, mine, saved) => {
        const merge = mergeThreeWays({ opened, mine, saved }, fields);
        for (const field of fields) {
          const { here, there, isMine, isTheirs } = compare(opened, mine, saved, field);
          expect(textOf(merge.merged, field.names)).toBe(isMine ? here : there);
          expect(merge.both.includes(field)).toBe(isMine && isTheirs && here !== there);
          expect(merge.onlyMine.includes(field)).toBe(isMine && !isTheirs);
          expect(merge.onlyTheirs.includes(field)).toBe(!isMine && isTheirs);
        }
      }),
    );
  });

  it('finds the same collisions, and nothing else, when it is merged again', () => {
    fc.assert(
      fc.property(form, form, form, (opened, mine, saved) => {
        const merge = mergeThreeWays({ opened, mine, saved }, fields);
        const again = mergeThreeWays({ opened: merge.opened, mine: merge.merged, saved }, fields);
        expect(again).toMatchObject({ both: merge.both, onlyMine: merge.onlyMine, onlyTheirs: [] });
      }),
    );
  });

  it('changes nothing in a form that nobody else changed, and loses no technical field', () => {
    fc.assert(
      fc.property(form, form, (opened, mine) => {
        const posted: Entries = [['requestKey', 'key'], ...mine];
        expect(mergeThreeWays({ opened, mine: posted, saved: opened }, fields)).toMatchObject({
          merged: posted,
          both: [],
          onlyTheirs: [],
        });
      }),
    );
  });
});

const toForm = (entries: Entries) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};
const entriesIn = (data: FormData): Entries => [...data].map(([name, value]) => [name, String(value)]);
const rows = fields.map(({ names }) => ({ label: names.join(), mine: '', kept: '', names }));

/** What a browser posts after a conflict: the merged form, what the conflict carries along, and the choices. */
function answer({ form: merged, merged: shown }: ReturnType<typeof mergeForm>, choices: readonly string[]) {
  merged.append('theirs', shown.onlyTheirs.map(({ names }) => names[0]).join());
  merged.append('collided', shown.both.map(({ names }) => names.join(' ')).join());
  shown.both.forEach(({ names }, index) => {
    const choice = choices[index];
    if (choice !== undefined) merged.append(`keep:${names[0]}`, choice);
  });
  merged.append('savedVersion', String(shown.savedVersion));
  merged.append('savedValues', shown.savedValues);
  return merged;
}

const posted = (opened: Entries, mine: Entries) =>
  toForm([...mine, ['version', '1'], ['opened', JSON.stringify(opened)]]);
const choices = fc.array(fc.constantFrom('mine', 'theirs'), { minLength: 5, maxLength: 5 });

describe('the choices after a conflict', () => {
  it('decide each field that both changed, and apply only with all of them', () => {
    fc.assert(
      fc.property(form, form, form, choices, (opened, mine, saved, chosen) => {
        const merge = () => mergeForm(posted(opened, mine), { entries: saved, version: 2 }, rows);
        const { both } = merge().merged;
        const complete = answer(merge(), chosen);
        applyVersionChoices(complete);
        expect(complete.get('version')).toBe('2');
        for (const field of fields) {
          const { here, there, isMine, isTheirs } = compare(opened, mine, saved, field);
          const at = both.findIndex(({ names }) => names === field.names);
          const isTaken = at === -1 ? isTheirs && !isMine : chosen[at] === 'theirs';
          expect(textOf(entriesIn(complete), field.names)).toBe(isTaken ? there : here);
        }
        if (both.length === 0) return;
        const incomplete = answer(merge(), chosen.slice(0, both.length - 1));
        applyVersionChoices(incomplete);
        expect(incomplete.get('version')).toBe('1');
        const again = mergeForm(incomplete, { entries: saved, version: 2 }, rows).merged;
        expect(again.both.map(({ chosen: made }) => made)).toEqual(
          both.map((_, index) => (index < both.length - 1 ? chosen[index] : null)),
        );
        expect(again.onlyTheirs).toEqual(merge().merged.onlyTheirs);
      }),
    );
  });

  it('are asked of a second conflict only for fields that changed again', () => {
    fc.assert(
      fc.property(form, form, form, form, choices, (opened, mine, saved, later, chosen) => {
        const first = mergeForm(posted(opened, mine), { entries: saved, version: 2 }, rows);
        const decided = answer(first, chosen);
        applyVersionChoices(decided);
        const before = entriesIn(decided);
        const second = mergeForm(decided, { entries: later, version: 3 }, rows);
        for (const field of fields) {
          const { here, there, isMine, isTheirs } = compare(saved, before, later, field);
          const collides = second.merged.both.find(({ names }) => names === field.names);
          expect(collides !== undefined).toBe(isMine && isTheirs && here !== there);
          expect(collides?.chosen).toBe(undefined);
          expect(textOf(entriesIn(second.form), field.names)).toBe(isMine ? here : there);
        }
      }),
    );
  });
});

it('names the fields of nested values as forms do', () => {
  const values = {
    clientType: 'individual',
    individual: { citizenships: ['NZL', 'AUS'], hasOneName: false, isMinor: true, occupation: undefined },
    addresses: [{ city: 'Napier', floor: 2, provider: null }],
  };
  expect(toEntries(values)).toEqual([
    ['clientType', 'individual'],
    ['individual.citizenships[0]', 'NZL'],
    ['individual.citizenships[1]', 'AUS'],
    ['individual.isMinor', 'on'],
    ['addresses[0].city', 'Napier'],
    ['addresses[0].floor', '2'],
  ]);
});
