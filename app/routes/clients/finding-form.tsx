import { Form, Link } from '@remix-run/react';
import { pepStatuses, pepStatusLabels } from '#rules/client-types.ts';
import { type FindingSubject, findingLabels } from '#rules/rule-packs/findings.ts';
import { Checkbox, RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { pepOfLabels, sourceOfLabels } from './finding-words.ts';
import type { answerFinding } from './findings.server.ts';

export type FindingAnswer = Exclude<Awaited<ReturnType<typeof answerFinding>>, Response>['data'];
type FieldOf = (name: string) => FormField;

const formId = 'finding';
const longest = 2000;

/** Why the form asks: what the law makes of the answer. */
const abouts: Record<FindingSubject, string> = {
  politicalExposure:
    'Say what you found out yourselves. A foreign politically exposed person, and whoever is close to one, needs enhanced due diligence and a senior manager’s approval.',
  sourceOfWealthOrFunds: 'It counts once you have verified it, according to the level of risk.',
  structure: 'What the record’s own fields do not say.',
  unusual:
    'An activity that is complex, unusually large or without apparent purpose asks for enhanced due diligence and for findings in writing.',
  significantChange:
    'A significant change in the nature or purpose of the relationship ends the relief for clients from before commencement, where the risk is medium or high.',
  enhanced:
    'From now on the client needs enhanced due diligence, because you consider that the risk calls for it.',
  mitigation:
    'New Zealand’s law lets you leave out the source of wealth or funds of a trust where standard due diligence mitigates the risk. Your reason stands in its place.',
  simplified:
    'Simplified due diligence is for classes that the law lists alone, and never where something asks for more.',
  seniorApproval: 'You approve, as a senior manager, that the company takes on or goes on with this client.',
};

interface Frame {
  clientId: string;
  version: number;
  requestKey: string;
  answer: FindingAnswer | undefined;
}

/** The form by which a person records what was found out or decided about one subject. */
export function FindingForm({
  subject,
  values,
  ...frame
}: Frame & { subject: FindingSubject; values: Record<string, unknown> }) {
  const { clientId, version, requestKey, answer } = frame;
  const field = plainFields(formId, answer?.reply, values);
  return (
    <section className="grid max-w-form gap-3" aria-labelledby="finding-heading">
      <h4 id="finding-heading" className="font-semibold">
        {findingLabels[subject]}
      </h4>
      <p>{abouts[subject]}</p>
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-finding`} />
        <input type="hidden" name="panel" value="finding" />
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="version" value={version} />
        <Fields subject={subject} field={field} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Recording…">{subject === 'seniorApproval' ? 'Approve' : 'Record'}</SubmitButton>
          <Link to={`/clients/${clientId}#findings`} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

/** Asks why before something that was recorded is taken back. */
export function WithdrawFinding({ subject, ...frame }: Frame & { subject: FindingSubject }) {
  const { clientId, version, requestKey, answer } = frame;
  const field = plainFields(formId, answer?.reply);
  return (
    <section className="notice notice-attention grid max-w-form gap-3" aria-labelledby="finding-heading">
      <h4 id="finding-heading" className="font-semibold">
        Take back “{findingLabels[subject]}”?
      </h4>
      <p>What the law asks for is worked out anew without it. The history keeps what was recorded.</p>
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-withdraw`} />
        <input type="hidden" name="panel" value="finding" />
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="version" value={version} />
        <TextArea field={field('reason')} label="Reason" rows={2} maxLength={500} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton look="danger" busy="Taking back…">
            Take it back
          </SubmitButton>
          <Link to={`/clients/${clientId}#findings`} preventScrollReset>
            Leave it as it is
          </Link>
        </div>
      </Form>
    </section>
  );
}

const exposures = pepStatuses
  .filter((status) => status !== 'notChecked')
  .map((value) => ({ value, label: pepStatusLabels[value] }));
const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function Fields({ subject, field }: { subject: FindingSubject; field: FieldOf }) {
  const area = { rows: 3, maxLength: longest };
  switch (subject) {
    case 'politicalExposure':
      return (
        <>
          <RadioGroup field={field('pepStatus')} label="What you found" choices={exposures} />
          <Select
            field={field('pepOf')}
            label="Close to whom"
            hint="Of a relative or close associate alone. Left open, it counts as of a foreign person"
            optional
            empty="Not known"
            choices={choicesOf(pepOfLabels)}
          />
          <TextArea
            field={field('basis')}
            label="How you found it out"
            hint="Whom you asked or where you looked, and when"
            {...area}
          />
        </>
      );
    case 'sourceOfWealthOrFunds':
      return (
        <>
          <RadioGroup field={field('of')} label="What you asked for" choices={choicesOf(sourceOfLabels)} />
          <TextArea field={field('description')} label="Where it comes from" {...area} />
          <TextArea
            field={field('verification')}
            label="How you verified it"
            hint="Which documents or sources. Leave it blank until it is done"
            optional
            {...area}
          />
        </>
      );
    case 'structure':
      return (
        <>
          <Checkbox
            field={field('holdsPersonalAssets')}
            label="A vehicle for holding personal assets"
            hint="Such as a company whose business is to hold a family’s wealth. Trusts count by their type"
          />
          <TextInput
            field={field('beneficiaryCount')}
            label="Number of beneficiaries"
            hint="All of them, whether they are recorded as parties or not"
            optional
            inputMode="numeric"
            maxLength={6}
          />
        </>
      );
    case 'unusual':
      return (
        <>
          <TextArea field={field('what')} label="What is unusual" {...area} />
          <TextArea
            field={field('findings')}
            label="What you found about it"
            hint="Background and purpose, in writing. It can follow later"
            optional
            {...area}
          />
        </>
      );
    case 'significantChange':
      return <TextArea field={field('what')} label="What has changed" {...area} />;
    case 'enhanced':
    case 'mitigation':
      return <TextArea field={field('reason')} label="Reason" hint="An auditor will read it" {...area} />;
    case 'simplified':
      return (
        <>
          <Checkbox
            field={field('inListedClass')}
            label="The client is of a class that the law lists"
            hint="Government bodies and listed issuers count by their type; others when you say so here"
          />
          <TextArea field={field('ground')} label="Which class, and how you know" {...area} />
        </>
      );
    case 'seniorApproval':
      return <TextArea field={field('note')} label="Note" optional {...area} />;
  }
}
