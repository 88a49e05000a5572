import type { Kysely } from 'kysely';
import {
  findSingleSignOn as findEndpoint,
  readSingleSignOn as readEndpoint,
  type SsoDomain,
} from '#contract/company/single-sign-on.ts';
import type { ReadTxtRecords } from '../../integrations/dns/txt-records.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { SsoSettings } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import type { Identity } from '../sign-in/identity.ts';
import { enforceSignInLimits } from '../sign-in/sign-in-limits.ts';
import { type ConnectionRow, companyOfDomain, type DomainRow, readConnection, readDomains } from './store.ts';

export interface SingleSignOnDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
  readTxtRecords: ReadTxtRecords;
  /** Public URL of the app. */
  appUrl: string;
}

const handler = handlersFor<SingleSignOnDeps>();

/** The TXT record that proves a domain. */
export const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  recordName: `_assay.${domain}`,
  recordValue: `assay-domain-verification=${token}`,
});

const toDomain = (row: DomainRow): SsoDomain => ({
  id: row.id,
  domain: row.domain,
  ...recordOf(row),
  verifiedAt: row.verified_at,
});

const noConnection = { version: 0, mode: 'off', protocol: 'oidc', settings: {} } as const;

function toSettings(row: ConnectionRow | undefined) {
  const { version, mode, protocol, settings } = row ?? noConnection;
  const found: SsoSettings = settings;
  const value = (name: keyof SsoSettings) => found[name] ?? null;
  return {
    version,
    mode,
    protocol,
    issuer: value('issuer'),
    clientId: value('clientId'),
    authorizationUrl: value('authorizationUrl'),
    tokenUrl: value('tokenUrl'),
    userInfoUrl: value('userInfoUrl'),
    jwksUrl: value('jwksUrl'),
    metadataUrl: value('metadataUrl'),
  };
}

/** GET /sso. What the identity service says is left out while it does not respond. */
export const readSingleSignOn = handler(readEndpoint, async ({ db, identity }, _input, { company }) => {
  const [domains, connection] = await asTenant(db, company.id, async (trx) => [
    await readDomains(trx),
    await readConnection(trx),
  ]);
  const isSaml = connection?.protocol === 'saml' && connection.mode !== 'off';
  const provider = isSaml
    ? await identity.serviceProvider(company.id).catch((error: unknown) => {
        if (isIdentityUnavailable(error)) return undefined;
        throw error;
      })
    : undefined;
  return {
    ...toSettings(connection),
    domains: domains.map(toDomain),
    redirectUrl: identity.redirectUrl,
    acsUrl: provider?.acsUrl ?? null,
    entityId: provider?.entityId ?? null,
  };
});

/** POST /sso/lookup. */
export const findSingleSignOn = handler(findEndpoint, async (deps, { body: { loginId } }, { request }) => {
  await enforceSignInLimits(deps, [{ limit: 'ssoLookup.ip', subject: request.clientIp }]);
  const companyId = await companyOfDomain(deps.db, loginId.split('@')[1] ?? '');
  return { companyId: companyId ?? null };
});
