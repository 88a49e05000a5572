import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { freePort, startServer } from './processes.ts';
import { signInCookie } from './sign-in-cookie.ts';

export interface PackRun {
  /** Received bytes of the ZIP. */
  bytes: number;
  seconds: number;
  /** The whole server's resident memory in bytes: warmed up by an earlier pack, and its peak while sending the large one. */
  memory: { warm: number; most: number };
}

async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Adds documents to a client of the demo company, as stored files and their rows. @returns the client */
async function saveDocuments(
  databaseUrl: string,
  dataDir: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query<{ id: string; company_id: string; created_by: string }>(
      'SELECT id, company_id, created_by FROM assay.clients ORDER BY id LIMIT 1',
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error('The demo company has no clients.');
    // Incompressible, as scans are; each file differs by its first bytes.
    const block = randomBytes(bytes);
    for (let number = 0; number < count; number += 1) {
      const id = crypto.randomUUID();
      block.writeUInt32BE(number);
      const key = `${row.company_id}/${id}/file`;
      await mkdir(join(dataDir, 'files', row.company_id, id), { recursive: true });
      await writeFile(join(dataDir, 'files', key), block);
      const sha256 = createHash('sha256').update(block).digest('hex');
      await client.query(
        `INSERT INTO assay.documents (company_id, id, owner_type, owner_id, type, file_name, mime_type, size, received_sha256,
           sha256, storage_key, uploaded_by, created_by, scan_status, created_at)
         VALUES ($1, $2, 'client', $3, 'other', $4, 'application/pdf', $5, $6, $6, $7, 'staff', $8, 'notScanned', now())`,
        [row.company_id, id, row.id, `Scan ${number}.pdf`, bytes, sha256, key, row.created_by],
      );
    }
    return row.id;
  } finally {
    await client.end();
  }
}

/**
 * Downloads an evidence pack of a client with a number of documents from a whole server, as a browser does, and monitors the server's
 * memory. Needs a PostgreSQL server and a built product.
 */
export function runPack(documents: { count: number; bytes: number }): Promise<PackRun> {
  return withServerDatabase(async (databaseUrl) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-pack-'));
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      SANDBOX: '1',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
    };
    const server = await startServer('all', env);
    const pid = server.child.pid ?? 0;
    try {
      // Filling the demo company allocates memory of its own.
      while ((await fetch(`${origin}/sandbox/demo`)).status !== 200) await pause(200);
      const cookie = await signInCookie(origin, 'auditor@demo.test');
      const order = (clientId: string, withFiles: boolean) =>
        fetch(`${origin}/evidence-packs/client/${clientId}`, {
          method: 'POST',
          headers: { origin, cookie },
          body: new URLSearchParams({
            purpose: 'audit',
            withNotes: 'on',
            ...(withFiles ? { withFiles: 'on' } : {}),
          }),
        });
      const clientId = await saveDocuments(databaseUrl, dataDir, documents);
      // Compiled code and libraries' own memory are allocated once, for one pack or a thousand.
      for (let time = 0; time < 5; time += 1) await (await order(clientId, false)).arrayBuffer();
      const memory = { warm: await residentMemory(pid), most: 0 };
      const watch = setInterval(async () => {
        memory.most = Math.max(memory.most, await residentMemory(pid));
      }, 50);
      const started = performance.now();
      let bytes = 0;
      const response = await order(clientId, true);
      if (response.headers.get('content-type') !== 'application/zip')
        throw new Error(`The server answered ${response.status}.`);
      for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>)
        bytes += chunk.length;
      clearInterval(watch);
      return { bytes, seconds: (performance.now() - started) / 1000, memory };
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}
