import type { Kysely } from 'kysely';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { openKeys } from '../../records/alerts/change-store.ts';
import { closeAlerts, openAlerts } from '../../records/alerts/inbox.ts';
import { readMemberToEmail } from '../../records/sign-in/store.ts';
import { listToNotify } from '../../records/team/notify-store.ts';
import { getState } from './dto.ts';
import { listCompaniesWithRequests, readGrants, readOneGrant } from './store.ts';

/** The queue of the job, and its name in the audit log. */
export const supportRequestsJob = 'announce-support-requests';

const keyOf = (id: string) => `supportRequest:${id}`;

async function announce(work: Work, companyId: string): Promise<number> {
  const grants = await readGrants(work.trx, { companyId });
  const waiting = grants.filter((grant) => getState(grant, work.time()) === 'requested');
  const opened = await openAlerts(
    work,
    waiting.map(({ id, hours }) => ({
      type: 'supportRequest' as const,
      resourceType: 'supportGrants' as const,
      resourceId: id,
      severity: 'medium' as const,
      summary: `Assay’s staff request read-only access to client records for ${hours === 1 ? '1 hour' : `${hours} hours`}. An owner decides.`,
      dedupeKey: keyOf(id),
    })),
  );
  for (const { id } of waiting.filter((grant) => opened.has(keyOf(grant.id)))) {
    for (const memberId of await listToNotify(work.trx, { officers: false })) {
      const record = `supportRequest:${memberId}`;
      const payload = { memberId, grantId: id };
      await enqueueEmail(work, {}, { kind: 'supportRequest', record, cause: id, payload });
    }
  }
  const current = new Set(waiting.map(({ id }) => keyOf(id)));
  const gone = (await openKeys(work.trx, 'supportRequest')).filter((key) => !current.has(key));
  await closeAlerts(work, { dedupeKeys: gone, reason: 'The request was decided or has lapsed.' });
  return opened.size;
}

/**
 * Alerts and emails owners about new requests of platform admins for access, whose own database role may write neither. Closes alerts of
 * decided and lapsed ones. Idempotent.
 */
export async function announceSupportRequests(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ opened: number }> {
  let opened = 0;
  for (const companyId of await listCompaniesWithRequests(db, deps.now())) {
    const by = jobActor(companyId, supportRequestsJob);
    opened += await inWork({ db, ...deps }, by, (work) => announce(work, companyId));
  }
  return { opened };
}

/** Emails about requests for support access, to members who are still owners’ addresses, while the request waits. */
export function supportRequestSender({
  appUrl,
  now,
}: {
  appUrl: string;
  now: () => Date;
}): EmailSender<'supportRequest'> {
  return {
    header: 'support request',
    async compose(trx, { payload: { memberId, grantId } }) {
      const member = await readMemberToEmail(trx, memberId);
      const grant = await readOneGrant(trx, grantId);
      if (member === undefined || grant === null || getState(grant, now()) !== 'requested') return undefined;
      const paragraphs = [
        'Allow or decline the request:',
        `${appUrl}${settingsUrl('support')}`,
        `${grant.admin_name} of Assay’s support requests read-only access to client records of ${member.companyName} for ${grant.hours === 1 ? '1 hour' : `${grant.hours} hours`}.`,
        `Reason: ${grant.reason}`,
        'Without your consent no one at Assay can see these records. If you did not contact support, decline.',
      ];
      return {
        to: member.loginId,
        subject: 'Assay: support requests access to your records',
        text: paragraphs.join('\n\n'),
      };
    },
  };
}
