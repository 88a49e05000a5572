import { RecordHistory } from '../../../components/record-history.tsx';
import { ClientPeriods } from '../panels/client-periods.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** The client's events, its values over time, and its authors. */
export default function HistoryTab({ loaded: { client }, content }: ClientTabProps<'history'>) {
  const href = `/clients/${client.id}`;
  return (
    <>
      <RecordHistory
        href={href}
        newestHref={`${href}?tab=history#history`}
        entries={content.entries}
        isFirstPage={content.isFirstPage}
        nextBefore={content.nextBefore}
        accessHref={content.accessHref}
      >
        <ClientPeriods href={href} periods={content.periods} />
      </RecordHistory>
      <p className="hint mt-4">
        Created {content.created} by {client.createdBy.name}
        {client.version > 1 ? `. Last updated ${content.updated} by ${client.updatedBy.name}` : ''}
      </p>
    </>
  );
}
