import type { ChangedValues } from './unsent-entries.ts';

/** What was typed on one page of the tab's history and not sent, by form. */
export type UnsentForms = Readonly<Record<string, ChangedValues>>;

interface Stored {
  /** Member and company: others do not see it, who sign in later in the same tab. */
  owner: string;
  /** Newest last. */
  pages: readonly (readonly [place: string, forms: UnsentForms])[];
}

const storageKey = 'assay-unsent';
const maxPages = 10;
/** About a tenth of what a browser stores for a site. */
const maxLength = 500_000;

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    'pages' in value &&
    Array.isArray(value.pages)
  );
}

function read(owner: string): Stored['pages'] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isStored(stored) && stored.owner === owner ? stored.pages : [];
  } catch {
    return [];
  }
}

/** What was typed on a page of this tab; no forms if nothing is stored. */
export function readUnsent(owner: string, place: string): UnsentForms {
  return read(owner).find(([at]) => at === place)?.[1] ?? {};
}

/** Stores what was typed on a page until the tab is closed or its member signs out; what does not fit is not stored. */
export function storeUnsent(owner: string, place: string, forms: UnsentForms): void {
  const others = read(owner).filter(([at]) => at !== place);
  const pages = Object.keys(forms).length === 0 ? others : [...others, [place, forms] as const];
  const text = JSON.stringify({ owner, pages: pages.slice(-maxPages) } satisfies Stored);
  try {
    if (pages.length === 0 || text.length > maxLength) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, text);
  } catch {
    // The browser stores nothing for this site.
  }
}

/** Removes all that is stored in this tab. */
export function clearUnsent(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}
