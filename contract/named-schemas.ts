import { z } from 'zod';
import { contractModules } from './modules.ts';

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * All schemas exported by the contract's modules, by name in the OpenAPI document: `companyState` is `CompanyState`. If
 * two modules export the same name, the second is qualified with its module.
 */
export function namedSchemas(): Map<string, z.ZodType> {
  const named = new Map<string, z.ZodType>();
  const known = new Set<unknown>();
  for (const [module, exported] of Object.entries(contractModules)) {
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || known.has(value)) continue;
      known.add(value);
      const plain = capitalised(name);
      named.set(named.has(plain) ? `${capitalised(module)}${plain}` : plain, value);
    }
  }
  return named;
}
