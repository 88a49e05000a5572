import type { SanctionsTag } from '#rules/sanctions.ts';

/** A record, page or action that a search found. */
export interface SearchHit {
  /** Unique among the hits. */
  href: string;
  name: string;
  /** What it is, and what distinguishes it from namesakes. */
  detail: string;
  sanctions?: SanctionsTag | null;
}

/** Hits of one kind, best first. */
export interface SearchGroup {
  title: string;
  hits: SearchHit[];
  /** The list with all of them, if it can be searched. */
  all: { href: string; label: string } | null;
}

/** Loader data of `/search`. */
export interface SearchPageData {
  q: string;
  groups: SearchGroup[];
  /** Why the text was rejected. */
  problem: string | null;
}
