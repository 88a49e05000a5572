import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createClient, updateClient } from '#contract/clients.ts';
import { openTestApi } from '#tests/support/api.ts';

/** CPU seconds of the cluster's processes. */
function clusterCpu(): number {
  const ticks = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { ppid: rest[1], own: Number(rest[11]) + Number(rest[12]), dead: Number(rest[13]) + Number(rest[14]) };
    } catch { return undefined; }
  };
  const master = process.env.PG_MASTER ?? '';
  let sum = ticks(master)?.dead ?? 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const t = ticks(pid);
    if (t && t.ppid === master) sum += t.own;
  }
  return sum / 100;
}

test('speed', async () => {
  const api = await openTestApi('postgres');
  const { a } = api.companies;
  const body = { clientType: 'individual', individual: { givenNames: 'Hine', familyName: 'Example' }, confirmations: ['likelyDuplicates'] };
  const made = await api.request(createClient, { body: body as never }, { as: a.staff });
  let version = made.response.version;
  const run = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const out = await api.request(updateClient, { params: { id: made.response.id }, body: { ...body, version, relationshipPurpose: `Buys house ${version}` } as never }, { as: a.staff });
      if (out.status !== 200) throw new Error(JSON.stringify(out.problem));
      version = out.response.version;
    }
  };
  await run(30);
  const results: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const [cpu, own, wall] = [clusterCpu(), process.cpuUsage(), performance.now()];
    await run(50);
    const spent = process.cpuUsage(own);
    results.push(`${((clusterCpu() - cpu) * 1000).toFixed(0)},${((spent.user + spent.system) / 1000).toFixed(0)},${(performance.now() - wall).toFixed(0)}`);
  }
  console.log(`SPEED ${results.join(' ')}`);
  await api.close();
});
