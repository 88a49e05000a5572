import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyUnsigned } from './audit-run.ts';
import { prepareCompany } from './company-without-demo.ts';
import { startProcess } from './processes.ts';
import { openScaledOut } from './scaled-out.ts';
import { startApiSession } from './sign-in-cookie.ts';

export interface LoadRunResult {
  reads: number;
  writes: number;
  /** Edits of one record by all members at once: acknowledged, and rejected as stale. */
  sharedEdits: { acknowledged: number; stale: number };
  /** Every violation, as a message. */
  faults: string[];
  /** Medians of the API's resident memory in the second and in the last quarter of the run, in bytes. */
  memory: { early: number; late: number };
  audit: { code: number | null; output: string };
}

interface OwnClient {
  id: string;
  name: string;
  version: number;
}

const members = ['owner@demo.test', 'officer@demo.test', 'staff@demo.test'] as const;

/** Concurrent requests of each member, as of several tabs. */
const tabs = 2;

/** Pause between the requests of one tab, so that a member stays below the limit on commands. */
const thinkMs = 200;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Several members read and write concurrently for a duration; then every acknowledged write is read back, and the audit chains are
 * verified. `databaseUrl` undefined means the embedded database.
 */
export async function loadRun(seconds: number, databaseUrl?: string): Promise<LoadRunResult> {
  const parts = await openScaledOut({
    ...(databaseUrl ? { databaseUrl } : {}),
    sessionTtlSeconds: 24 * 60 * 60,
  });
  await prepareCompany(parts.env);
  const faults: string[] = [];
  const counts = { reads: 0, writes: 0 };
  const sharedEdits = { acknowledged: 0, stale: 0 };

  async function signIn(loginId: string) {
    const session = await startApiSession(parts.apiUrl, parts.sandbox, loginId);
    /** A response with one of these statuses; another one is a violation, and undefined. */
    return async (
      path: string,
      expected: number[],
      init: { method?: string; key?: string; body?: object } = {},
    ) => {
      const { method = 'GET', key, body } = init;
      const response = await fetch(`${parts.apiUrl}/api/v1${path}`, {
        method,
        headers: {
          ...session,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      counts[method === 'GET' ? 'reads' : 'writes'] += 1;
      if (expected.includes(response.status)) return { status: response.status, record: JSON.parse(text) };
      faults.push(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
      return undefined;
    };
  }

  const details = (legalName: string) => ({
    clientType: 'company',
    confirmations: ['likelyDuplicates'],
    business: { legalName, registrationCountry: 'NZL' },
  });

  async function tab(
    call: Awaited<ReturnType<typeof signIn>>,
    label: string,
    sharedId: string,
    until: number,
  ) {
    const own: OwnClient[] = [];
    for (let turn = 0; performance.now() < until; turn += 1) {
      const some = own[(turn * 7) % Math.max(own.length, 1)];
      const name = `Load ${label} ${turn}`;
      if (turn % 5 === 0 || some === undefined) {
        const init = { method: 'POST', key: name, body: details(name) };
        const made = await call('/clients', [201], init);
        // A user who presses the button twice.
        const again = turn % 20 === 0 ? await call('/clients', [201], init) : made;
        if (made && made.record.id !== again?.record.id) faults.push(`${name} was made twice`);
        if (made) own.push({ id: made.record.id, name, version: made.record.version });
      } else if (turn % 5 === 1) {
        const body = { ...details(name), version: some.version };
        const edited = await call(`/clients/${some.id}`, [200], { method: 'PUT', key: name, body });
        if (edited) Object.assign(some, { name, version: edited.record.version });
      } else if (turn % 5 === 2) {
        const read = await call(`/clients/${sharedId}`, [200]);
        if (!read) continue;
        const body = { ...details(`Shared ${label} ${turn}`), version: read.record.version };
        const edited = await call(`/clients/${sharedId}`, [200, 409], { method: 'PUT', key: name, body });
        if (edited) sharedEdits[edited.status === 200 ? 'acknowledged' : 'stale'] += 1;
      } else if (turn % 5 === 3) {
        const read = await call(`/clients/${some.id}`, [200]);
        if (read && read.record.business.legalName !== some.name) faults.push(`${some.name} reads otherwise`);
      } else {
        await call(
          ['/clients?limit=50', '/clients?q=load', '/activities?limit=50', '/home'][turn % 4] ?? '',
          [200],
        );
      }
      await pause(thinkMs);
    }
    return own;
  }

  try {
    const server = await parts.startApi();
    const calls = await Promise.all(members.map(signIn));
    const [first] = calls;
    const shared = await first?.('/clients', [201], {
      method: 'POST',
      key: 'shared',
      body: details('Shared'),
    });
    const sharedId: string = shared?.record.id ?? '';

    const until = performance.now() + seconds * 1000;
    const memory: number[] = [];
    const watch = async () => {
      while (performance.now() < until) {
        const text = await (await fetch(`${parts.apiUrl}/metrics`)).text();
        memory.push(Number(/^assay_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]));
        await pause((seconds * 1000) / 60);
      }
    };
    const [, ...owned] = await Promise.all([
      watch(),
      ...calls.flatMap((call, member) =>
        Array.from({ length: tabs }, (_, at) => tab(call, `${member}-${at}`, sharedId, until)),
      ),
    ]);

    for (const { id, name, version } of owned.flat()) {
      const read = await first?.(`/clients/${id}`, [200]);
      if (read?.record.business.legalName !== name || read?.record.version !== version) {
        faults.push(`${name} was acknowledged and is lost`);
      }
    }
    const end = await first?.(`/clients/${sharedId}`, [200]);
    const edits = (end?.record.version ?? 0) - (shared?.record.version ?? 0);
    if (edits !== sharedEdits.acknowledged) {
      faults.push(
        `${sharedEdits.acknowledged} edits of the shared record were acknowledged, ${edits} are there`,
      );
    }
    await server.stop();
    const verify = await startProcess('build/node/command.js', verifyUnsigned, parts.env, /./);
    if (verify.child.exitCode === null) await once(verify.child, 'exit');
    const quarter = Math.floor(memory.length / 4);
    return {
      ...counts,
      sharedEdits,
      faults,
      memory: { early: median(memory.slice(quarter, 2 * quarter)), late: median(memory.slice(3 * quarter)) },
      audit: { code: verify.child.exitCode, output: verify.output() },
    };
  } finally {
    await parts.close();
  }
}
