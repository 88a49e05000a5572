import { Link } from '@remix-run/react';
import type { OwnershipView } from '#contract/ownership-records.ts';
import { partyRoleLabels } from '#rules/client-parties.ts';
import { kindWords, registryStatusWords } from '../../routes/business-verifications/words.ts';

/** On a narrow screen each entry is a card, its name first. */
const tableClass = [
  '[&_:is(td,th)]:h-auto [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:align-top [&_tbody_th]:text-ink',
  'narrow:block narrow:[&_:is(tbody,td,th)]:block narrow:[&_thead]:sr-only',
  'narrow:[&_tr]:grid narrow:[&_tr]:border-b narrow:[&_tr]:border-line narrow:[&_tr]:py-2',
  'narrow:[&_tbody_:is(td,th)]:border-0 narrow:[&_tbody_:is(td,th)]:px-0 narrow:[&_tbody_:is(td,th)]:py-0.5 narrow:[&_td]:text-left narrow:[&_td:empty]:hidden',
].join(' ');

/** What each entry of the tree holds and does, in words: the same as the chart, for everybody. */
export function OwnershipTable({
  ownership,
  extractTimes = {},
  mayEdit = false,
}: {
  ownership: OwnershipView;
  /** When each extract came, by its id. */
  extractTimes?: Record<string, string>;
  mayEdit?: boolean;
}) {
  const { nodes, edges, controls } = ownership;
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  const rows = nodes.toSorted((a, b) => (a.layer ?? 99) - (b.layer ?? 99));
  return (
    <div className="wide:overflow-x-auto">
      <table className={tableClass}>
        <caption id="ownership-table-caption" className="sr-only">
          Everybody in the ownership, nearest to the client first, with what they hold and how much of the
          client that is
        </caption>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Holds, or does</th>
            <th scope="col" className="text-right">
              Of the client
            </th>
            <th scope="col">Known from</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => {
            const held = edges.filter(({ holders }) => holders.includes(node.id));
            const nominated = edges.filter(({ heldFor }) => heldFor.includes(node.id));
            const roles = controls.filter(({ by }) => by === node.id);
            const isClient = node.id === 'client';
            return (
              <tr key={node.id}>
                <th scope="row" className="min-w-40 font-normal">
                  {node.client && !isClient ? (
                    <Link to={`/clients/${node.client.id}`} className="font-semibold">
                      {node.name}
                    </Link>
                  ) : (
                    <span className="font-semibold">{node.name}</span>
                  )}
                  <span className="hint block">
                    {isClient ? 'The client' : kindWords[node.kind]}
                    {node.status && node.status !== 'registered'
                      ? ` · ${registryStatusWords[node.status]}`
                      : ''}
                  </span>
                </th>
                <td className="min-w-56">
                  <ul className="grid gap-0.5">
                    {held.map(({ id, of, percent, holders, beneficiallyHeld, heldFor, source }) => (
                      <li key={id}>
                        {percent} % of {nameOf(of)}
                        {holders.length > 1 ? ', jointly' : ''}
                        {beneficiallyHeld === false
                          ? `, for ${heldFor.length > 0 ? heldFor.map(nameOf).join(' and ') : 'somebody who is not known'}`
                          : ''}
                        {source === 'manual' ? ' (by hand)' : ''}
                        {mayEdit ? <Change id={id} what={`${node.name} in ${nameOf(of)}`} canChange /> : null}
                      </li>
                    ))}
                    {nominated.map(({ id, of, percent, holders }) => (
                      <li key={`for ${id}`}>
                        {percent} % of {nameOf(of)}, held by {holders.map(nameOf).join(' and ')}
                      </li>
                    ))}
                    {roles.map(({ id, of, role, note, source }) => (
                      <li key={id}>
                        {partyRoleLabels[role]} of {nameOf(of)}
                        {note ? `: ${note}` : ''}
                        {source === 'manual' ? ' (by hand)' : ''}
                        {mayEdit ? (
                          <Change id={id} what={`${node.name} as ${partyRoleLabels[role]}`} />
                        ) : null}
                      </li>
                    ))}
                    {held.length + nominated.length + roles.length === 0 && !isClient ? (
                      <li className="text-ink-soft">
                        Nothing yet
                        {mayEdit ? <Change id={node.id} what={node.name} /> : null}
                      </li>
                    ) : null}
                  </ul>
                  {node.expansionProblem ? <p className="hint mt-1">{node.expansionProblem}</p> : null}
                  {node.expansion === 'canExpand' ? (
                    <p className="hint mt-1">Its register can be asked who holds it.</p>
                  ) : null}
                </td>
                <td className="text-right tabular-nums">
                  {isClient || node.effectivePercent === null ? null : (
                    <>
                      {node.effectivePercent} %<span className="wide:hidden"> of the client</span>
                    </>
                  )}
                </td>
                <td className="min-w-32 text-sm text-ink-soft">
                  {node.extractId && extractTimes[node.extractId]
                    ? `Extract of ${extractTimes[node.extractId]}`
                    : ''}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Change({ id, what, canChange = false }: { id: string; what: string; canChange?: boolean }) {
  return (
    <span className="ml-2 inline-flex gap-2 text-sm print:hidden">
      {canChange ? (
        <Link to={`?change=${id}#edit`} preventScrollReset>
          Change<span className="sr-only"> {what}</span>
        </Link>
      ) : null}
      <Link to={`?takeOut=${id}#edit`} preventScrollReset>
        Take out<span className="sr-only"> {what}</span>
      </Link>
    </span>
  );
}
