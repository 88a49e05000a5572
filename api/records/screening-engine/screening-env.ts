import { z } from 'zod';
import type { ListAddresses } from '../screening-lists/scheduled-fetch.ts';
import type { YenteSettings } from './remote-engine.ts';

/** Purpose of each variable, for error messages and the README. */
export const screeningPurposes = {
  SCREENING_API_URL:
    'a screening service that speaks OpenSanctions’ matching API, in place of the operator’s lists',
  SCREENING_API_KEY: 'the key to that service, if required',
  SCREENING_API_DATASET: 'which of its data sets is screened against (default default)',
  LIST_UN_URL: 'where the UN’s consolidated list (XML) is fetched from each day',
  LIST_OFAC_URLS:
    'where OFAC’s sdn.csv, alt.csv and add.csv are fetched from: three addresses with spaces between',
  LIST_DFAT_URL: 'where DFAT’s consolidated list (CSV or XLSX) is fetched from',
  LIST_NZ_POLICE_URL:
    'where NZ Police’s designated terrorist entities (web page, CSV or XLSX) are fetched from',
  LIST_NZ_RUSSIA_URL: 'where MFAT’s Russia sanctions register (XLSX or CSV) is fetched from',
  LIST_OPENSANCTIONS_URL: 'where OpenSanctions’ targets.simple.csv is fetched from',
} as const;

const listAddress = z.url({ protocol: /^https?$/, error: 'must be a https URL' });
const listAddresses = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .pipe(z.array(listAddress).max(3, { error: 'must be three addresses at most' }));

export const screeningVariables = z.object({
  SCREENING_API_URL: z.url({ protocol: /^https?$/, error: 'must be a http or https URL' }).optional(),
  SCREENING_API_KEY: z.string().min(1).optional(),
  SCREENING_API_DATASET: z
    .string()
    .regex(/^[\w-]{1,100}$/, { error: 'must be a name such as sanctions' })
    .default('default'),
  LIST_UN_URL: listAddress.optional(),
  LIST_OFAC_URLS: listAddresses.optional(),
  LIST_DFAT_URL: listAddress.optional(),
  LIST_NZ_POLICE_URL: listAddress.optional(),
  LIST_NZ_RUSSIA_URL: listAddress.optional(),
  LIST_OPENSANCTIONS_URL: listAddress.optional(),
});

/** Screening configuration. */
export interface ScreeningEnv {
  /** Replaces the operator's lists. */
  service?: YenteSettings;
  /** Lists that are fetched daily. */
  listAddresses: ListAddresses;
}

export function screeningEnv(values: z.output<typeof screeningVariables>): ScreeningEnv {
  const { SCREENING_API_URL: url, SCREENING_API_KEY: apiKey, SCREENING_API_DATASET: dataset } = values;
  const one = (address: string | undefined) => (address === undefined ? [] : [address]);
  return {
    ...(url === undefined
      ? {}
      : { service: { url: url.replace(/\/+$/, ''), dataset, ...(apiKey === undefined ? {} : { apiKey }) } }),
    listAddresses: {
      un: one(values.LIST_UN_URL),
      ofac: values.LIST_OFAC_URLS ?? [],
      dfat: one(values.LIST_DFAT_URL),
      nzPolice: one(values.LIST_NZ_POLICE_URL),
      nzRussia: one(values.LIST_NZ_RUSSIA_URL),
      opensanctions: one(values.LIST_OPENSANCTIONS_URL),
    },
  };
}
