import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { widestLimits } from '#api/records/screening-lists/parsing/list-format.ts';
import {
  readScreeningLists,
  type ScreeningList,
  uploadOwnList,
} from '#contract/monitoring/screening-lists.ts';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { memoryDuring, sendBigList, writeBigList } from '#tests/support/files/big-lists.ts';
import { prepareCompany } from '#tests/support/processes/company-without-demo.ts';
import type { RunningProcess } from '#tests/support/processes/processes.ts';
import { openScaledOut, type ScaledOut } from '#tests/support/processes/scaled-out.ts';
import { startApiSession } from '#tests/support/processes/sign-in-cookie.ts';

/** `ASSAY_SOAK` scales the long runs; sizes above a limit stay. */
const scale = Math.min(1, Number(process.env.ASSAY_SOAK ?? 1));
const gigabyte = 1_000_000_000;
const maxGrowth = 150_000_000;

/** With memory to spare garbage is not collected; within this many megabytes a process that buffers the list fails. */
const heap = '--max-old-space-size=160';

/** Runs a command of the built tree. @returns its exit code, its output, and its peak memory */
async function command(env: Record<string, string>, args: readonly string[]) {
  const child = spawn(process.execPath, ['build/node/command.js', ...args], {
    env: { ...process.env, ...env, NODE_OPTIONS: heap } as NodeJS.ProcessEnv,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const { result: code, most } = await memoryDuring(
    child.pid ?? 0,
    () => new Promise<number | null>((done) => child.once('close', done)),
  );
  return { code, output, most };
}

async function withParts(work: (parts: ScaledOut) => Promise<void>): Promise<void> {
  const run = async (databaseUrl?: string) => {
    const parts = await openScaledOut(databaseUrl === undefined ? {} : { databaseUrl });
    await prepareCompany(parts.env)
      .then(() => work(parts))
      .finally(() => parts.close());
  };
  if (process.env.TEST_DATABASE_URL) await withServerDatabase(run);
  else await run();
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-big-list-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signIn = ({ sandbox, apiUrl }: ScaledOut, loginId: string) => startApiSession(apiUrl, sandbox, loginId);

async function listsNow(parts: ScaledOut, as: Record<string, string>): Promise<ScreeningList[]> {
  const response = await fetch(`${parts.apiUrl}/api/v1${readScreeningLists.path}`, {
    headers: as,
  });
  return ((await response.json()) as { lists: ScreeningList[] }).lists;
}

it('refuses a gigabyte sent as a company’s own list, in bounded memory, and the active version is unchanged', async () => {
  await withParts(async (parts) => {
    const server: RunningProcess = await parts.startApi();
    const owner = await signIn(parts, 'owner@demo.test');
    const url = `${parts.apiUrl}/api/v1${uploadOwnList.path}`;
    const send = (content: string) => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'list.csv');
      return fetch(url, { method: 'POST', headers: owner, body });
    };
    expect((await send('name\nInvented Person\n')).status).toBe(uploadOwnList.status);
    const before = (await listsNow(parts, owner)).find(({ isOwn }) => isOwn);
    // Warmed up with oversized lists as well.
    expect((await sendBigList(url, owner, 50_000_000)).status).toBe(422);
    const {
      result,
      before: warm,
      most,
    } = await memoryDuring(server.child.pid ?? 0, () => sendBigList(url, owner, gigabyte));
    console.log(JSON.stringify({ result, warm, most }));
    expect(result.status).toBe(422);
    expect(JSON.parse(result.text)).toMatchObject({
      fields: { file: [expect.stringMatching(/larger than 20 MB.*active version is unchanged/)] },
    });
    expect(most - warm).toBeLessThan(maxGrowth);
    expect((await listsNow(parts, owner)).find(({ isOwn }) => isOwn)?.inUse).toEqual(before?.inUse);
    expect(before?.inUse).toMatchObject({ version: 1, entities: 1 });
  });
});

it('refuses what an operator imports that is too large, or wrong in its last line, and the active version is unchanged', async () => {
  await withParts(async (parts) => {
    expect(await command(parts.env, ['migrate'])).toMatchObject({ code: 0 });
    const listsImport = (path: string) =>
      command(parts.env, ['lists:import', '--source', 'opensanctions', path]);
    const [good, large, wrong] = ['good', 'large', 'wrong'].map((name) => join(folder, `${name}.csv`)) as [
      string,
      string,
      string,
    ];
    const entries = await writeBigList(good, 1_000_000);
    const first = await listsImport(good);
    expect(first.output).toContain(`version 1 is active, published 2026-01-01, with ${entries} entries`);
    expect(first.code).toBe(0);

    await writeBigList(large, gigabyte);
    const tooLarge = await listsImport(large);
    expect(tooLarge).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /large\.csv: The list is larger than 768 MB\..*active version is unchanged\./,
      ),
    });

    // The maximum size, all of it parsed and written next to the active version; a tenth on the embedded database.
    const share = scale * (process.env.TEST_DATABASE_URL ? 1 : 0.1);
    const longest = Math.floor((widestLimits.bytes - 10_000_000) * share);
    const rows = await writeBigList(wrong, longest, 'ZZ-last,Person\n');
    const broken = await listsImport(wrong);
    console.log(
      JSON.stringify({
        small: first.most,
        large: tooLarge.most,
        wrong: broken.most,
        rows,
        output: broken.output,
      }),
    );
    expect(broken.code).toBe(1);
    expect(broken.output).toContain(
      `wrong.csv, line ${rows + 2}: The row has 2 columns instead of 16. Nothing was imported. The active version is unchanged.`,
    );
    for (const { most } of [tooLarge, broken]) expect(most - first.most).toBeLessThan(maxGrowth);

    expect((await listsImport(good)).output).toContain('version 1, which is active. Nothing was changed');
    await parts.startApi();
    const lists = await listsNow(parts, await signIn(parts, 'owner@demo.test'));
    expect(lists.find(({ source }) => source === 'opensanctions')).toMatchObject({
      inUse: { version: 1, entities: entries },
      held: null,
    });
  });
});
