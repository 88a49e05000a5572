import type { z } from 'zod';
import { lookupCompany as lookupEndpoint } from '#contract/company/onboarding.ts';
import { australianStates } from '#rules/countries.ts';
import { checkAbn, checkNzbn } from '#rules/identifiers/identifiers.ts';
import type { RegistryAddress, RegistryExtract } from '#rules/registers/registry-extract.ts';
import type { Registries } from '../../integrations/registries/registries.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { consumeRateLimitToken } from '../../kernel/rate-limits/take-token.ts';
import type { OnboardingDeps } from './queries.ts';

export interface LookUpDeps extends OnboardingDeps {
  registries: Registries;
}

const handler = handlersFor<LookUpDeps>();

type Answer = z.output<typeof lookupEndpoint.response>;

/** The registered office, else the place of business, else a postal address. */
function bestAddress(addresses: readonly RegistryAddress[]): RegistryAddress | undefined {
  const order = ['registered', 'business', 'service', 'other', 'postal'];
  return addresses
    .filter(({ lines, postcode }) => lines.length > 0 && /^\d{4}$/.test(postcode ?? ''))
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))[0];
}

/**
 * Registers provide an address as lines: the last is the town, the one before often the suburb. The member reviews the
 * result.
 */
function getAddress({ addresses, country }: RegistryExtract): Answer['address'] {
  const found = bestAddress(addresses);
  if (found === undefined) return null;
  const lines = found.lines.filter((line) => line !== found.locality);
  const isAustralian = country === 'AUS';
  const town = found.locality ?? (isAustralian ? '' : (lines.pop() ?? ''));
  const suburb = isAustralian ? town : lines.length > 1 ? (lines.pop() ?? '') : '';
  const state = isAustralian ? (found.state ?? '') : town;
  if (lines.length === 0) return null;
  if (isAustralian && !(australianStates as readonly string[]).includes(state)) return null;
  return {
    countryCode: country,
    addressLine1: lines[0] ?? '',
    addressLine2: lines.slice(1).join(', '),
    suburb,
    state,
    postcode: found.postcode ?? '',
  };
}

/**
 * POST /onboarding/registry-lookup: the company by its number, to prefill the form. Rejects a wrong check digit, an unknown number, and a
 * register that is not configured or unavailable, each with a message.
 */
export const lookupCompany = handler(lookupEndpoint, async (deps, { body }, { company }) => {
  const { register, number } = body;
  const field = register === 'nzbn' ? 'nzbn' : 'abn';
  const checked = register === 'nzbn' ? checkNzbn(number) : checkAbn(number);
  if (!checked.ok) throw invalid(checked.problem, field);
  const taken = await consumeRateLimitToken(deps.db, 'onboarding.lookup', company.id, deps.now());
  if (!taken.allowed) {
    throw apiError('rate.limited', {
      detail: 'Too many lookups. Wait a moment, or enter the details manually.',
      retryAfterSeconds: taken.retryAfterSeconds,
    });
  }
  const response = await deps.registries[register].extract(checked.value);
  if (!response.ok) throw invalid(response.message, field);
  const { extract } = response;
  return {
    legalName: extract.name,
    nzbn: extract.numbers.nzbn ?? null,
    abn: extract.numbers.abn ?? null,
    status: extract.statusText,
    address: getAddress(extract),
  };
});
