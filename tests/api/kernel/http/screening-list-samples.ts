import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

async function anOwnList({ test, company }: Setting): Promise<{ id: string; version: number }> {
  await sendOwnList(test, company.owner, `name\nInvented Person ${crypto.randomUUID()}\n`);
  const { lists } = (await test.request(readScreeningLists, {}, { as: company.owner })).response;
  const own = lists.find(({ isOwn }) => isOwn);
  if (own?.inUse == null) throw new Error('The company has no list of its own.');
  return { id: own.id, version: own.inUse.version };
}

/** Sample requests of the screening lists' endpoints. */
export const screeningListSamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  'screeningLists.list': async () => ({}),
  'screeningLists.template': async () => ({}),
  'screeningLists.versions': async (setting) => ({ params: { id: (await anOwnList(setting)).id } }),
  'screeningLists.changes': async (setting) => {
    const { id, version } = await anOwnList(setting);
    return { params: { id, version: String(version) } };
  },
  'screeningLists.upload': async () => {
    const body = new FormData();
    body.set('file', new Blob([`name\nInvented Person ${crypto.randomUUID()}\n`]), 'list.csv');
    return { body };
  },
  'screeningLists.decidePendingVersion': async ({ test, company }) => {
    const names = Array.from({ length: 10 }, (_, index) => `Invented Person ${index} ${crypto.randomUUID()}`);
    await sendOwnList(test, company.owner, `name\n${names.join('\n')}\n`);
    const { list } = await sendOwnList(test, company.owner, `name\n${names[0]}\n`);
    return { body: { version: list.held?.version, decision: 'use' } };
  },
};
