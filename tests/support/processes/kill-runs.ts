import { type AuditRun, verifyAudit } from './audit-run.ts';
import { prepareCompany } from './company-without-demo.ts';
import { openScaledOut, type ScaledOut, signInStaff } from './scaled-out.ts';

export interface KillRunResult {
  acknowledged: number;
  /** Acknowledged clients that could not be read afterwards. */
  lost: string[];
  /** Duplicated names although their requests had one key each. */
  doubled: string[];
  /** At the end. */
  audit: AuditRun;
}

/**
 * Writes clients as fast as four callers can, ends the API with `kill -9` halfway, starts it again, repeats unacknowledged requests with
 * the same idempotency keys; `kills` times. Then reads everything back and verifies the audit chains. `databaseUrl` undefined means the
 * embedded database.
 */
export async function killRuns(kills: number, databaseUrl?: string): Promise<KillRunResult> {
  const parts = await openScaledOut({ ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    await prepareCompany(parts.env);
    return await killRepeatedly(parts, kills);
  } finally {
    await parts.close();
  }
}

async function killRepeatedly(parts: ScaledOut, kills: number): Promise<KillRunResult> {
  let server = await parts.startApi();
  // One session for all runs: it is among what has to survive.
  const call = await signInStaff(parts);
  const acknowledged = new Map<string, string>();
  const pending: string[] = [];
  let written = 0;

  /** One caller: takes an unfinished name or a new one, until the server has ended. */
  async function write(down: () => boolean): Promise<void> {
    while (!down()) {
      const name = pending.pop() ?? `Stream ${String(written++).padStart(6, '0')}`;
      try {
        const response = await call('/clients', {
          method: 'POST',
          headers: { 'idempotency-key': name },
          body: JSON.stringify({
            clientType: 'company',
            confirmations: ['likelyDuplicates'],
            business: { legalName: name, registrationCountry: 'NZL' },
          }),
        });
        if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
        const { id } = (await response.json()) as { id: string };
        acknowledged.set(name, id);
      } catch (error) {
        pending.push(name);
        if (!down() && !(error instanceof TypeError)) throw error;
        if (!down()) return;
      }
    }
  }

  for (let run = 0; run < kills; run += 1) {
    let down = false;
    const before = acknowledged.size;
    let ended = false;
    const writers = Promise.all(Array.from({ length: 4 }, () => write(() => down))).finally(() => {
      ended = true;
    });
    const enough = before + 20 + ((run * 37) % 50);
    while (acknowledged.size < enough && !ended) await new Promise((tick) => setTimeout(tick, 5));
    if (ended)
      await writers.then(() =>
        Promise.reject(new Error(`The server went away by itself:\n${server.output()}`)),
      );
    await server.kill();
    down = true;
    await writers;
    server = await parts.startApi();
  }
  const lost: string[] = [];
  for (const [name, id] of acknowledged) {
    const response = await call(`/clients/${id}`);
    if (response.status !== 200) lost.push(name);
  }
  const csv = await (await call('/clients/export')).text();
  const counts = new Map<string, number>();
  for (const line of csv.split(/\r?\n/)) {
    const name = /Stream \d{6}/.exec(line)?.[0];
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const doubled = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
  if (counts.size === 0) throw new Error('The export holds none of the clients that were written.');
  await server.stop();
  return { acknowledged: acknowledged.size, lost, doubled, audit: await verifyAudit(parts.env) };
}
