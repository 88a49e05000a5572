import { sql } from 'kysely';
import { asJobs } from '../database/tenancy.ts';
import type { MailTransport } from '../mail/transport.ts';
import { lookAtCheckout } from './checkout.ts';
import { type BillingDeps, followActiveFlag, followSubscription } from './follow.ts';
import { unsettledCheckouts } from './store.ts';

/** Companies looked at in one run; the next run goes on. */
const mostCompanies = 200;

/** A reservation that nobody settled in this time belonged to a check that came to nothing. */
const reservationDays = 7;

const endGraceJob = 'end-grace';
const actor = { type: 'system', id: endGraceJob, role: 'job' } as const;

/** The job that closes what costs money for companies whose days of grace are over; nobody else changes anything then. */
export async function endGrace(deps: BillingDeps): Promise<{ ended: number; released: number }> {
  const now = deps.now();
  const due = await asJobs(deps.db, async (trx) => {
    const { rows } = await sql<{ company_id: string }>`
      SELECT s.company_id FROM subscriptions s JOIN companies c ON c.id = s.company_id
       WHERE s.grace_until <= ${now.toISOString()} AND c.subscription_active
       ORDER BY s.grace_until LIMIT ${mostCompanies}`.execute(trx);
    return rows;
  });
  for (const { company_id: companyId } of due) {
    await asJobs(deps.db, (trx) => followActiveFlag(trx, deps, companyId, { actor, requestId: endGraceJob }));
  }
  const before = new Date(now.getTime() - reservationDays * 86_400_000).toISOString();
  const { numAffectedRows = 0n } = await asJobs(deps.db, (trx) =>
    sql`UPDATE usage_charges SET status = 'released', settled_at = ${now.toISOString()}
         WHERE status = 'reserved' AND reserved_at < ${before}`.execute(trx),
  );
  return { ended: due.length, released: Number(numAffectedRows) };
}

/**
 * The job that asks the payment service about what it should have told us by now: checkouts that were begun and never settled, months that
 * are over. A webhook that is lost costs an hour.
 */
export async function followPayments(deps: BillingDeps): Promise<{ followed: number }> {
  const { payments } = deps;
  if (payments === undefined) return { followed: 0 };
  const now = deps.now();
  const due = await asJobs(deps.db, async (trx) => {
    const { rows } = await sql<{ company_id: string }>`
      SELECT s.company_id FROM subscriptions s
       WHERE (s.current_period_end < ${now.toISOString()} AND s.status IN ('active', 'trialing', 'pastDue', 'paused'))
          OR EXISTS (SELECT FROM checkout_sessions c WHERE c.company_id = s.company_id AND c.settled_at IS NULL)
       ORDER BY s.updated_at LIMIT ${mostCompanies}`.execute(trx);
    return rows;
  });
  let followed = 0;
  for (const { company_id: companyId } of due) {
    try {
      for (const row of await asJobs(deps.db, (trx) => unsettledCheckouts(trx, companyId))) {
        await lookAtCheckout(deps, row, 'follow-payments');
      }
      await followSubscription(deps, companyId, { requestId: 'follow-payments' });
      followed += 1;
    } catch (error) {
      payments.report({ error, companyId }, 'a subscription could not be followed');
    }
  }
  return { followed };
}

interface WaitingRequest {
  company_id: string;
  id: string;
  company_name: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string | null;
  message: string;
}

/** The job that mails requests for the enterprise plan to whoever runs Assay, each once it was taken by the mail server. */
export async function mailPlanRequests(
  deps: BillingDeps & { mail: MailTransport; salesAddress?: string | undefined },
): Promise<{ mailed: number }> {
  const { salesAddress } = deps;
  if (salesAddress === undefined) return { mailed: 0 };
  const waiting = await asJobs(deps.db, async (trx) => {
    const { rows } = await sql<WaitingRequest>`
      SELECT r.company_id, r.id, c.name AS company_name, r.contact_name, r.contact_email, r.contact_phone, r.message
        FROM plan_requests r JOIN companies c ON c.id = r.company_id
       WHERE r.mailed_at IS NULL ORDER BY r.id LIMIT 50`.execute(trx);
    return rows;
  });
  let mailed = 0;
  for (const one of waiting) {
    const { company_id: companyId, id } = one;
    const lines = [
      `${one.company_name} asks for the enterprise plan.`,
      `Contact: ${one.contact_name}, ${one.contact_email}${one.contact_phone ? `, ${one.contact_phone}` : ''}`,
      one.message,
    ];
    const outcome = await deps.mail.send({
      id: `plan-request-${id}`,
      to: salesAddress,
      subject: 'Enterprise plan asked for',
      text: lines.join('\n\n'),
      kind: 'plan request',
    });
    // The next run tries again; what a server refuses for good is still in the database for whoever looks.
    if (!outcome.ok) continue;
    await asJobs(deps.db, (trx) =>
      trx
        .updateTable('plan_requests')
        .set({ mailed_at: deps.now().toISOString() })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
    mailed += 1;
  }
  return { mailed };
}
