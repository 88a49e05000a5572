import type { RegisterFacts } from '#rules/register-changes.ts';
import type { StoredExtract } from '../database/stored-ownership.ts';
import type { RegistryNumbers } from '../registries/extract.ts';
import { addressText } from './mismatches.ts';
import type { SetUp } from './registers.ts';

/** Registers that answer without a fee of their own. Company extracts come from a broker and cost, so none is bought unasked. */
export type FreeRegister = 'nzbn' | 'abr';

/** Where news of a business can be asked for free of charge; null where no such register would know it. */
export function freeRegisterOf(
  numbers: RegistryNumbers,
  setUp: Pick<SetUp, FreeRegister>,
): { registry: FreeRegister; number: string } | null {
  if (setUp.nzbn && numbers.nzbn) return { registry: 'nzbn', number: numbers.nzbn };
  const australian = numbers.abn ?? numbers.acn;
  return setUp.abr && australian ? { registry: 'abr', number: australian } : null;
}

/** What of a register's answer is compared with its next one. */
export function registerFacts(extract: StoredExtract): RegisterFacts {
  const address = extract.addresses.find(({ type }) => type === 'registered');
  return {
    name: extract.name,
    status: extract.status,
    statusText: extract.statusText,
    registeredAddress: address ? addressText(address) : null,
    directors: extract.gives.officers
      ? extract.officers
          .filter(({ role, to }) => role === 'director' && to === undefined)
          .map(({ party }) => party.name)
      : null,
  };
}
