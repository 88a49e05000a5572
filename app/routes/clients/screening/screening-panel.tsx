import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { worklistUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import {
  Badge,
  type BadgeProps,
  dangerBadge,
  neutralBadge,
  settledBadge,
  warningBadge,
} from '../../../components/badge.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import { Select } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PanelPages } from '../../../components/panel-pagination.tsx';
import type { ScreeningPanelData, ScreeningPanelResult } from './screening-panel.server.ts';

const statusBadges: Record<ScreeningPanelData['lines'][number]['status'], BadgeProps> = {
  queued: neutralBadge,
  noMatch: settledBadge,
  needsReview: warningBadge,
  resolved: settledBadge,
  error: dangerBadge,
};

/** The client’s monitoring and the results of its screenings. */
export function ScreeningPanel({
  panel,
  result,
}: {
  panel: ScreeningPanelData;
  result: ScreeningPanelResult | undefined;
}) {
  const { clientId, enrolment, lines, undecided, screenDenialReason, isReader, isFirstPage, nextBefore } =
    panel;
  return (
    <Panel
      id="screening"
      title="Screening"
      action={screenDenialReason === null ? <ScreenForm requestKey={panel.requestKey} /> : null}
      className="mt-5"
    >
      <SectionMessage at="screening" />
      <ErrorSummary formId="screening" errors={result?.reply.error ?? {}} reply={result} />
      {screenDenialReason !== null && !isReader ? (
        <p className="hint">
          {screenDenialReason} <Link to={settingsUrl('billing')}>Go to billing</Link>
        </p>
      ) : null}
      {undecided > 0 ? (
        <p className="notice notice-warning">
          {undecided === 1 ? '1 undecided match' : `${undecided} undecided matches`} on the client or related
          parties. Resolve {undecided === 1 ? 'it' : 'them'} before activating the client.
        </p>
      ) : null}
      {panel.incomplete ? (
        <p className="notice notice-warning">
          Screening incomplete: {panel.incomplete.join('; ')}. See{' '}
          <Link to={settingsUrl('lists')}>Screening lists</Link>, then screen again.
        </p>
      ) : null}
      <Enrolment panel={panel} />
      {lines.length === 0 ? (
        <p className="text-ink-soft">{enrolment ? 'Screening queued.' : 'Not screened yet.'}</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <ScreeningLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : clientSectionUrl(clientId, 'screening')}
        earlierHref={nextBefore === null ? null : `?screeningsBefore=${nextBefore}#screening`}
      />
    </Panel>
  );
}

function ScreenForm({ requestKey }: { requestKey: string }) {
  return (
    <Form method="post" className="print:hidden" preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="screening" />
      <SubmitButton name="intent" value="screen" variant="secondary" busy="Screening…">
        Screen now
      </SubmitButton>
    </Form>
  );
}

function ScreeningLine({ line }: { line: ScreeningPanelData['lines'][number] }) {
  return (
    <li className="grid gap-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {line.alertHref ? (
            <Link to={line.alertHref} className="font-semibold">
              {line.at}
            </Link>
          ) : (
            line.at
          )}{' '}
          <span className="hint">{line.how}</span>
        </span>
        <Badge by={statusBadges[line.status]}>
          {line.status === 'needsReview' && line.alertHref ? (
            <Link to={line.alertHref}>{line.statusText}</Link>
          ) : (
            line.statusText
          )}
        </Badge>
      </p>
      <p className="hint">
        {line.error ?? `Searched ${line.searched}; ${line.settings}; lists: ${line.lists}`}
      </p>
    </li>
  );
}

/** The worklist that the client is enrolled in, with the forms that change it. */
function Enrolment({ panel }: { panel: ScreeningPanelData }) {
  const { enrolment, worklists, isReader, requestKey } = panel;
  const field = plainFields('enrol', undefined, { worklistId: enrolment?.worklistId });
  const hidden = (
    <>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="screening" />
    </>
  );
  return (
    <div className="grid gap-2">
      <p>
        {enrolment ? (
          <>
            Enrolled in <Link to={worklistUrl(enrolment.worklistId)}>{enrolment.worklistName}</Link>
            {enrolment.paused ? `, ${enrolment.paused}` : enrolment.next ? `, next on ${enrolment.next}` : ''}
            .
          </>
        ) : (
          'Not enrolled in monitoring.'
        )}
      </p>
      {isReader || worklists.length === 0 ? null : (
        <details className="print:hidden">
          <summary>{enrolment ? 'Change monitoring' : 'Enrol in monitoring'}</summary>
          <div className="mt-3 flex flex-wrap items-end gap-3">
            <Form method="post" className="flex flex-wrap items-end gap-3" preventScrollReset>
              {hidden}
              <Select field={field('worklistId')} label="Worklist" choices={worklists} />
              <SubmitButton name="intent" value="enrol" variant="secondary">
                {enrolment ? 'Change worklist' : 'Enrol'}
              </SubmitButton>
            </Form>
            {enrolment ? (
              <Form method="post" className="flex gap-2" preventScrollReset>
                {hidden}
                <input type="hidden" name="enrolmentId" value={enrolment.id} />
                <input type="hidden" name="version" value={enrolment.version} />
                <SubmitButton
                  name="intent"
                  value={enrolment.isPausedByHand ? 'active' : 'paused'}
                  variant="secondary"
                >
                  {enrolment.isPausedByHand ? 'Resume' : 'Pause'}
                </SubmitButton>
                <SubmitButton name="intent" value="ended" variant="secondary">
                  End
                </SubmitButton>
              </Form>
            ) : null}
          </div>
        </details>
      )}
    </div>
  );
}
