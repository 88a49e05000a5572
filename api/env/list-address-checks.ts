import type { Source, VariableProblem } from './variable-problems.ts';

const listVariables = [
  'LIST_UN_URL',
  'LIST_OFAC_URLS',
  'LIST_DFAT_URL',
  'LIST_NZ_POLICE_URL',
  'LIST_NZ_RUSSIA_URL',
  'LIST_OPENSANCTIONS_URL',
] as const;

/** Lists are fetched over https; the sandbox's own publishers on this machine have no certificate. */
export function listAddressProblems(variables: Source): VariableProblem[] {
  if (variables.SANDBOX === '1') return [];
  return listVariables
    .filter((name) => (variables[name] ?? '').split(/\s+/).some((address) => /^http:/i.test(address)))
    .map((name) => ({ name, text: 'must be a https URL' }));
}
