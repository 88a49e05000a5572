import { Link, useActionData, useLoaderData, useOutletContext } from '@remix-run/react';
import type { Client } from '#contract/clients/client-record.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { reviewUrl } from '#rules/pages/monitoring-pages.ts';
import { toAlertLines } from '../../../components/alerts/alert-lines.server.ts';
import { RecordAlerts } from '../../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DescriptionList, type Fact } from '../../../components/description-list.tsx';
import { DetailPanel } from '../../../components/detail-panel.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { Panel } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { handleClientApproval, handleClientTransition, readDiligencePanel } from '../cdd/diligence.server.ts';
import { DiligencePanel } from '../cdd/diligence-panel.tsx';
import { handleFindingAction } from '../cdd/findings.server.ts';
import { MissingPanel } from '../cdd/outstanding-requirements.tsx';
import { detailSections } from '../panels/client-details.server.ts';
import { type ReviewLines, toReviewLines, toTriggeredReviews } from '../panels/client-reviews.server.ts';
import { ClientReviews } from '../panels/client-reviews.tsx';
import { getClientFacts } from '../panels/client-summary.tsx';
import { PrivacyRequestsPanel, toPrivacyRequestLines } from '../panels/privacy-requests-panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('overview', async (args, page) => {
    const [diligence, { client, content }, { company }] = await Promise.all([
      readDiligencePanel(
        args,
        page.then((found) => found.diligence),
      ),
      page,
      args.me(),
    ]);
    const { alerts, reviews, privacyRequests } = content;
    return {
      diligence,
      sections: detailSections(client),
      alerts: toAlertLines(alerts.items, company.timeZone),
      reviews: toTriggeredReviews(reviews.items),
      nextReviews: toReviewLines(reviews.items, diligence.on),
      privacyRequests: toPrivacyRequestLines(privacyRequests.requests),
    };
  }),
);

/** Findings and approval by their panel; transitions of the client, of this page and of its header, have none. */
export const action = asMember(
  onSubmit(
    formActions(
      { finding: handleFindingAction, approval: handleClientApproval, move: handleClientTransition },
      { field: 'panel', otherwise: 'move' },
    ),
  ),
);

/** Outstanding requirements with the decisions on them; beside them the client's key facts, dates and details. */
export default function OverviewTab() {
  const loaded = useOutletContext<ClientPageData>();
  const { client, mayWrite } = loaded;
  const { diligence, sections, alerts, reviews, nextReviews, privacyRequests } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <RecordAlerts alerts={alerts} />
      <ClientReviews reviews={reviews} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-5">
          {client.mergedInto === null ? (
            <MissingPanel panel={diligence} blocked={result?.panel === 'move' ? result : undefined} />
          ) : null}
          <DiligencePanel panel={diligence} finding={result?.panel === 'finding' ? result : undefined} />
          <PrivacyRequestsPanel clientId={client.id} lines={privacyRequests} mayRecord={mayWrite} />
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
          {client.mergedInto === null ? <NextDates dates={getNextDates(loaded, nextReviews)} /> : null}
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
  nextReviews: ReviewLines,
): Fact[] {
  const late = <span className="text-danger"> overdue</span>;
  return [
    ...(exceptionEnds === null ? [] : [{ label: 'Exception until', value: exceptionEnds }]),
    ...nextReviews.map(({ id, label, due, isOverdue }) => ({
      label,
      value: (
        <>
          <Link to={reviewUrl(id)}>{due}</Link>
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
