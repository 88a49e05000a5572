import type { StoredListSource } from '../database/screening-list-tables.ts';
import { type ListFormat, type ReadingLimits, widestLimits } from './reading/reading.ts';

/** A list that the operator keeps for all companies. */
export interface OperatorSource {
  /** As people are shown it. */
  name: string;
  /** What its files must be. */
  format: ListFormat;
  /** The environment's variable with the address from which it is fetched, or the addresses with spaces between. */
  urlVariable?: string;
}

export const operatorSources = {
  un: { name: 'UN Security Council Consolidated List', format: 'un', urlVariable: 'LIST_UN_URL' },
  ofac: { name: 'OFAC Specially Designated Nationals', format: 'ofac', urlVariable: 'LIST_OFAC_URLS' },
  dfat: { name: 'DFAT Consolidated List (Australia)', format: 'dfat', urlVariable: 'LIST_DFAT_URL' },
  opensanctions: { name: 'OpenSanctions', format: 'opensanctions', urlVariable: 'LIST_OPENSANCTIONS_URL' },
} as const satisfies Record<string, OperatorSource>;

export type OperatorSourceKey = keyof typeof operatorSources;
export const operatorSourceKeys = Object.keys(operatorSources) as OperatorSourceKey[];

export function isOperatorSource(text: string): text is OperatorSourceKey {
  return Object.hasOwn(operatorSources, text);
}

/** Whose a list is and what it is called, enough to find or make it. */
export interface ListOwner {
  companyId: string | null;
  source: StoredListSource;
  name: string;
}

/** Share of a list's entries that may be gone before a person has to say that this is right. */
export const suspiciousShrink = 0.2;

/** A company's own list is read while its sender waits. */
export const ownListLimits: ReadingLimits = {
  bytes: 20 * 1024 * 1024,
  entities: 50_000,
  timeMs: 60_000,
};

export const operatorListLimits: ReadingLimits = widestLimits;
