import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import type { FundsStatus } from '#rules/source-of-funds/funds-lines.ts';
import { Badge, fundsLineBadges } from '../badge.tsx';
import { DataTable } from '../table.tsx';
import type { FundsLineView } from './funds-views.server.ts';

const actions: Record<FundsStatus, readonly { to: string; label: string }[]> = {
  claimed: [
    { to: '', label: 'Edit' },
    { to: 'reject', label: 'Reject' },
    { to: 'withdraw', label: 'Withdraw' },
  ],
  evidenced: [
    { to: 'verify', label: 'Verify' },
    { to: '', label: 'Edit' },
    { to: 'reject', label: 'Reject' },
    { to: 'withdraw', label: 'Withdraw' },
  ],
  verified: [
    { to: '', label: 'Edit' },
    { to: 'reject', label: 'Reject' },
    { to: 'withdraw', label: 'Withdraw' },
  ],
  rejected: [
    { to: '', label: 'Edit' },
    { to: 'withdraw', label: 'Withdraw' },
  ],
};

/** Lines of source of funds and wealth, with links to the forms on the client’s page that change each. */
export function FundsTable({ lines, mayWrite }: { lines: readonly FundsLineView[]; mayWrite: boolean }) {
  return (
    <DataTable
      caption="Source of funds and wealth"
      look="sides"
      columns={[
        {
          title: 'Source',
          isRowHeader: true,
          className: 'wide:w-48',
          cell: (line) => <SourceCell line={line} />,
        },
        { title: 'Amount', isWhole: true, className: 'wide:w-28', cell: ({ amount }) => amount },
        { title: 'Evidence', cell: (line) => <EvidenceCell line={line} /> },
        ...(mayWrite
          ? [
              {
                title: 'Actions',
                label: '',
                className: 'wide:w-28',
                cell: (line: FundsLineView) => <LineActions line={line} />,
              },
            ]
          : []),
      ]}
      rows={lines}
      rowKey={({ id }) => id}
    />
  );
}

function SourceCell({ line: { label, of, from, period, activity } }: { line: FundsLineView }) {
  return (
    <>
      <span className="font-semibold">{label}</span>
      <span className="hint block">{of}</span>
      <span className="block whitespace-pre-line">{from}</span>
      {[period, activity].map((text) =>
        text === null ? null : (
          <span key={text} className="hint block">
            {text}
          </span>
        ),
      )}
    </>
  );
}

function EvidenceCell({ line }: { line: FundsLineView }) {
  const { status, statusText, documents, corroboration, decision } = line;
  return (
    <>
      <Badge by={fundsLineBadges[status]}>{statusText}</Badge>
      {documents.map(({ id, fileName, isRemoved }) => (
        <span key={id} className="block">
          {isRemoved ? (
            `${fileName} (removed)`
          ) : (
            <a href={`/documents/${id}/download`} download>
              {fileName}
            </a>
          )}
        </span>
      ))}
      {documents.length === 0 ? <span className="hint block">No documents</span> : null}
      {corroboration ? <span className="block whitespace-pre-line">{corroboration}</span> : null}
      {decision ? <span className="hint block">{decision}</span> : null}
    </>
  );
}

function LineActions({ line: { id, clientId, label, amount, status } }: { line: FundsLineView }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm print:hidden">
      {actions[status].map(({ to, label: words }) => (
        <a key={words} href={clientSectionUrl(clientId, 'funds', { funds: id, step: to || undefined })}>
          {words}
          <span className="sr-only">
            {' '}
            {label}, {amount}
          </span>
        </a>
      ))}
    </span>
  );
}
