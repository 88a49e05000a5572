import {
  createAuditStream as createEndpoint,
  removeAuditStream as removeEndpoint,
  rotateAuditStreamSecret as rotateEndpoint,
} from '#contract/platform/audit-stream.ts';
import { type CommandDeps, commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { CompanyKeys } from '../../kernel/keys/company-keys.ts';
import { type NetworkReach, reachProblem } from '../../kernel/network-reach.ts';
import { toStreamDto } from './queries.ts';
import { deleteStream, insertStream, lockStream, readStream, updateTarget } from './store.ts';
import { newStreamSecret, openTarget, sealTarget } from './target.ts';

interface AuditStreamDeps extends CommandDeps {
  /** With the keys that seal the receiver’s URL and secret. */
  verification: { companyKeys: CompanyKeys };
  /** Permitted addresses of receivers. */
  streamReach: NetworkReach;
}

const command = commandsFor<AuditStreamDeps>();

/** How long a former secret signs beside the new one. */
const formerSecretHours = 24;

const event = (action: string, companyId: string, host: string) => ({
  action: `auditStream.${action}`,
  resourceType: 'auditStream',
  resourceId: companyId,
  detail: { host },
});

const urlProblems = {
  notUrl: 'Enter a URL, such as https://siem.example.com/events',
  protocol: 'The URL must start with https://',
  notPublic: 'The URL must be on a public address',
} as const;

/** The receiver’s URL. @throws `request.invalid` for one that must not be reached, or has a password */
function requireUrl(text: string, reach: NetworkReach): URL {
  const problem = reachProblem(text, reach);
  if (problem !== undefined) throw invalid(urlProblems[problem], 'url');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw invalid('The URL must not contain a user name or password', 'url');
  return url;
}

async function reread(work: Work, companyId: string, secret: string | null) {
  const row = await readStream(work.trx);
  return { stream: row === undefined ? null : await toStreamDto(work.trx, companyId, row), secret };
}

/** POST /audit-stream. Names are resolved and checked again for each delivery. */
export const createAuditStream = command(createEndpoint, {
  async change({ trx, at, deps, caller, body }) {
    const url = requireUrl(body.url, deps.streamReach);
    const { id: companyId } = caller.company;
    const secret = newStreamSecret();
    const target = await sealTarget(trx, deps.verification.companyKeys, companyId, { url: url.href, secret });
    const isNew = await insertStream(trx, { companyId, host: url.host, target, at });
    if (!isNew) throw invalid('Events are already sent to a receiver. Remove it first.');
    return { secret, host: url.host };
  },
  read: (work, _before, { secret }) => reread(work, work.caller.company.id, secret),
  again: (work, { secret }) => reread(work, work.caller.company.id, secret),
  events: ({ caller }, { done }) => event('created', caller.company.id, done.host),
});

/** POST /audit-stream/secret. */
export const rotateAuditStreamSecret = command(rotateEndpoint, {
  lock: ({ trx }) => lockStream(trx),
  async change({ trx, time, at, deps, caller }, before) {
    const { id: companyId } = caller.company;
    const { companyKeys } = deps.verification;
    const former = await openTarget(trx, companyKeys, companyId, before.target);
    if (former === undefined)
      throw invalid('The receiver can no longer be read. Remove it and add it again.');
    const secret = newStreamSecret();
    const target = await sealTarget(trx, companyKeys, companyId, {
      url: former.url,
      secret,
      formerSecret: former.secret,
    });
    const formerUntil = new Date(time().getTime() + formerSecretHours * 3_600_000).toISOString();
    await updateTarget(trx, { target, formerUntil, at });
    return secret;
  },
  read: (work, _before, secret) => reread(work, work.caller.company.id, secret),
  again: (work, { secret }) => reread(work, work.caller.company.id, secret),
  events: ({ caller }, { before }) => event('secretRotated', caller.company.id, before.host),
});

/** POST /audit-stream/removal. Its own event is no longer sent. */
export const removeAuditStream = command(removeEndpoint, {
  lock: ({ trx }) => lockStream(trx),
  change: ({ trx }) => deleteStream(trx),
  read: (work) => reread(work, work.caller.company.id, null),
  again: (work) => reread(work, work.caller.company.id, null),
  events: ({ caller }, { before }) => event('removed', caller.company.id, before.host),
});
