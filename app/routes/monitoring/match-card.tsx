import { Form } from '@remix-run/react';
import { falsePositiveReasonLabels, falsePositiveReasons } from '#rules/monitoring/match-words.ts';
import { RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Marked, type MarkProps } from '../../components/mark.tsx';
import type { LoadedAlert, ShownMatch } from './alert.server.ts';
import type { MonitoringAnswer } from './answers.server.ts';

const matchMarks: Record<ShownMatch['status'], MarkProps> = {
  pending: { className: 'mark mark-attention', 'data-mark': '○' },
  possible: { className: 'mark mark-attention', 'data-mark': '◐' },
  truePositive: { className: 'mark mark-danger', 'data-mark': '●' },
  falsePositive: { className: 'mark mark-settled', 'data-mark': '✓' },
};

const reasonChoices = falsePositiveReasons.map((value) => ({
  value,
  label: falsePositiveReasonLabels[value],
}));

/** One listed record beside the client's, with what makes them alike, and its decision. */
export function MatchCard({
  match,
  shown,
  answer,
}: {
  match: ShownMatch;
  shown: LoadedAlert;
  answer?: MonitoringAnswer | undefined;
}) {
  const headingId = `match-${match.id}`;
  return (
    <section className="panel grid gap-4 p-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={headingId}>
          {match.name}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{match.score} of 100 alike</span>
        </h3>
        <Marked by={matchMarks[match.status]}>{match.statusText}</Marked>
      </div>
      <p className="hint">
        {match.listText} · {match.topics.join(', ')}
        {match.changeText ? ` · ${match.changeText}` : ''}
      </p>
      <table className="w-full text-sm max-sm:[&_td]:block max-sm:[&_th]:block [&_td]:align-top [&_th]:text-left [&_td]:py-1.5 [&_td]:pr-4 [&_tr]:border-b [&_tr]:border-line">
        <caption className="sr-only">The client and the listed record side by side</caption>
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className="w-36">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Client</th>
            <th scope="col">Listed</th>
          </tr>
        </thead>
        <tbody>
          {match.rows.map(({ label, ours, listed }) => (
            <tr key={label}>
              <th scope="row" className="py-1.5 pr-3 align-top font-normal text-ink-soft">
                {label}
              </th>
              <td className="whitespace-pre-line [overflow-wrap:anywhere]">
                <span className="text-ink-soft sm:sr-only">Client: </span>
                {ours || <span className="text-ink-soft">Not recorded</span>}
              </td>
              <td className="whitespace-pre-line [overflow-wrap:anywhere]">
                <span className="text-ink-soft sm:sr-only">Listed: </span>
                {listed || <span className="text-ink-soft">Not given</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <h4 className="text-sm font-semibold">What makes the score</h4>
        <ul className="mt-1 grid gap-1 text-sm">
          {match.features.map(({ key, points, finding, compared }) => (
            <li key={key} className="grid grid-cols-[44px_minmax(0,1fr)] gap-2">
              <span className="text-right tabular-nums">{points}</span>
              <span>
                {finding} <span className="text-ink-soft">({compared})</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {match.decided ? (
        <p>
          <span className="font-semibold">{match.statusText}.</span> {match.decided.reason}{' '}
          <span className="hint">{match.decided.by}</span>
        </p>
      ) : null}
      {shown.mayDecide ? (
        match.decided ? (
          <details>
            <summary>Decide anew</summary>
            <DecideForm match={match} shown={shown} answer={answer} />
          </details>
        ) : (
          <DecideForm match={match} shown={shown} answer={answer} />
        )
      ) : null}
    </section>
  );
}

function DecideForm({
  match,
  shown,
  answer,
}: {
  match: ShownMatch;
  shown: LoadedAlert;
  answer?: MonitoringAnswer | undefined;
}) {
  const name = `decide-${match.id}`;
  const own = answer?.form === name ? answer : undefined;
  const field = plainFields(name, own?.reply);
  return (
    <Form method="post" className="mt-2 grid gap-3 border-t border-line pt-4">
      <RequestKeyInput value={shown.requestKey} />
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="version" value={match.version} />
      <ErrorSummary formId={name} errors={own?.reply.error ?? {}} reply={own} />
      <RadioGroup
        field={field('decision')}
        label={`Is it ${match.name}?`}
        choices={[
          {
            value: 'falsePositive',
            label: 'No, not the same',
            hint: 'You are not asked again unless the listed record changes',
          },
          ...(shown.mayConfirm
            ? [
                {
                  value: 'truePositive',
                  label: 'Yes, the same',
                  hint: match.isSanction
                    ? 'You must not deal with the client any more; the risk becomes high'
                    : 'The risk and due diligence of the client follow',
                },
              ]
            : []),
          { value: 'possible', label: 'Cannot tell yet', hint: 'It stays on the list' },
        ]}
      />
      {shown.mayConfirm ? null : (
        <p className="hint">
          If you think that it is the same, escalate the alert: confirming is your compliance officer’s.
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          field={field('reasonCode')}
          label="If not, what tells them apart"
          empty="Choose"
          choices={reasonChoices}
        />
        {match.isExposed && shown.mayConfirm ? (
          <Select
            field={field('pepOf')}
            label="If so, exposed in"
            empty="Choose"
            choices={[
              { value: 'foreign', label: 'Another country' },
              { value: 'domestic', label: 'This country' },
              { value: 'internationalOrganisation', label: 'An international organisation' },
            ]}
          />
        ) : null}
      </div>
      <TextArea
        field={field('reason')}
        label="Why"
        hint="An auditor will read it"
        rows={2}
        maxLength={1000}
      />
      <div>
        <SubmitButton name="intent" value="decide">
          Record the decision
        </SubmitButton>
      </div>
    </Form>
  );
}

/** All that is left at once: common names bring many, and the same thing tells all of them apart. */
export function DismissAll({ shown, answer }: { shown: LoadedAlert; answer?: MonitoringAnswer | undefined }) {
  const own = answer?.form === 'dismiss' ? answer : undefined;
  const field = plainFields('dismiss', own?.reply);
  return (
    <section className="panel p-4" aria-labelledby="dismiss-heading">
      <h3 id="dismiss-heading">None of them is the same</h3>
      <Form method="post" className="mt-3 grid max-w-form gap-3">
        <RequestKeyInput value={shown.requestKey} />
        <input type="hidden" name="alertId" value={shown.alert.id} />
        {shown.undecided.map((value) => (
          <input key={value} type="hidden" name="match" value={value} />
        ))}
        <ErrorSummary formId="dismiss" errors={own?.reply.error ?? {}} reply={own} />
        <Select
          field={field('reasonCode')}
          label="What tells them apart"
          empty="Choose"
          choices={reasonChoices}
        />
        <TextArea
          field={field('reason')}
          label="Why"
          hint="Kept with each of them"
          rows={2}
          maxLength={1000}
        />
        <div>
          <SubmitButton name="intent" value="dismiss" look="secondary">
            Dismiss all {shown.undecided.length}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
