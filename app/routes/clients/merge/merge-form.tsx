import { Form, Link } from '@remix-run/react';
import { RadioGroup } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { MergeData, MergeResult } from './merge.server.ts';

type Comparison = NonNullable<MergeData['comparison']>;

const formId = 'merge';

/** The second step: which values remain, what moves, what follows, and the confirmation. */
export function MergeForm({
  survivor,
  comparison,
  requestKey,
  result,
}: {
  survivor: MergeData['survivor'];
  comparison: Comparison;
  requestKey: string;
  result: MergeResult | undefined;
}) {
  const { merged, problems, otherWayIsBetter } = comparison;
  return (
    <div className="mt-6 grid max-w-form gap-6">
      <Records survivor={survivor} merged={merged} />
      {otherWayIsBetter ? (
        <p className="notice notice-warning">
          {merged.name} has the stronger record.{' '}
          <Link to={`/clients/${merged.id}/merge?with=${survivor.id}`}>
            Merge {survivor.name} into it instead
          </Link>
        </p>
      ) : null}
      {problems.length > 0 ? (
        <div className="notice notice-danger">
          <h2 className="text-base">They cannot be merged this way</h2>
          <ul className="grid list-disc gap-1 pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <Confirmation {...{ survivor, comparison, requestKey, result }} />
      )}
      <p>
        <Link to={`/clients/${survivor.id}/merge`}>Select another client</Link>
      </p>
    </div>
  );
}

function Records({ survivor, merged }: { survivor: MergeData['survivor']; merged: Comparison['merged'] }) {
  const records = [
    { title: 'Remains', ...survivor },
    { title: 'Is merged', ...merged },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {records.map(({ title, id, name, about }) => (
        <Panel key={title} headingId={`record-${id}`} title={title}>
          <div>
            <p className="wrap-anywhere">
              <Link to={`/clients/${id}`}>{name}</Link>
            </p>
            <p className="hint">{about}</p>
          </div>
        </Panel>
      ))}
    </div>
  );
}

function Confirmation({
  survivor,
  comparison: { merged, differences, moves, consequences },
  requestKey,
  result,
}: {
  survivor: MergeData['survivor'];
  comparison: Comparison;
  requestKey: string;
  result: MergeResult | undefined;
}) {
  const field = plainFields(formId, result?.reply);
  return (
    <Form method="post" id={formId} className="grid gap-6">
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={survivor.version} />
      <input type="hidden" name="mergedId" value={merged.id} />
      <input type="hidden" name="mergedVersion" value={merged.version} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Panel
        headingId="details-heading"
        title="Which details remain"
        about="Names and tags of both records remain."
      >
        {differences.length === 0 ? <p className="text-ink-soft">No details differ</p> : null}
        {differences.map(({ key, label, ours, theirs, chosen }) => (
          <RadioGroup
            key={key}
            label={label}
            field={{
              id: `${formId}-detail-${key}`,
              name: `detail-${key}`,
              errors: undefined,
              initialValue: result ? (result.taken.includes(key) ? 'theirs' : 'ours') : chosen,
            }}
            choices={[
              { value: 'ours', label: ours, hint: `From the record that remains` },
              { value: 'theirs', label: theirs, hint: `From the merged record` },
            ]}
          />
        ))}
      </Panel>
      <Panel headingId="moves-heading" title="What moves">
        <p>{moves.length === 0 ? 'No records: only the details are merged.' : `${moves.join(', ')}.`}</p>
      </Panel>
      <Panel headingId="consequences-heading" title="What follows">
        <ul className="grid list-disc gap-1 pl-5">
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Panel>
      <p className="notice notice-danger">
        Merging cannot be undone. {merged.name} stays readable as “Merged into {survivor.name}”, with its
        history, and is no longer changed.
      </p>
      <TextArea
        field={field('reason')}
        label="Reason"
        hint="Recorded in the audit log"
        rows={3}
        maxLength={1000}
        required
      />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton name="intent" value="merge" variant="danger" busy="Merging…">
          Merge clients
        </SubmitButton>
        <Link to={`/clients/${survivor.id}`}>Go back</Link>
      </div>
    </Form>
  );
}
