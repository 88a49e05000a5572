import type { Transaction } from 'kysely';
import type { TimelineEntry } from '#contract/verification-record.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import type { DiligenceDeps } from '../diligence/service.ts';
import type { MemberCaller } from '../http/bind.ts';
import { settle } from '../individual-verifications/asking.ts';
import {
  changeVerification,
  insertEvents,
  type StoredVerification,
} from '../individual-verifications/store.ts';

/** Records events; called once nothing more is written, because from the first event on every other command of the company waits. */
export type Told = () => Promise<void>;

/**
 * Takes what the rules find up to date with the evidence as it is now, brings a verification by documents to where a person decides once
 * it has one, and tells its timeline. The verification must be locked.
 *
 * @returns tells the audit trail.
 */
export async function tellIdentity(
  {
    trx,
    deps,
    caller,
    stored: { row },
  }: { trx: Transaction<Schema>; deps: DiligenceDeps; caller: MemberCaller; stored: StoredVerification },
  happened: {
    kind: TimelineEntry['kind'];
    action: string;
    text: string;
    needsReview: boolean;
    detail: Record<string, unknown>;
  },
): Promise<Told> {
  const at = deps.now();
  const companyId = caller.company.id;
  const { machineResult } = await settle(trx, deps, { companyId, id: row.id });
  const isDocumentary = row.method === 'documentSighted' || row.method === 'documentCertified';
  const moves = happened.needsReview && isDocumentary && row.status === 'notStarted';
  const status = moves ? 'needsReview' : row.status;
  await changeVerification(
    trx,
    row.id,
    { status, machine_result: machineResult as never },
    { at, by: caller.member.id },
  );
  await insertEvents(trx, { companyId, verificationId: row.id, at }, [
    { kind: happened.kind, text: happened.text, by: { type: 'member', id: caller.member.id } },
  ]);
  const { labels } = verificationLifecycle;
  return () =>
    recordMemberEvent(trx, deps, caller, {
      action: `individualVerification.${happened.action}`,
      resourceType: 'individualVerification',
      resourceId: row.id,
      detail: {
        clientId: row.client_id,
        changes: changesBetween({ status: labels[row.status] }, { status: labels[status] }),
        ...happened.detail,
      },
    });
}
