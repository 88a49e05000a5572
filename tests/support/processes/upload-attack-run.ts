import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { largePdf } from '#tests/support/files/sample-files.ts';
import { demoFolder } from './demo-folder.ts';
import { freePort, startServer } from './processes.ts';
import { sessionHeadersIn, signInCookie } from './sign-in-cookie.ts';

export interface UploadAttackRun {
  /** Milliseconds of each of another member's uploads: alone, and while one member floods the server. */
  alone: number[];
  attacked: number[];
  /** Uploads that the flood completed meanwhile. */
  flooded: number;
}

const pdf = largePdf(4 * 1024 * 1024);

/**
 * One member sends files of 4 MB over 24 connections without pause, in rounds; another member uploads such files one after the other,
 * alternately with and without the flood.
 */
export async function uploadAttackRun(rounds: number): Promise<UploadAttackRun> {
  const [port, dataDir] = [await freePort(), await demoFolder('upload-attack')];
  const origin = `http://localhost:${port}`;
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    SANDBOX_SESSION_TTL_SECONDS: '86400',
    LOG_LEVEL: 'error',
  });
  try {
    const [flood = '', other = ''] = await Promise.all(
      ['officer@demo.test', 'staff@demo.test'].map((loginId) => signInCookie(origin, loginId)),
    );
    const newClient = async (name: string) => {
      const made = await fetch(`${origin}/api/v1/clients`, {
        method: 'POST',
        headers: { ...sessionHeadersIn(other), 'content-type': 'application/json' },
        body: JSON.stringify({
          clientType: 'company',
          confirmations: ['likelyDuplicates'],
          business: { legalName: name, registrationCountry: 'NZL' },
        }),
      });
      return ((await made.json()) as { id: string }).id;
    };
    let sent = 0;
    const upload = async (cookie: string, clientId: string, signal?: AbortSignal) => {
      sent += 1;
      const form = new FormData();
      form.append('documentType', 'other');
      form.append('file', new Blob(pdf(`file ${sent}`) as BlobPart[]), `file-${sent}.pdf`);
      const startedAt = performance.now();
      const response = await fetch(`${origin}/documents/of/client/${clientId}`, {
        method: 'POST',
        headers: { cookie, origin },
        body: form,
        redirect: 'manual',
        ...(signal === undefined ? {} : { signal }),
      });
      await response.arrayBuffer();
      if (response.status >= 400) throw new Error(`An upload was answered ${response.status}.`);
      return performance.now() - startedAt;
    };
    const result: UploadAttackRun = { alone: [], attacked: [], flooded: 0 };
    for (let round = -1; round < rounds; round += 1) {
      const clientId = await newClient(`Quiet ${round}`);
      const alone = [await upload(other, clientId), await upload(other, clientId)];
      const stop = new AbortController();
      const floodedId = await newClient(`Flood ${round}`);
      const flooding = Array.from({ length: 24 }, async () => {
        while (!stop.signal.aborted) {
          await upload(flood, floodedId, stop.signal).then(
            () => {
              result.flooded += 1;
            },
            () => pause(100),
          );
        }
      });
      // Until the flood has used up its allowance.
      await pause(2000);
      const attacked = [await upload(other, clientId), await upload(other, clientId)];
      stop.abort();
      await Promise.all(flooding);
      // The first round warms up.
      if (round < 0) continue;
      result.alone.push(...alone);
      result.attacked.push(...attacked);
      // The member's own allowance is whole again before the next round.
      await pause(16_000);
    }
    return result;
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
