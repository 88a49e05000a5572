import { sql } from 'kysely';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import {
  type AcceptedEmail,
  startAcceptingEmailServer,
} from '#tests/support/services/accepting-mail-server.ts';
import { type AuditRun, verifyAudit } from './audit-run.ts';
import { prepareCompany } from './company-without-demo.ts';
import { type RunningProcess, startServer } from './processes.ts';
import { openScaledOut, type ScaledOut, signInStaff } from './scaled-out.ts';

/** Moment of the kill: before the mail server has the email, before its reply, and on its reply. */
const killPoints = ['recipient', 'accepted', 'replied'] as const;

/** Emails sent undisturbed before each kill. */
const emailsBetweenKills = 3;

const giveUpAfterMs = 120_000;

export interface KilledOutbox {
  /** Recipients, one for each created document request. */
  recipients: string[];
  /** Acceptances of the mail server: before any lease ended, and in total. */
  accepted: { beforeLeaseEnd: AcceptedEmail[]; total: AcceptedEmail[] };
  /** Recipients whose emails were marked as being sent when their process was killed. */
  inFlight: string[];
  /** Number of emails by status at the end. */
  statuses: Record<string, number>;
  audit: AuditRun;
}

/** Creates document requests over the API, each for a separate recipient. Nothing is sent: the process has no jobs. */
async function createRequests(parts: ScaledOut, recipients: readonly string[]): Promise<void> {
  const api = await parts.startApi();
  const call = await signInStaff(parts);
  const post = async (path: string, body: unknown) => {
    const response = await call(path, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const client = await post('/clients', {
    clientType: 'company',
    business: { legalName: 'Outbox Limited', registrationCountry: 'NZL' },
  });
  const dueOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  for (const recipientEmail of recipients) {
    await post(`/clients/${client.id}/document-requests`, {
      recipientName: 'Hinemoa Exampleton',
      recipientEmail,
      dueOn,
      items: [{ label: 'Passport', kind: 'document', documentType: 'passport' }],
    });
  }
  await api.stop();
}

/** Reads the database while no process of the test uses it: the embedded one allows one. */
async function withDatabase<T>(
  { env }: ScaledOut,
  databaseUrl: string | undefined,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir: env.DATA_DIR ?? '' });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Recipients of the emails marked as being sent. */
const readInFlight = ({ db }: Database): Promise<string[]> =>
  asTenant(db, demoCompanyId, async (trx) => {
    const { rows } = await sql<{ to: string }>`
      SELECT payload ->> 'to' AS to FROM outbox WHERE status = 'sending'`.execute(trx);
    return rows.map(({ to }) => to);
  });

/** Ends the leases of the emails being sent, as ten minutes would, and lets the next start run the job. */
async function endLeases({ db, asLogin }: Database): Promise<void> {
  await asTenant(db, demoCompanyId, (trx) =>
    sql`UPDATE outbox SET due_at = created_at WHERE status = 'sending'`.execute(trx),
  );
  // A start queues a job once a day.
  await asLogin((client) =>
    client.query('SET ROLE assay_jobs; UPDATE pgboss.job SET singleton_on = NULL; RESET ROLE'),
  );
}

const readStatuses = ({ db }: Database, recipients: readonly string[]): Promise<Record<string, number>> =>
  asTenant(db, demoCompanyId, async (trx) => {
    const { rows } = await sql<{ status: string; count: number }>`
      SELECT status, count(*)::int AS count FROM outbox
       WHERE payload ->> 'to' = ANY (${recipients}) GROUP BY status`.execute(trx);
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  });

/**
 * Fills the outbox, then sends it with the built jobs, which are ended with `kill -9` while they send, `kills` times, each time at the next
 * of `killPoints`. Then lets the jobs send the rest, before and after the leases have ended. `databaseUrl` undefined means the embedded
 * database.
 */
export async function killOutboxRuns(kills: number, databaseUrl?: string): Promise<KilledOutbox> {
  const recipients = Array.from(
    { length: kills * (emailsBetweenKills + 1) + emailsBetweenKills },
    (_, index) => `outbox-${String(index).padStart(4, '0')}@example.test`,
  );
  let jobs: Promise<RunningProcess> | undefined;
  let killed = 0;
  let killPoint: (typeof killPoints)[number] | undefined;
  let undisturbed = 0;
  const reach = async (point: (typeof killPoints)[number]) => {
    if (killPoint === undefined) return;
    if (undisturbed > 0) {
      if (point === 'replied') undisturbed -= 1;
      return;
    }
    if (point !== killPoint) return;
    killPoint = undefined;
    // It may send before it reports that it runs.
    await (await jobs)?.kill();
    killed += 1;
  };
  const emailServer = await startAcceptingEmailServer({
    onRecipient: () => reach('recipient'),
    onAccepted: () => reach('accepted'),
    onReplied: () => void reach('replied'),
  });
  const parts = await openScaledOut({ ...(databaseUrl ? { databaseUrl } : {}) });
  parts.env.SMTP_URL = emailServer.url;
  const drainAccepted = () => [...emailServer.accepted];
  const until = async (isThere: () => boolean, what: string) => {
    const end = Date.now() + giveUpAfterMs;
    while (!isThere()) {
      if (Date.now() > end)
        throw new Error(
          `${what}: ${emailServer.accepted.length} emails were accepted.\n${(await jobs)?.output()}`,
        );
      await new Promise((tick) => setTimeout(tick, 10));
    }
  };
  const hasArrived = (to: string) => emailServer.accepted.some((email) => email.to === to);
  /** Runs the jobs undisturbed until the condition, and until they are idle. */
  const sendUntil = async (isThere: () => boolean) => {
    jobs = startServer('jobs', parts.env);
    const running = await jobs;
    await until(isThere, 'An email was not sent after the restart');
    const code = await running.stop();
    // Null where the signal itself ended it, in the middle of an email.
    if (code !== 0) throw new Error(`The jobs ended with ${code} when asked to stop:\n${running.output()}`);
  };
  try {
    await prepareCompany(parts.env);
    await createRequests(parts, recipients);
    for (let kill = 0; kill < kills; kill += 1) {
      killPoint = killPoints[kill % killPoints.length];
      undisturbed = emailsBetweenKills;
      jobs = startServer('jobs', parts.env);
      await jobs;
      await until(() => killed > kill, `Kill ${kill + 1} was not reached`);
    }
    const inFlight = await withDatabase(parts, databaseUrl, readInFlight);
    await sendUntil(() => recipients.every((to) => hasArrived(to) || inFlight.includes(to)));
    const beforeLeaseEnd = drainAccepted();
    await withDatabase(parts, databaseUrl, endLeases);
    await sendUntil(() => recipients.every(hasArrived));
    const statuses = await withDatabase(parts, databaseUrl, (database) => readStatuses(database, recipients));
    return {
      recipients,
      accepted: { beforeLeaseEnd, total: drainAccepted() },
      inFlight,
      statuses,
      audit: await verifyAudit(parts.env),
    };
  } finally {
    await (await jobs?.catch(() => undefined))?.kill();
    await parts.close();
    await emailServer.close();
  }
}
