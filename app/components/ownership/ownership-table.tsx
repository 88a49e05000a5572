import { Link } from '@remix-run/react';
import type { OwnershipView } from '#contract/business-verifications/ownership.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { DataTable } from '../table.tsx';
import { entityKindLabels, registryStatusLabels } from './verification-labels.ts';

type Node = OwnershipView['nodes'][number];

/** Holdings and roles of each entry: the same as the chart, as text. */
export function OwnershipTable({
  ownership,
  extractTimes = {},
  canEdit = false,
}: {
  ownership: OwnershipView;
  /** Times of the extracts, by id. */
  extractTimes?: Record<string, string>;
  canEdit?: boolean;
}) {
  const { nodes } = ownership;
  const rows = nodes.toSorted((a, b) => (a.layer ?? 99) - (b.layer ?? 99));
  return (
    <DataTable
      look="sides"
      captionId="ownership-table-caption"
      caption="Everyone in the ownership structure, closest to the client first, with direct holding and effective ownership"
      columns={[
        { title: 'Who', isRowHeader: true, cell: (node) => <Who node={node} /> },
        {
          title: 'Holding or role',
          label: '',
          className: 'wide:w-2/5',
          cell: (node) => <Holdings {...{ node, ownership, canEdit }} />,
        },
        {
          title: 'Effective ownership',
          label: '',
          isFigure: true,
          className: '[th&]:whitespace-normal',
          cell: ({ id, effectivePercent }) =>
            id === 'client' || effectivePercent === null ? null : (
              <>
                {effectivePercent} %<span className="wide:hidden"> of the client</span>
              </>
            ),
        },
        {
          title: 'Source',
          label: '',
          className: 'text-ink-soft',
          cell: ({ extractId }) =>
            extractId && extractTimes[extractId] ? `Extract of ${extractTimes[extractId]}` : '',
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function Who({ node }: { node: Node }) {
  const isClient = node.id === 'client';
  return (
    <>
      {node.client && !isClient ? (
        <Link to={`/clients/${node.client.id}`} className="font-semibold">
          {node.name}
        </Link>
      ) : (
        <span className="font-semibold">{node.name}</span>
      )}
      <span className="hint block">
        {isClient ? 'Client' : entityKindLabels[node.kind]}
        {node.status && node.status !== 'registered' ? ` · ${registryStatusLabels[node.status]}` : ''}
      </span>
    </>
  );
}

/** How an entry of a member is evidenced; nothing for what a register shows. */
function formatSource({
  source,
  isEvidenced,
}: Pick<OwnershipView['edges'][number], 'source' | 'isEvidenced'>): string {
  if (source !== 'manual') return '';
  return isEvidenced
    ? ' (entered manually, shown by an accepted document)'
    : ' (entered manually, not evidenced)';
}

/** Holdings of one entry, holdings on its behalf, and its roles. */
function Holdings({
  node,
  ownership: { nodes, edges, controls },
  canEdit,
}: {
  node: Node;
  ownership: OwnershipView;
  canEdit: boolean;
}) {
  const getName = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  const holdings = edges.filter(({ holders }) => holders.includes(node.id));
  const nominated = edges.filter(({ heldFor }) => heldFor.includes(node.id));
  const roles = controls.filter(({ by }) => by === node.id);
  return (
    <>
      <ul className="grid gap-0.5">
        {holdings.map(({ id, of, percent, holders, beneficiallyHeld, heldFor, ...entry }) => (
          <li key={id}>
            {percent} % of {getName(of)}
            {holders.length > 1 ? ', jointly' : ''}
            {beneficiallyHeld === false
              ? `, for ${heldFor.length > 0 ? heldFor.map(getName).join(' and ') : 'an unidentified person'}`
              : ''}
            {formatSource(entry)}
            {canEdit ? <Change id={id} what={`${node.name} in ${getName(of)}`} canChange /> : null}
          </li>
        ))}
        {nominated.map(({ id, of, percent, holders }) => (
          <li key={`for ${id}`}>
            {percent} % of {getName(of)}, held by {holders.map(getName).join(' and ')}
          </li>
        ))}
        {roles.map(({ id, of, role, note, ...entry }) => (
          <li key={id}>
            {partyRoleLabels[role]} of {getName(of)}
            {note ? `: ${note}` : ''}
            {formatSource(entry)}
            {canEdit ? <Change id={id} what={`${node.name} as ${partyRoleLabels[role]}`} /> : null}
          </li>
        ))}
        {holdings.length + nominated.length + roles.length === 0 && node.id !== 'client' ? (
          <li className="text-ink-soft">
            Nothing yet
            {canEdit ? <Change id={node.id} what={node.name} /> : null}
          </li>
        ) : null}
      </ul>
      {node.expansionProblem ? <p className="hint mt-1">{node.expansionProblem}</p> : null}
      {node.expansion === 'canExpand' ? (
        <p className="hint mt-1">Can be expanded from its register.</p>
      ) : null}
    </>
  );
}

function Change({ id, what, canChange = false }: { id: string; what: string; canChange?: boolean }) {
  return (
    <span className="ml-2 inline-flex gap-2 text-sm print:hidden">
      {canChange ? (
        <Link
          to={`?change=${id}#edit`}
          preventScrollReset
          className="inline-flex min-h-6 min-w-6 items-center"
        >
          Edit<span className="sr-only"> {what}</span>
        </Link>
      ) : null}
      <Link
        to={`?takeOut=${id}#edit`}
        preventScrollReset
        className="inline-flex min-h-6 min-w-6 items-center"
      >
        Remove<span className="sr-only"> {what}</span>
      </Link>
    </span>
  );
}
