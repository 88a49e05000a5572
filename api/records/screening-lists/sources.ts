import type { StoredListSource } from '../../kernel/database/tables/screening-list-tables.ts';
import { type ListFormat, type ReadingLimits, widestLimits } from './parsing/list-format.ts';

/** A list that the operator maintains for all companies. */
export interface OperatorSource {
  /** Displayed name. */
  name: string;
  /** Format of its files. */
  format: ListFormat;
  /** Environment variable with its addresses, separated by spaces. */
  urlVariable?: string;
}

export const operatorSources = {
  un: { name: 'UN Security Council Consolidated List', format: 'un', urlVariable: 'LIST_UN_URL' },
  ofac: { name: 'OFAC Specially Designated Nationals', format: 'ofac', urlVariable: 'LIST_OFAC_URLS' },
  dfat: { name: 'DFAT Consolidated List (Australia)', format: 'dfat', urlVariable: 'LIST_DFAT_URL' },
  nzPolice: {
    name: 'NZ Police list of designated terrorist entities',
    format: 'nzPolice',
    urlVariable: 'LIST_NZ_POLICE_URL',
  },
  nzRussia: { name: 'NZ Russia sanctions register', format: 'nzRussia', urlVariable: 'LIST_NZ_RUSSIA_URL' },
  opensanctions: { name: 'OpenSanctions', format: 'opensanctions', urlVariable: 'LIST_OPENSANCTIONS_URL' },
} as const satisfies Record<string, OperatorSource>;

export type OperatorSourceKey = keyof typeof operatorSources;
export const operatorSourceKeys = Object.keys(operatorSources) as OperatorSourceKey[];

export function isOperatorSource(text: string): text is OperatorSourceKey {
  return Object.hasOwn(operatorSources, text);
}

/** Lists whose parser follows public descriptions and was never tested on the publisher's own file. */
export const untriedSources: readonly StoredListSource[] = ['dfat', 'nzPolice', 'nzRussia'];

/** Owner and name of a list, which identify it. */
export interface ListOwner {
  companyId: string | null;
  source: StoredListSource;
  name: string;
}

/** Share of a list's entries that may be removed without confirmation. */
export const suspiciousShrink = 0.2;

/** Stricter limits, because the sender waits for the import. */
export const ownListLimits: ReadingLimits = {
  bytes: 20 * 1024 * 1024,
  entities: 50_000,
  timeMs: 60_000,
};

export const operatorListLimits: ReadingLimits = widestLimits;
