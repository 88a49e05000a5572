/** Phrases that no string of the product contains, except those in `phrase-exceptions.txt`; see docs/glossary.md. */
export const retiredPhrases: readonly { phrase: RegExp; instead: string }[] = [
  {
    phrase: /\b(some|no|every|any)body\b/i,
    instead: 'someone, no one, everyone, or the role; “Unassigned”, “Anyone” in selects',
  },
  { phrase: /\b(keep|keeps|kept|keeping)\b/i, instead: 'saved, stored, retained, on record' },
  { phrase: /\b(give|gives|gave|given)\b/i, instead: 'submitted, uploaded, provided, entered' },
  { phrase: /\b(asked|asks? (you )?for)\b/i, instead: 'requested, required, checked' },
  {
    phrase: /\b(take|takes|took|taken) (out|back|up|off|over)\b/i,
    instead: 'remove, withdraw, claim, start, copy across',
  },
  { phrase: /\b(whoever|whom)\b/i, instead: 'a role, “the person who”' },
  { phrase: /\b(go|goes|went) on\b/i, instead: 'continue, resume, proceed' },
  { phrase: /\bstands?\b(?!-)/i, instead: 'is, is shown, appears, is listed' },
  { phrase: /\bthings?\b/i, instead: 'the noun: requirement, item, change' },
  { phrase: /\bby hand\b/i, instead: 'manually' },
  { phrase: /\b(begin|begins|began|begun)\b/i, instead: 'start, started' },
  { phrase: /\bany more\b/i, instead: 'no longer' },
  { phrase: /\banew\b/i, instead: 'again, or the verb: reopen, reassess, recalculate' },
  { phrase: /look at it as it is now/i, instead: '“Review it and try again”' },
  { phrase: /\bthe law (wants|lists|asks|would)\b/i, instead: '“required by” with the provision' },
  { phrase: /\b(ran|run) out\b/i, instead: 'expired' },
  { phrase: /^(leave it|leave it as it is|keep it)$/i, instead: '“Go back”' },
  { phrase: /^not now$/i, instead: '“Cancel”' },
];
