import { z } from 'zod';
import { checkAbn, checkAcn } from '#rules/identifiers/identifiers.ts';
import type {
  Registry,
  RegistryEntityKind,
  RegistryExtract,
  RegistryFailure,
  RegistryFound,
} from '#rules/registers/registry-extract.ts';
import { registryDate, registryList, registryText } from './fields.ts';
import { failure, parseJsonp, queryRegistry, searchText } from './query-registry.ts';

const maxResults = 20;

const message = z.object({ Message: registryText });

const detail = z.object({
  Abn: registryText,
  AbnStatus: registryText,
  AbnStatusEffectiveFrom: registryDate,
  Acn: registryText,
  AddressPostcode: registryText,
  AddressState: registryText,
  BusinessName: registryList(registryText),
  EntityName: registryText,
  EntityTypeCode: registryText,
  EntityTypeName: registryText,
});

const names = z.object({
  Names: registryList(
    z.object({
      Abn: z.string(),
      AbnStatus: registryText,
      Name: z.string(),
      NameType: registryText,
      Postcode: registryText,
      State: registryText,
    }),
  ),
});

/** By the type's name: the list of codes is not published completely. */
function getKind(code = '', words = ''): RegistryEntityKind {
  if (/government/i.test(words)) return 'government';
  if (/superannuation/i.test(words) || code === 'SMF') return 'smsf';
  if (/trust/i.test(words)) return 'trust';
  if (/limited partnership/i.test(words)) return 'limitedPartnership';
  if (/partnership/i.test(words)) return 'partnership';
  if (/sole trader/i.test(words) || code === 'IND') return 'soleTrader';
  if (/incorporated association|society|charit/i.test(words)) return 'society';
  return /company/i.test(words) || code === 'PRV' || code === 'PUB' ? 'company' : 'other';
}

/** Errors have status 200 and are in `Message`. */
function failureIn(json: unknown): RegistryFailure | undefined {
  const parsedMessage = message.safeParse(json);
  if (!parsedMessage.success) return failure('abr', 'unreadable');
  const text = parsedMessage.data.Message;
  if (text === undefined) return undefined;
  if (/guid/i.test(text)) return failure('abr', 'badKey');
  if (/no record/i.test(text)) return failure('abr', 'notFound');
  return /not a valid/i.test(text) ? failure('abr', 'invalidNumber') : failure('abr', 'unavailable');
}

/** A line of the list as a search result. */
function toFound(item: z.output<typeof names>['Names'][number]): RegistryFound {
  const { Abn, AbnStatus = '', Name, NameType = '', Postcode, State } = item;
  // Lists contain a code where details contain a word.
  const isActive = AbnStatus === '0000000001' || AbnStatus === 'Active';
  const isCancelled = AbnStatus === '0000000002' || AbnStatus === 'Cancelled';
  const place = [State, Postcode].filter((part) => part !== undefined).join(' ');
  return {
    registry: 'abr',
    number: Abn,
    numbers: { abn: Abn },
    name: Name,
    kindText: NameType,
    status: isActive ? 'registered' : isCancelled ? 'removed' : 'unknown',
    statusText: isActive ? 'Active' : isCancelled ? 'Cancelled' : '',
    ...(place ? { place } : {}),
  };
}

type Detail = z.output<typeof detail>;

function toAddresses({
  AddressState: state,
  AddressPostcode: postcode,
}: Detail): RegistryExtract['addresses'] {
  return state || postcode ? [{ type: 'business', lines: [], state, postcode, country: 'AU' }] : [];
}

/** Details as an extract, without officers and holdings, which ABN Lookup does not provide. */
function toExtract(
  found: Detail & { EntityName: string },
  { numbers, raw, at }: Pick<RegistryExtract, 'numbers' | 'raw' | 'at'>,
): RegistryExtract {
  const isActive = found.AbnStatus === 'Active';
  return {
    registry: 'abr',
    numbers,
    name: found.EntityName,
    tradingNames: found.BusinessName.filter((name) => name !== undefined),
    formerNames: [],
    kind: getKind(found.EntityTypeCode, found.EntityTypeName),
    kindText: found.EntityTypeName ?? '',
    status: isActive ? 'registered' : found.AbnStatus === 'Cancelled' ? 'removed' : 'unknown',
    statusText: found.AbnStatus ?? '',
    // The date is that of the status, which equals the registration's only while active; never the date of formation.
    ...(!isActive && found.AbnStatusEffectiveFrom ? { endedOn: found.AbnStatusEffectiveFrom } : {}),
    country: 'AUS',
    addresses: toAddresses(found),
    officers: [],
    holdings: [],
    shareClasses: [],
    gives: { officers: false, holdings: false },
    raw,
    at,
  };
}

/**
 * ABN Lookup's JSON services: search by name, details by ABN or ACN. They list no owners or directors. `baseUrl` ends
 * in `/json`, without a slash.
 */
export function createAbnRegistry(deps: {
  baseUrl: string;
  guid: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry & Required<Pick<Registry, 'search'>> {
  const { baseUrl, guid, now, timeoutSeconds = 10 } = deps;

  async function ask(page: string, query: Record<string, string>) {
    const response = await queryRegistry(
      'abr',
      `${baseUrl}/${page}?${new URLSearchParams({ ...query, guid })}`,
      {
        timeoutSeconds,
      },
    );
    if (!response.ok) return response;
    if (response.status !== 200) return failure('abr', 'unavailable');
    const json = parseJsonp(response.text);
    return failureIn(json) ?? { ...response, json };
  }

  return {
    id: 'abr',
    async search(typed) {
      const name = searchText(typed);
      if (name === undefined) return failure('abr', 'invalidSearch');
      const response = await ask('MatchingNames.aspx', { name, maxResults: String(maxResults) });
      if (!response.ok) return response.code === 'notFound' ? { ok: true, found: [], total: 0 } : response;
      const parsed = names.safeParse(response.json);
      if (!parsed.success) return failure('abr', 'unreadable');
      const found = parsed.data.Names.map(toFound);
      return { ok: true, found, total: found.length };
    },
    async extract(number) {
      const [asAbn, asAcn] = [checkAbn(number), checkAcn(number)];
      if (!asAbn.ok && !asAcn.ok) return failure('abr', 'invalidNumber', { message: asAbn.problem });
      const response = asAbn.ok
        ? await ask('AbnDetails.aspx', { abn: asAbn.value })
        : await ask('AcnDetails.aspx', { acn: asAcn.ok ? asAcn.value : '' });
      if (!response.ok) return response;
      const parsed = detail.safeParse(response.json);
      const found = parsed.data;
      const abn = checkAbn(found?.Abn ?? '');
      const acn = checkAcn(found?.Acn ?? '');
      // A response about another entity is invalid.
      const isQueried = asAbn.ok
        ? abn.ok && abn.value === asAbn.value
        : asAcn.ok && acn.ok && acn.value === asAcn.value;
      if (!found?.EntityName || !isQueried) return failure('abr', 'unreadable');
      const numbers = { ...(abn.ok ? { abn: abn.value } : {}), ...(acn.ok ? { acn: acn.value } : {}) };
      const raw = { text: response.text, sha256: response.sha256 };
      const named = { ...found, EntityName: found.EntityName };
      return { ok: true, extract: toExtract(named, { numbers, raw, at: now().toISOString() }) };
    },
  };
}
