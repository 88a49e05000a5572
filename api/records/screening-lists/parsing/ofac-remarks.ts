import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  countryCode,
  type EntityDraft,
  type ReadRow,
} from './entity-draft.ts';

/** Remarks whose numbers identify no one: telephones, dates, links. */
const notIdentifying =
  /^(?:phone|telephone|fax|website|e-?mail|linked to|additional sanctions|secondary sanctions|aircraft (?:manufacture date|model|operator)|former vessel flag|vessel (?:type|flag|year)|transactions prohibited|effective date|executive order|chinese commercial code|interpol)/i;

/** A number after words that end like the type of a number. */
const numberPattern =
  /^(.*?\b(?:Passport|No\.|#|Number(?: \([^)]*\))?|ID(?: No\.)?|Code|FEIN|SSN|RFC|R\.F\.C\.|C\.U\.R\.P\.|D\.N\.I\.|RIF|RUC|NIT|RTN|MMSI|LEI|BIK|BIC|IMO|Identification)(?: (?:No\.|#|Number|IMO))?)\s+(?=\S*\d)(.+)$/i;

function addNumber(draft: EntityDraft, part: string): void {
  if (notIdentifying.test(part)) return;
  const match = numberPattern.exec(part);
  if (match?.[1] === undefined || match[2] === undefined) return;
  // "AB149814 (Colombia) issued 03 May 2011 expires 02 May 2021"
  const [, number = '', rest = ''] = /^(.+?)((?:\s*\(|\s+issued\b|\s+expires\b).*)?$/i.exec(match[2]) ?? [];
  const countries = [...rest.matchAll(/\(([^()]+)\)/g)].map(([, text = '']) => countryCode(text));
  const country = countries.find((code) => code !== undefined);
  addIdentifier(draft, { type: match[1], number, country });
}

/** Patterns of a remark's parts with their handlers; the first match applies. */
const parts: readonly [RegExp, (draft: EntityDraft, value: string, row: ReadRow) => void][] = [
  [/^DOB\s+(.+)$/i, addBirthText],
  [/^POB\s+(.+)$/i, (draft, place) => addTexts(draft.birthPlaces, place)],
  [/^(?:nationality(?: of registration)?|citizen(?: of)?)\s+(.+)$/i, addCountry],
  [
    /^Gender\s+(Male|Female)$/i,
    (draft, gender) => {
      draft.gender = gender.toLowerCase() === 'male' ? 'male' : 'female';
    },
  ],
  // OFAC lists the aliases that it considers weak in the remarks.
  [/^(?:a|f|n)\.?k\.?a\.?\s+['‘"](.+)['’"]$/i, (draft, alias) => addName(draft, alias, 'weakAlias')],
];

function readPart(draft: EntityDraft, part: string, row: ReadRow): void {
  for (const [pattern, take] of parts) {
    const value = pattern.exec(part)?.[1];
    if (value === undefined) continue;
    take(draft, value, row);
    return;
  }
  addNumber(draft, part);
}

/**
 * Extracts comparable data from OFAC's remarks: dates and places of birth, nationality, gender, weak aliases, numbers.
 * Parts are separated by semicolons, the last ends in a full stop.
 */
export function readOfacRemarks(draft: EntityDraft, remarks: string, row: ReadRow): void {
  for (const chunk of remarks.split(/;\s*/)) {
    const part = chunk
      .trim()
      .replace(/(?<![A-Z]\.[A-Z])\.$/, '')
      .replace(/^alt\. /i, '');
    if (part !== '') readPart(draft, part, row);
  }
}
