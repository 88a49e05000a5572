import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import type { MachineReadableZone } from './mrz.ts';
import { hasOtherScript, matchSequence, nameWords } from './names.ts';

/** Fields of a client's record compared with a document. */
export type RecordedPerson = {
  givenNames: string;
  middleNames?: string | null;
  familyName: string;
  /** Other and former full names of the person. */
  otherNames?: readonly string[];
  dateOfBirth?: CalendarDate | null;
};

export type DocumentComparison = {
  /** `partly`: nothing contradicts, but something is missing, truncated or in another order; needs review. */
  name: 'match' | 'partly' | 'differs' | 'cannotTell';
  dateOfBirth: 'match' | 'differs' | 'notRecorded' | 'cannotTell';
  /** Notes for the reviewer, one sentence each. */
  notes: string[];
};

type NameFinding = Pick<DocumentComparison, 'name' | 'notes'>;

/** A mononym is sometimes recorded with a sign, or the same word, in the other field. */
function isEmptyName(name: string): boolean {
  return nameWords(name).length === 0 || /^(none|nil|fnu|lnu|unknown|xxx?)$/i.test(name.trim());
}

type RecordedWords = { family: string[]; givenWords: string[]; middleWords: string[] };

/** A document with a single name, in the family name field. */
function compareOneName(
  zone: MachineReadableZone,
  person: RecordedPerson,
  { family, givenWords, middleWords }: RecordedWords,
): NameFinding {
  const given = person.givenNames;
  const oneName = isEmptyName(person.familyName) ? givenWords : family;
  const onlyOne = isEmptyName(given) || isEmptyName(person.familyName) || given === person.familyName;
  if (onlyOne && matchSequence(oneName, zone.familyName) === 'same') {
    return { name: 'match', notes: ['The document shows one name only, as recorded.'] };
  }
  const together = [
    [...givenWords, ...middleWords, ...family],
    [...family, ...givenWords, ...middleWords],
  ];
  if (together.some((words) => matchSequence(words, zone.familyName) === 'same')) {
    return {
      name: 'partly',
      notes: ['The document shows all names together, without telling the family name apart.'],
    };
  }
  return { name: 'differs', notes: ['The document shows one name only, and it is not the recorded one.'] };
}

/** Given names of a document whose family name fits. Undefined if they do not agree even in part. */
function compareGivenNames(
  zone: MachineReadableZone,
  { givenWords, middleWords }: RecordedWords,
  familyIsCut: boolean,
): NameFinding | undefined {
  const full = matchSequence([...givenWords, ...middleWords], zone.givenNames);
  const notes = familyIsCut ? ['The family name is cut in the document, as its line is full.'] : [];
  if (full === 'same') return { name: 'partly', notes };
  const zoneGiven = nameWords(zone.givenNames);
  if (full === 'cut' && zone.mayBeTruncated) {
    return {
      name: 'partly',
      notes: [...notes, 'The given names are cut in the document, as its line is full.'],
    };
  }
  if (matchSequence(givenWords, zone.givenNames) === 'same') {
    return { name: 'partly', notes: [...notes, 'The recorded middle names are not in the document.'] };
  }
  const startsAlike = zoneGiven.some(
    (_, count) => count > 0 && matchSequence(givenWords, zoneGiven.slice(0, count).join('')) === 'same',
  );
  if (givenWords.length > 0 && startsAlike) {
    return {
      name: 'partly',
      notes: [...notes, 'The document has further given names that are not recorded.'],
    };
  }
  return undefined;
}

function compareWithNames(zone: MachineReadableZone, person: RecordedPerson): NameFinding {
  const family = nameWords(person.familyName);
  const givenWords = isEmptyName(person.givenNames) ? [] : nameWords(person.givenNames);
  const middleWords = nameWords(person.middleNames ?? '');
  const words = { family, givenWords, middleWords };
  if (zone.givenNames === '') return compareOneName(zone, person, words);

  const familyMatch = matchSequence(family, zone.familyName);
  const full = matchSequence([...givenWords, ...middleWords], zone.givenNames);
  if (familyMatch === 'same' && full === 'same') return { name: 'match', notes: [] };

  const familyFits = familyMatch === 'same' || (familyMatch === 'cut' && zone.mayBeTruncated);
  const finding = familyFits ? compareGivenNames(zone, words, familyMatch === 'cut') : undefined;
  if (finding !== undefined) return finding;
  const swapped =
    matchSequence([...givenWords, ...middleWords], zone.familyName) === 'same' &&
    matchSequence(family, zone.givenNames) === 'same';
  if (swapped) {
    return { name: 'partly', notes: ['Family and given names are the other way round in the document.'] };
  }
  const reordered = matchSequence([...middleWords, ...givenWords], zone.givenNames) === 'same';
  if (familyMatch === 'same' && middleWords.length > 0 && reordered) {
    return { name: 'partly', notes: ['The given names are in another order in the document.'] };
  }
  return {
    name: 'differs',
    notes: [
      familyFits
        ? 'The given names in the document are not the recorded ones.'
        : 'The family name in the document is not the recorded one.',
    ],
  };
}

function compareNames(zone: MachineReadableZone, person: RecordedPerson): NameFinding {
  const recorded = [person.givenNames, person.familyName].join(' ');
  const isOtherScript = hasOtherScript(recorded);
  const found = isOtherScript ? undefined : compareWithNames(zone, person);
  if (found !== undefined && found.name !== 'differs') return found;
  const shown = `${zone.givenNames}${zone.familyName}`;
  const other = (person.otherNames ?? []).find((name) => {
    const words = nameWords(name);
    // Full names may be written in either order.
    return (
      matchSequence(words, shown) === 'same' ||
      matchSequence(words, zone.familyName + zone.givenNames) === 'same'
    );
  });
  if (other !== undefined) {
    return { name: 'partly', notes: [`The document is in another recorded name: ${other}.`] };
  }
  return (
    found ?? {
      name: 'cannotTell',
      notes: [
        'The recorded name is in another script than the document’s. Add the name as the document spells it to the other names.',
      ],
    }
  );
}

function compareBirth(
  zone: MachineReadableZone,
  recorded: CalendarDate | null | undefined,
): Omit<DocumentComparison, 'name'> {
  const { birthDate } = zone;
  if (birthDate.kind === 'unknown') {
    return {
      dateOfBirth: 'cannotTell',
      notes: ['The document leaves out the date of birth, or a part of it.'],
    };
  }
  if (!recorded)
    return { dateOfBirth: 'notRecorded', notes: ['No date of birth is recorded to compare with.'] };
  const possible =
    birthDate.kind === 'known'
      ? [birthDate.date]
      : birthDate.kind === 'ambiguous'
        ? birthDate.candidates
        : [];
  if (possible.includes(recorded)) return { dateOfBirth: 'match', notes: [] };
  const shown = possible.map(formatDate).join(' or ');
  return {
    dateOfBirth: 'differs',
    notes: [`The document says born on ${shown}, the record ${formatDate(recorded)}.`],
  };
}

/**
 * Compares an MRZ with the client's record. Allows for transliterated letters, names in another order, mononyms, truncated names
 * and other recorded names. Reports findings and never decides. Source: ICAO Doc 9303-3, section 6.
 */
export function compareDocument(zone: MachineReadableZone, person: RecordedPerson): DocumentComparison {
  const names = compareNames(zone, person);
  const birth = compareBirth(zone, person.dateOfBirth);
  return { name: names.name, dateOfBirth: birth.dateOfBirth, notes: [...names.notes, ...birth.notes] };
}
