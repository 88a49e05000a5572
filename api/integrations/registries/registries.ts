import type { Registry, RegistryId } from '#rules/registers/registry-extract.ts';
import { createAbnRegistry } from './abn.ts';
import { createCompanyExtracts } from './company-extracts.ts';
import { createNzbnRegistry } from './nzbn.ts';
import { failure } from './query-registry.ts';

/** URL and key of each register; a register without a key is not configured. URLs without a slash at the end. */
export type RegistriesEnv = {
  nzbn: { url: string; key?: string };
  abn: { url: string; guid?: string };
  extracts?: { url: string; key: string };
};

export type Registries = Record<RegistryId, Registry>;

function notSetUp(id: RegistryId): Registry {
  const response = async () => failure(id, 'notConfigured');
  return { id, isSetUp: false, extract: response, search: response };
}

/** Without any register: each reports that it is not configured. */
export const noRegistries = (): Registries => ({
  nzbn: notSetUp('nzbn'),
  abr: notSetUp('abr'),
  asic: notSetUp('asic'),
});

/** The registers by id. One that is not configured reports that when queried. */
export function openRegistries(env: RegistriesEnv, now: () => Date): Registries {
  const { nzbn, abn, extracts } = env;
  return {
    nzbn: nzbn.key ? createNzbnRegistry({ baseUrl: nzbn.url, key: nzbn.key, now }) : notSetUp('nzbn'),
    abr: abn.guid ? createAbnRegistry({ baseUrl: abn.url, guid: abn.guid, now }) : notSetUp('abr'),
    asic: extracts
      ? createCompanyExtracts({ baseUrl: extracts.url, key: extracts.key, now })
      : notSetUp('asic'),
  };
}
