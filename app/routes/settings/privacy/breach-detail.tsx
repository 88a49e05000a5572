import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { breachOutcomeLabels, breachOutcomes } from '#rules/privacy/breaches.ts';
import { DescriptionList } from '../../../components/description-list.tsx';
import { RadioGroup } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { Card, Panel } from '../../../components/panel.tsx';
import { BreachFields } from './breach-form.tsx';
import type { loadPrivacy } from './privacy.server.ts';
import type { handlePrivacyAction } from './privacy-actions.server.ts';

type Breach = NonNullable<Awaited<ReturnType<typeof loadPrivacy>>['breach']>;
type Country = Breach['countries'][number];

/** Result of one of the page’s forms, by its name. */
function useResult(form: string) {
  const answer = useActionData<typeof handlePrivacyAction>();
  return answer?.form === form ? answer : undefined;
}

/** Hidden fields of a form about a breach. */
function OfBreach({ breach, form, country }: { breach: Breach; form: string; country?: string }) {
  const { requestKey } = useLoaderData<typeof loadPrivacy>();
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${form}`} />
      <input type="hidden" name="id" value={breach.id} />
      <input type="hidden" name="version" value={breach.version} />
      {country === undefined ? null : <input type="hidden" name="country" value={country} />}
    </>
  );
}

/** One breach: its facts, each country’s steps, and its closure. */
export function BreachDetail({ breach }: { breach: Breach }) {
  const { mayManage, mayRecord } = useLoaderData<typeof loadPrivacy>();
  const isOpen = breach.closed === null;
  return (
    <Panel
      headingId="breach-heading"
      title={breach.summary}
      action={<Link to={settingsUrl('privacy')}>All breaches</Link>}
    >
      <DescriptionList
        facts={[
          { label: 'Aware since', value: breach.aware },
          {
            label: 'Description',
            value: <span className="whitespace-pre-line">{breach.description}</span>,
          },
          { label: 'Kind', value: breach.kinds },
          { label: 'Information', value: breach.information },
          { label: 'People affected', value: breach.people },
          { label: 'Contained', value: breach.contained },
          { label: 'Recorded', value: breach.recorded },
          { label: 'Closed', value: breach.closed },
          { label: 'Lessons', value: breach.lessons },
        ]}
      />
      {isOpen && mayRecord ? <ChangeForm breach={breach} /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {breach.countries.map((country) => (
          <CountryCard key={country.country} breach={breach} one={country} mayAct={isOpen && mayManage} />
        ))}
      </div>
      {isOpen && mayManage ? <CloseForm breach={breach} /> : null}
    </Panel>
  );
}

function ChangeForm({ breach }: { breach: Breach }) {
  const result = useResult('changeBreach');
  const field = plainFields('change', result?.reply, breach.values);
  return (
    <details open={result !== undefined}>
      <summary className="w-fit py-1">Change these facts</summary>
      <Form method="post" className="mt-2 grid max-w-form gap-4" preventScrollReset>
        <OfBreach breach={breach} form="change" />
        <ErrorSummary formId="change" errors={result?.reply.error ?? {}} reply={result} />
        <BreachFields field={field} />
        <p>
          <SubmitButton name="intent" value="changeBreach" variant="secondary" busy="Saving…">
            Save changes
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

function CountryCard({ breach, one, mayAct }: { breach: Breach; one: Country; mayAct: boolean }) {
  return (
    <Card as="section" aria-label={one.name} className="grid gap-3">
      <h3>
        {one.name}: {one.step}
      </h3>
      {one.clock ? (
        <p>
          <strong className={`font-semibold ${one.isOverdue ? 'text-danger' : ''}`}>{one.clock}</strong>
          <span className="hint block">{one.working}</span>
        </p>
      ) : null}
      <DescriptionList
        layout="compact"
        facts={[
          { label: 'Assessment', value: one.assessed?.text },
          { label: 'Why', value: one.assessed?.reason },
          { label: one.regulator, value: one.notified },
          { label: 'People affected', value: one.people },
        ]}
      />
      {mayAct && one.canAssess ? <AssessForm breach={breach} one={one} /> : null}
      {mayAct && one.canNotify ? <NotifyForm breach={breach} one={one} /> : null}
    </Card>
  );
}

const outcomeChoices = breachOutcomes.map((value) => ({ value, label: breachOutcomeLabels[value] }));

function AssessForm({ breach, one }: { breach: Breach; one: Country }) {
  const result = useResult(`assess-${one.country}`);
  const formId = `assess-${one.country}`;
  const field = plainFields(formId, result?.reply);
  return (
    <details open={one.assessed === null || result !== undefined}>
      <summary className="w-fit py-1">{one.assessed === null ? 'Assess' : 'Assess again'}</summary>
      <Form method="post" className="mt-2 grid gap-3" preventScrollReset>
        <OfBreach breach={breach} form={formId} country={one.country} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <RadioGroup
          field={field('outcome')}
          label={`Outcome in ${one.name}`}
          choices={outcomeChoices}
          required
        />
        <TextArea
          field={field('reason')}
          label={`Reasons in ${one.name}`}
          hint="Sensitivity, who has the information, protection, what was done to reduce the risk of harm."
          maxLength={2000}
          required
        />
        <p>
          <SubmitButton name="intent" value="assess" busy="Saving…">
            Record assessment
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

function NotifyForm({ breach, one }: { breach: Breach; one: Country }) {
  const { today } = useLoaderData<typeof loadPrivacy>();
  const result = useResult(`notify-${one.country}`);
  const formId = `notify-${one.country}`;
  const field = plainFields(formId, result?.reply, { on: today });
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <OfBreach breach={breach} form={formId} country={one.country} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <RadioGroup
        field={field('to')}
        label={`Notice in ${one.name}`}
        choices={[
          { value: 'regulator', label: one.regulator },
          { value: 'people', label: 'The people affected, or public notice' },
          { value: 'exception', label: 'An exception applies to notifying people' },
        ]}
        required
      />
      <TextInput
        field={field('on')}
        label="Date of the notice"
        type="date"
        max={today}
        className="max-w-48"
      />
      <TextArea
        field={field('text')}
        label="Reference, method or exception"
        maxLength={1000}
        rows={2}
        required
      />
      <p>
        <SubmitButton name="intent" value="notify" busy="Saving…">
          Record notice
        </SubmitButton>
      </p>
    </Form>
  );
}

function CloseForm({ breach }: { breach: Breach }) {
  const result = useResult('close');
  const open = breach.countries.filter(({ isDone }) => !isDone);
  const field = plainFields('close', result?.reply);
  if (open.length > 0) {
    return (
      <p className="hint">
        The breach can be closed when {open.map(({ name }) => name).join(' and ')}{' '}
        {open.length === 1 ? 'is' : 'are'} complete.
      </p>
    );
  }
  return (
    <Form method="post" className="grid max-w-form gap-3" preventScrollReset>
      <OfBreach breach={breach} form="close" />
      <ErrorSummary formId="close" errors={result?.reply.error ?? {}} reply={result} />
      <TextArea field={field('lessons')} label="What was learned and changed" maxLength={2000} required />
      <p>
        <SubmitButton name="intent" value="close" busy="Closing…">
          Close breach
        </SubmitButton>
      </p>
    </Form>
  );
}
