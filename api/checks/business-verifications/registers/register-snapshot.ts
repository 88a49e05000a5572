import type { RegisterFacts } from '#rules/registers/register-changes.ts';
import type { RegistryNumbers } from '#rules/registers/registry-extract.ts';
import type { StoredExtract } from '../../../kernel/database/tables/stored-ownership.ts';
import { formatRegisteredAddress } from './mismatches.ts';
import type { SetUp } from './registers.ts';

/** Registers without a fee. Company extracts are bought from a broker, so monitoring never orders one. */
export type FreeRegister = 'nzbn' | 'abr';

/** The free register that covers a business; null if there is none. */
export function getFreeRegister(
  numbers: RegistryNumbers,
  setUp: Pick<SetUp, FreeRegister>,
): { registry: FreeRegister; number: string } | null {
  if (setUp.nzbn && numbers.nzbn) return { registry: 'nzbn', number: numbers.nzbn };
  const australian = numbers.abn ?? numbers.acn;
  return setUp.abr && australian ? { registry: 'abr', number: australian } : null;
}

/** Facts of a register's response that are compared with the next one. */
export function registerFacts(extract: StoredExtract): RegisterFacts {
  const address = extract.addresses.find(({ type }) => type === 'registered');
  return {
    name: extract.name,
    status: extract.status,
    statusText: extract.statusText,
    registeredAddress: address ? formatRegisteredAddress(address) : null,
    directors: extract.gives.officers
      ? extract.officers
          .filter(({ role, to }) => role === 'director' && to === undefined)
          .map(({ party }) => party.name)
      : null,
  };
}
