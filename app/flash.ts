import { type ClientSection, clientSections } from '#rules/clients/client-tabs.ts';

/** Sections of a client's page without messages of their own; these are at the top of the page. */
const silentClientSections = [
  'status',
  'level',
  'details',
  'privacy',
  'verifications',
  'group',
  'assessments',
  'activities',
  'alerts',
  'reviews',
  'history',
  'periods',
] as const satisfies readonly ClientSection[];

type SilentClientSection = (typeof silentClientSections)[number];

const isShowing = (section: ClientSection): section is Exclude<ClientSection, SilentClientSection> =>
  !silentClientSections.some((silent) => silent === section);

/** Sections of other pages. */
const otherSections = [
  'act',
  'approval',
  'decision',
  'delay',
  'differences',
  'next',
  'outcome',
  'verify',
  'watched',
] as const;

/**
 * Sections of pages that show messages about their own commands, by id. A command that redirects to one of them shows its message there;
 * all other messages are at the top of the page. A section of a client's page is one of them unless it is silent.
 */
export const messageSections = [
  ...(Object.keys(clientSections) as ClientSection[]).filter(isShowing),
  ...otherSections,
];

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
