/**
 * Sections of pages that show the message about what was done in them, by their id. A command that redirects to one of them has its message
 * there; every other message stands at the top of the page.
 */
export const messageSections = [
  'act',
  'approval',
  'decision',
  'differences',
  'diligence',
  'documents',
  'evidence',
  'findings',
  'funds',
  'next',
  'outcome',
  'ownership',
  'parties',
  'requests',
  'screening',
  'verify',
  'watched',
] as const;

/** A section by its id; a match's card is one of its own. */
export type MessageSection = (typeof messageSections)[number] | `match-${string}`;

export function isMessageSection(id: string): id is MessageSection {
  return messageSections.some((known) => known === id) || /^match-[0-9a-f-]{36}$/.test(id);
}

/** A message shown once, on the page that a command leads to. */
export interface Flash {
  kind: 'success' | 'info' | 'warning';
  text: string;
  /** The section that shows it; the page's top where left out. */
  at?: MessageSection;
}

export function isFlash(value: unknown): value is Flash {
  return typeof value === 'object' && value !== null && 'kind' in value && 'text' in value;
}
