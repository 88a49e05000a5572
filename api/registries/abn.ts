import { z } from 'zod';
import { checkAbn, checkAcn } from '#rules/identifiers.ts';
import { askRegistry, failure, parseJsonp, searchText } from './ask.ts';
import type { Registry, RegistryEntityKind, RegistryFailure, RegistryFound } from './extract.ts';
import { registryDate, registryList, registryText } from './fields.ts';

const mostResults = 20;

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

/** By the type's name, which says what the codes abbreviate; the codes are not published whole. */
function kindOf(code = '', words = ''): RegistryEntityKind {
  if (/government/i.test(words)) return 'government';
  if (/superannuation/i.test(words) || code === 'SMF') return 'smsf';
  if (/trust/i.test(words)) return 'trust';
  if (/limited partnership/i.test(words)) return 'limitedPartnership';
  if (/partnership/i.test(words)) return 'partnership';
  if (/sole trader/i.test(words) || code === 'IND') return 'soleTrader';
  if (/incorporated association|society|charit/i.test(words)) return 'society';
  return /company/i.test(words) || code === 'PRV' || code === 'PUB' ? 'company' : 'other';
}

/** Errors come with status 200 and stand in `Message`. */
function failureIn(json: unknown): RegistryFailure | undefined {
  const said = message.safeParse(json);
  if (!said.success) return failure('abr', 'unreadable');
  const text = said.data.Message;
  if (text === undefined) return undefined;
  if (/guid/i.test(text)) return failure('abr', 'badKey');
  if (/no record/i.test(text)) return failure('abr', 'notFound');
  return /not a valid/i.test(text) ? failure('abr', 'invalidNumber') : failure('abr', 'unavailable');
}

/**
 * ABN Lookup's JSON services: search by name, details by ABN or ACN. They name nobody behind a business. `baseUrl` ends in `/json`,
 * without a slash. Source: protocols 4.2.
 */
export function createAbnRegistry(deps: {
  baseUrl: string;
  guid: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry & Required<Pick<Registry, 'search'>> {
  const { baseUrl, guid, now, timeoutSeconds = 10 } = deps;

  async function ask(page: string, query: Record<string, string>) {
    const asked = await askRegistry('abr', `${baseUrl}/${page}?${new URLSearchParams({ ...query, guid })}`, {
      timeoutSeconds,
    });
    if (!asked.ok) return asked;
    if (asked.status !== 200) return failure('abr', 'unavailable');
    const json = parseJsonp(asked.text);
    return failureIn(json) ?? { ...asked, json };
  }

  return {
    id: 'abr',
    async search(typed) {
      const name = searchText(typed);
      if (name === undefined) return failure('abr', 'invalidSearch');
      const asked = await ask('MatchingNames.aspx', { name, maxResults: String(mostResults) });
      if (!asked.ok) return asked.code === 'notFound' ? { ok: true, found: [], total: 0 } : asked;
      const parsed = names.safeParse(asked.json);
      if (!parsed.success) return failure('abr', 'unreadable');
      const found = parsed.data.Names.map(
        ({ Abn, AbnStatus = '', Name, NameType = '', Postcode, State }): RegistryFound => {
          // Lists carry a code where details carry a word.
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
        },
      );
      return { ok: true, found, total: found.length };
    },
    async extract(number) {
      const [asAbn, asAcn] = [checkAbn(number), checkAcn(number)];
      if (!asAbn.ok && !asAcn.ok) return failure('abr', 'invalidNumber', { message: asAbn.problem });
      const asked = asAbn.ok
        ? await ask('AbnDetails.aspx', { abn: asAbn.value })
        : await ask('AcnDetails.aspx', { acn: asAcn.ok ? asAcn.value : '' });
      if (!asked.ok) return asked;
      const parsed = detail.safeParse(asked.json);
      const found = parsed.data;
      const abn = checkAbn(found?.Abn ?? '');
      const acn = checkAcn(found?.Acn ?? '');
      // An answer about somebody else is no answer.
      const isAsked = asAbn.ok
        ? abn.ok && abn.value === asAbn.value
        : asAcn.ok && acn.ok && acn.value === asAcn.value;
      if (!found?.EntityName || !isAsked) return failure('abr', 'unreadable');
      const isActive = found.AbnStatus === 'Active';
      return {
        ok: true,
        extract: {
          registry: 'abr',
          numbers: { ...(abn.ok ? { abn: abn.value } : {}), ...(acn.ok ? { acn: acn.value } : {}) },
          name: found.EntityName,
          tradingNames: found.BusinessName.filter((name) => name !== undefined),
          formerNames: [],
          kind: kindOf(found.EntityTypeCode, found.EntityTypeName),
          kindText: found.EntityTypeName ?? '',
          status: isActive ? 'registered' : found.AbnStatus === 'Cancelled' ? 'removed' : 'unknown',
          statusText: found.AbnStatus ?? '',
          // The date is that of the status, which is the registration only while it stands; it is no date of formation.
          ...(!isActive && found.AbnStatusEffectiveFrom ? { endedOn: found.AbnStatusEffectiveFrom } : {}),
          country: 'AUS',
          addresses:
            found.AddressState || found.AddressPostcode
              ? [
                  {
                    type: 'business',
                    lines: [],
                    state: found.AddressState,
                    postcode: found.AddressPostcode,
                    country: 'AU',
                  },
                ]
              : [],
          officers: [],
          holdings: [],
          shareClasses: [],
          gives: { officers: false, holdings: false },
          raw: { text: asked.text, sha256: asked.sha256 },
          at: now().toISOString(),
        },
      };
    },
  };
}
