import type { AustralianState } from '#rules/countries.ts';
import { type IdentifierCheck, invalidIdentifier, type Naming, readCharacters } from './check-result.ts';

/** Format printed by a state: number of characters, and whether it includes letters. */
type Shape = { digitsOnly: boolean; fewest: number; most: number; usualMin?: number };

const licenceShapes: Record<AustralianState, Shape> = {
  ACT: { digitsOnly: true, fewest: 1, most: 10 },
  NSW: { digitsOnly: false, fewest: 6, most: 8 },
  NT: { digitsOnly: true, fewest: 1, most: 10 },
  // Other gateways document 8 or 9, so fewer only cause a warning.
  QLD: { digitsOnly: true, fewest: 1, most: 9, usualMin: 8 },
  SA: { digitsOnly: false, fewest: 6, most: 6 },
  TAS: { digitsOnly: false, fewest: 6, most: 8 },
  VIC: { digitsOnly: true, fewest: 1, most: 10 },
  WA: { digitsOnly: true, fewest: 7, most: 7 },
};

const cardShapes: Record<AustralianState, Shape> = {
  ACT: { digitsOnly: false, fewest: 10, most: 10 },
  NSW: { digitsOnly: true, fewest: 10, most: 10 },
  NT: { digitsOnly: true, fewest: 6, most: 8 },
  QLD: { digitsOnly: false, fewest: 10, most: 10 },
  SA: { digitsOnly: false, fewest: 9, most: 9 },
  TAS: { digitsOnly: false, fewest: 9, most: 9 },
  VIC: { digitsOnly: false, fewest: 8, most: 8 },
  WA: { digitsOnly: false, fewest: 8, most: 10 },
};

function describeShape({ digitsOnly, fewest, most }: Shape): string {
  const kind = digitsOnly ? 'digits' : 'letters and digits';
  if (fewest === most) return `${most} ${kind}`;
  return fewest === 1 ? `up to ${most} ${kind}` : `${fewest} to ${most} ${kind}`;
}

/** Hint under the two fields of a state: "6 to 8 letters and digits". */
export function auLicenceHints(state: AustralianState): { number: string; card: string } {
  return { number: describeShape(licenceShapes[state]), card: describeShape(cardShapes[state]) };
}

function checkShape(text: string, state: AustralianState, naming: Naming, shape: Shape): IdentifierCheck {
  const read = readCharacters(text, naming, shape.digitsOnly ? 'digits' : 'lettersAndDigits');
  if (!read.ok) return read;
  const { characters } = read;
  if (characters.length < shape.fewest || characters.length > shape.most) {
    return invalidIdentifier(
      `${naming.article} ${naming.name} of ${state} has ${describeShape(shape)}. You entered ${characters.length}.`,
    );
  }
  const accepted = { ok: true, value: characters, display: characters, assurance: 'formatOnly' } as const;
  return shape.usualMin !== undefined && characters.length < shape.usualMin
    ? {
        ...accepted,
        warning: `${naming.article} ${naming.name} of ${state} usually has ${shape.usualMin} or more. Check it against the card.`,
      }
    : accepted;
}

/** Australian driver licence number by the state that issued it; the shape alone is checked. */
export function checkAuDriverLicence(text: string, state: AustralianState): IdentifierCheck {
  return checkShape(text, state, { article: 'A', name: 'licence number' }, licenceShapes[state]);
}

/**
 * The card number, which differs from the licence number and changes with each card. Required by issuers since 2022; Victoria
 * checks it only for licences known to be stolen.
 */
export function checkAuLicenceCard(text: string, state: AustralianState): IdentifierCheck {
  return checkShape(text, state, { article: 'A', name: 'card number' }, cardShapes[state]);
}
