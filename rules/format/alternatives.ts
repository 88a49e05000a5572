const alternatives = new Intl.ListFormat('en-NZ', { type: 'disjunction' });

/** "Aroha, Ana or Tui"; blank for none. */
export const formatAlternatives = (words: readonly string[]): string => alternatives.format(words);
