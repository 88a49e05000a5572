import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  addSsoDomain as addEndpoint,
  removeSsoDomain as removeEndpoint,
  saveSingleSignOn as saveEndpoint,
  verifySsoDomain as verifyEndpoint,
} from '#contract/company/single-sign-on.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { SsoSettings } from '../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import { enforceSignInLimits } from '../sign-in/sign-in-limits.ts';
import type { SsoConnection } from '../sign-in/single-sign-on-calls.ts';
import { recordOf, type SingleSignOnDeps } from './queries.ts';
import {
  type ConnectionRow,
  claimDomain,
  type DomainRow,
  deleteDomain,
  insertDomain,
  lockDomain,
  readConnection,
  readDomains,
  saveConnection,
} from './store.ts';

const command = commandsFor<SingleSignOnDeps>();
const handler = handlersFor<SingleSignOnDeps>();

/** Email domains of a company. */
const maxDomains = 20;

const domainEvent = (action: string, companyId: string, domain: string) => ({
  action: `company.${action}`,
  resourceType: 'company',
  resourceId: companyId,
  detail: { domain },
});

async function readDomain(trx: Trx, id: string): Promise<Pick<DomainRow, 'id' | 'domain'> | null> {
  const row = await lockDomain(trx, id);
  return row && { id: row.id, domain: row.domain };
}

/** POST /sso/domains. Any company can add a domain; only one can prove it. */
export const addDomain = command(addEndpoint, {
  async check({ trx, body, problems }) {
    const domains = await readDomains(trx);
    if (domains.some(({ domain }) => domain === body.domain))
      problems.add('domain', 'This domain is in the list already');
    else if (domains.length >= maxDomains)
      problems.add('domain', `A company has at most ${maxDomains} domains`);
  },
  async change({ trx, at, time, caller, body }) {
    const id = uuidv7({ msecs: time().getTime() });
    await insertDomain(trx, {
      company_id: caller.company.id,
      id,
      domain: body.domain,
      token: randomBytes(18).toString('base64url'),
      added_at: at,
      added_by: caller.member.id,
    });
    return id;
  },
  read: async ({ body }, _before, id) => ({ id, domain: body.domain }),
  again: ({ trx }, { id }) => readDomain(trx, id),
  events: ({ caller, body }) => domainEvent('ssoDomainAdded', caller.company.id, body.domain),
});

const lock = ({ trx, params }: Work & { params: { id: string } }) => lockDomain(trx, params.id);

/** Tells the identity service of the proven domains of a company with a connection. What it misses is said again with the next change. */
async function syncDomains({ db, identity }: SingleSignOnDeps, { company }: MemberCaller): Promise<void> {
  const [domains, connection] = await asTenant(db, company.id, async (trx) => [
    await readDomains(trx),
    await readConnection(trx),
  ]);
  if (connection === undefined) return;
  try {
    await identity.saveTenant({ companyId: company.id, name: company.name, domains: proven(domains) });
  } catch (error) {
    if (!isIdentityUnavailable(error)) throw error;
  }
}

const proven = (domains: readonly DomainRow[]) =>
  domains.filter(({ verified_at }) => verified_at !== null).map(({ domain }) => domain);

const markProven = command(verifyEndpoint, {
  lock,
  async change({ trx, at, deps, caller, afterCommit }, { id, domain }) {
    if (!(await claimDomain(trx, id, at))) {
      // The same for a platform admin’s domain, which it does not disclose.
      throw invalid(`Another company has proven ${domain}. If it is yours, contact support.`);
    }
    afterCommit(() => syncDomains(deps, caller));
  },
  read: async (_, { id, domain }) => ({ id, domain }),
  again: ({ trx, params }) => readDomain(trx, params.id),
  events: ({ caller }, { before }) => domainEvent('ssoDomainVerified', caller.company.id, before.domain),
});

/** POST /sso/domains/:id/verify. @throws `request.invalid` without the record, and for a domain that another company has proven or that is a platform admin's */
export const verifyDomain = handler(verifyEndpoint, async (deps, { params: { id } }, caller) => {
  const domain = await asTenant(deps.db, caller.company.id, (trx) => lockDomain(trx, id));
  if (domain === null) throw apiError('record.notFound');
  await enforceSignInLimits(deps, [{ limit: 'domainProofs.company', subject: caller.company.id }]);
  const { recordName, recordValue } = recordOf(domain);
  const texts = await deps.readTxtRecords(recordName);
  if (texts === undefined) {
    throw apiError('server.unavailable', { detail: 'The name server did not respond. Try again shortly.' });
  }
  if (!texts.some((text) => text.trim() === recordValue)) {
    throw invalid(
      `No TXT record of ${recordName} has this value yet. A change of DNS can take an hour to be seen.`,
    );
  }
  return markProven.run(deps, caller, { params: { id }, body: {} });
});

/** POST /sso/domains/:id/remove. */
export const removeDomain = command(removeEndpoint, {
  lock,
  async check({ trx }, { verified_at }) {
    const connection = await readConnection(trx);
    if (verified_at === null || connection === undefined || connection.mode === 'off') return;
    if (proven(await readDomains(trx)).length === 1)
      throw invalid('Single sign-on needs a domain. Turn it off first.');
  },
  async change({ trx, deps, caller, afterCommit }, { id }) {
    await deleteDomain(trx, id);
    afterCommit(() => syncDomains(deps, caller));
  },
  read: async (_, { id, domain }) => ({ id, domain }),
  again: receipt,
  events: ({ caller }, { before }) => domainEvent('ssoDomainRemoved', caller.company.id, before.domain),
});

type Input = EndpointInput<typeof saveEndpoint>['body'];

/** The stored settings of an input: the chosen protocol's, without the secret. */
function toStored({ protocol, ...input }: Input): SsoSettings {
  if (protocol === 'saml') return input.metadataUrl === undefined ? {} : { metadataUrl: input.metadataUrl };
  const { issuer, clientId, authorizationUrl, tokenUrl, userInfoUrl, jwksUrl } = input;
  const entries = Object.entries({ issuer, clientId, authorizationUrl, tokenUrl, userInfoUrl, jwksUrl });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The connection of an input that the contract has found complete. */
function toConnection(input: Input): SsoConnection {
  const value = (name: keyof Input) => String(input[name] ?? '');
  if (input.protocol === 'saml') return { protocol: 'saml', metadataUrl: value('metadataUrl') };
  return {
    protocol: 'oidc',
    issuer: value('issuer'),
    clientId: value('clientId'),
    clientSecret: value('clientSecret'),
    authorizationUrl: value('authorizationUrl'),
    tokenUrl: value('tokenUrl'),
    userInfoUrl: value('userInfoUrl'),
    jwksUrl: value('jwksUrl'),
  };
}

/** A connection in the audit log. Endpoints are one text: the names of some are those of secrets, which no detail may hold. */
function auditable({ mode, protocol, settings }: Pick<ConnectionRow, 'mode' | 'protocol' | 'settings'>) {
  const { issuer, clientId, metadataUrl, authorizationUrl, tokenUrl, userInfoUrl, jwksUrl } = settings;
  const endpoints = [authorizationUrl, tokenUrl, userInfoUrl, jwksUrl].filter(Boolean).join(' ');
  return { mode, protocol, issuer, clientId, metadataUrl, endpoints };
}

const staleMessage = 'Someone else changed single sign-on in the meantime. Reload the page and review it.';

function requireVersion(row: ConnectionRow | undefined, version: number): void {
  if ((row?.version ?? 0) === version) return;
  throw apiError('record.versionConflict', { detail: staleMessage, current: null });
}

const writeConnection = command(saveEndpoint, {
  async lock({ trx }) {
    const row = await readConnection(trx, { lock: true });
    return { version: row?.version ?? 0, row };
  },
  stale: { message: staleMessage, current: () => null },
  async change({ trx, at, caller, body }) {
    return saveConnection(trx, {
      company_id: caller.company.id,
      mode: body.mode,
      protocol: body.protocol,
      settings: JSON.stringify(toStored(body)),
      updated_at: at,
      updated_by: caller.member.id,
    });
  },
  read: async (_, _before, version) => ({ version }),
  // The version of this form’s settings: with a colleague’s, the next form would overwrite what it has not shown.
  again: receipt,
  events: ({ caller, body }, { before }) => ({
    action: 'company.ssoChanged',
    resourceType: 'company',
    resourceId: caller.company.id,
    detail: {
      changes: changesBetween(
        before.row === undefined ? {} : auditable(before.row),
        auditable({ mode: body.mode, protocol: body.protocol, settings: toStored(body) }),
      ),
    },
  }),
});

async function tellIdentityService(
  { identity, appUrl }: SingleSignOnDeps,
  { company }: MemberCaller,
  body: Input,
  domains: string[],
): Promise<void> {
  try {
    if (body.mode === 'off') return await identity.disconnect(company.id);
    const tenant = { companyId: company.id, name: company.name, domains };
    const returnUrl = `${appUrl.replace(/\/+$/, '')}/login?view=sso`;
    if (await identity.connect(tenant, toConnection(body), returnUrl)) return;
  } catch (error) {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail: 'The sign-in service did not respond. Nothing was changed. Try again shortly.',
    });
  }
  throw invalid(
    'The sign-in service did not accept these settings. Compare them with your identity provider’s.',
  );
}

/**
 * POST /sso. Updates the identity service first, so that SSO is never required without a connection there.
 * @throws `request.invalid` without a proven domain, for another version, and for settings that the identity service rejects
 */
export const saveSso = handler(saveEndpoint, async (deps, { body }, caller) => {
  const [domains, row] = await asTenant(deps.db, caller.company.id, async (trx) => [
    proven(await readDomains(trx)),
    await readConnection(trx),
  ]);
  requireVersion(row, body.version);
  if (body.mode !== 'off' && domains.length === 0) {
    throw invalid('Prove an email domain first: single sign-on is for its addresses', 'mode');
  }
  await tellIdentityService(deps, caller, body, domains);
  return writeConnection.run(deps, caller, { body });
});
