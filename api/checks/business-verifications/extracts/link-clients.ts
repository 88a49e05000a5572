import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { StoredGraph } from '../../../kernel/database/tables/stored-ownership.ts';
import { clientsByNumbers } from '../record/store.ts';

/** Links nodes to the company's clients by register number only: a name does not identify a business. */
export async function linkByNumbers(trx: Trx, graph: StoredGraph): Promise<void> {
  const loose = graph.nodes.filter(({ clientId }) => clientId === null);
  const all = (name: 'nzbn' | 'acn' | 'abn') => loose.flatMap(({ numbers }) => numbers[name] ?? []);
  const found = await clientsByNumbers(trx, { nzbn: all('nzbn'), acn: all('acn'), abn: all('abn') });
  const taken = new Set(graph.nodes.flatMap(({ clientId }) => clientId ?? []));
  for (const node of loose) {
    const { nzbn, acn, abn } = node.numbers;
    const client = found.find(
      (item) =>
        (nzbn !== undefined && item.nzbn === nzbn) ||
        (acn !== undefined && item.acn === acn) ||
        (abn !== undefined && item.abn === abn),
    );
    if (client === undefined || taken.has(client.id)) continue;
    node.clientId = client.id;
    taken.add(client.id);
  }
}
