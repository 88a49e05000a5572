/**
 * Sections of pages that show messages about their own commands, by id. A command that redirects to one of them shows its message there;
 * all other messages are at the top of the page.
 */
export const messageSections = [
  'act',
  'approval',
  'decision',
  'delay',
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

/** A section by its id; a match's card is a separate one. */
export type MessageSection = (typeof messageSections)[number] | `match-${string}`;

export function isMessageSection(id: string): id is MessageSection {
  return messageSections.some((known) => known === id) || /^match-[0-9a-f-]{36}$/.test(id);
}

/** A message shown once, on the page to which a command redirects. */
export interface Flash {
  kind: 'success' | 'info' | 'warning';
  text: string;
  /** The section that shows it; default: the page's top. */
  at?: MessageSection;
}

export function isFlash(value: unknown): value is Flash {
  return typeof value === 'object' && value !== null && 'kind' in value && 'text' in value;
}
