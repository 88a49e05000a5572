import { Link } from '@remix-run/react';
import type { Client } from '#contract/clients/client-record.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { RecordAlerts } from '../../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DescriptionList, type Fact } from '../../../components/description-list.tsx';
import { DetailPanel } from '../../../components/detail-panel.tsx';
import { Panel } from '../../../components/panel.tsx';
import { DiligencePanel } from '../cdd/diligence-panel.tsx';
import { MissingPanel } from '../cdd/outstanding-requirements.tsx';
import { ClientReviews } from '../panels/client-reviews.tsx';
import { getClientFacts } from '../panels/client-summary.tsx';
import { PrivacyRequestsPanel } from '../panels/privacy-requests-panel.tsx';
import type { ClientPageData, TabData } from './client-page.server.ts';
import type { ClientTabProps } from './tab-props.ts';

/** Outstanding requirements with the decisions on them; beside them the client's key facts, dates and details. */
export default function OverviewTab({ loaded, content, result }: ClientTabProps<'overview'>) {
  const { client, mayWrite } = loaded;
  const { diligence, sections } = content;
  return (
    <>
      <RecordAlerts alerts={content.alerts} />
      <ClientReviews reviews={content.reviews} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-5">
          {client.mergedInto === null ? (
            <MissingPanel panel={diligence} blocked={result?.panel === 'move' ? result : undefined} />
          ) : null}
          <DiligencePanel panel={diligence} finding={result?.panel === 'finding' ? result : undefined} />
          <PrivacyRequestsPanel clientId={client.id} lines={content.privacyRequests} mayRecord={mayWrite} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Panel headingId="key-facts-heading" title="Key facts">
            <DescriptionList
              layout="pairs"
              facts={getClientFacts({
                client,
                missing: loaded.missing,
                isReviewOverdue: loaded.isReviewOverdue,
                riskFloor: loaded.riskFloor,
                sanctionsText: loaded.sanctionsText,
              })}
            />
          </Panel>
          {client.mergedInto === null ? <NextDates dates={getNextDates(loaded, content)} /> : null}
          <section id="details" className="grid min-w-0 scroll-mt-4 gap-5" aria-label="Details">
            {sections.map((section, index) => (
              <DetailPanel
                key={section.heading}
                section={section}
                aside
                action={mayWrite && index === 0 ? <EditLink client={client} /> : null}
              />
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

function EditLink({ client }: { client: Client }) {
  return (
    <ButtonLink to={`/clients/${client.id}/edit`} size="small">
      Edit<span className="sr-only"> {client.displayName}</span>
    </ButtonLink>
  );
}

/** Dates ahead of the client, soonest first as far as each list knows. */
function getNextDates(
  { client: { nextReviewDueOn }, exceptionEnds, isReviewOverdue }: ClientPageData,
  { nextReviews }: TabData<'overview'>,
): Fact[] {
  const late = <span className="text-danger"> overdue</span>;
  return [
    ...(exceptionEnds === null ? [] : [{ label: 'Exception until', value: exceptionEnds }]),
    ...nextReviews.map(({ id, label, due, isOverdue }) => ({
      label,
      value: (
        <>
          <Link to={`/monitoring?review=${id}`}>{due}</Link>
          {isOverdue ? late : null}
        </>
      ),
    })),
    ...(nextReviewDueOn === null || nextReviews.length > 0
      ? []
      : [
          {
            label: 'Next review',
            value: (
              <>
                {formatDate(nextReviewDueOn)}
                {isReviewOverdue ? late : null}
              </>
            ),
          },
        ]),
  ];
}

function NextDates({ dates }: { dates: readonly Fact[] }) {
  return (
    <Panel headingId="next-dates-heading" title="Next dates">
      {dates.length === 0 ? (
        <p className="text-ink-soft">Nothing scheduled. Reviews are scheduled once the client is active.</p>
      ) : (
        <DescriptionList layout="pairs" facts={dates} />
      )}
    </Panel>
  );
}
