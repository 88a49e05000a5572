import { data, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { recordId } from '#contract/fields.ts';
import { sectorLabels } from '#contract/onboarding.ts';
import { readCompany, restrictCompany, restrictionInput } from '#contract/platform.ts';
import { countryName } from '#rules/countries.ts';
import { ActList } from '../../components/act-list.tsx';
import { accessMark, subscriptionMark } from '../../components/admin-layout/admin-marks.ts';
import { actWords, usageWords } from '../../components/admin-layout/admin-words.ts';
import { Facts } from '../../components/admin-layout/facts.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Marked } from '../../components/mark.tsx';
import { countText } from '../../components/table.tsx';
import { errorResponse } from '../../error-answer.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { asAdmin } from '../../session.server.ts';
import { dayText, instantText } from '../clients/instant-text.server.ts';
import { CompanyPeople } from './company-people.tsx';
import { personLine } from './person-line.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page?.name ?? 'Company'} – Platform administration – Assay` },
];

const utc = (instant: string) => `${instantText(instant, 'UTC')} UTC`;

/** The id of a path; what is no id is the id of nothing. */
function companyIdOf({ params, requestId }: { params: { id?: string }; requestId: string }): string {
  const id = recordId.safeParse(params.id);
  if (id.success) return id.data;
  throw errorResponse(404, { code: 'record.notFound', requestId });
}

export const loader = asAdmin(async (args) => {
  const companyId = companyIdOf(args);
  const { company, subscription, people, usage, acts } = await args.api.call(readCompany, {
    params: { companyId },
  });
  const asked = args.url.searchParams.get('confirm');
  const confirm: 'restricted' | 'open' | null = asked === 'restricted' || asked === 'open' ? asked : null;
  const { address, sector } = company;
  const lines = address && [
    address.addressLine1,
    address.addressLine2,
    address.suburb,
    [address.city, address.state, address.postcode].filter(Boolean).join(' '),
  ];
  return {
    id: company.id,
    name: company.name,
    version: company.version,
    requestKey: newRequestKey(),
    confirm,
    isRestrictedByAdmin: company.restrictedByAdmin,
    isSetUp: company.onboardingStep === 'done',
    access: accessMark(company),
    restriction: company.restrictedByAdmin
      ? {
          reason: company.accessRestrictedReason,
          at: company.accessRestrictedAt && utc(company.accessRestrictedAt),
          by: company.accessRestrictedBy ?? 'A platform admin',
        }
      : null,
    profile: [
      { label: 'Legal name', value: company.legalName },
      { label: 'What it does', value: sector && sectorLabels[sector as keyof typeof sectorLabels] },
      { label: 'Billed in', value: countryName(company.billingCountryCode) },
      { label: 'Under the law of', value: company.regulatedIn.map(countryName).join(', ') },
      { label: 'NZBN', value: company.nzbn },
      { label: 'ABN', value: company.abn },
      { label: 'ACN', value: company.acn },
      { label: 'Address', value: lines?.filter(Boolean).join(', ') },
      { label: 'Time zone', value: company.timeZone },
      { label: 'Signed up', value: utc(company.createdAt) },
    ],
    subscription: subscriptionMark(company),
    noPlan: company.subscriptionActive
      ? 'Let in without a plan. Nothing is charged by the month.'
      : 'No checkout yet.',
    plan: subscription && [
      { label: 'Plan', value: subscription.plan },
      { label: 'Currency', value: subscription.currency },
      {
        label: subscription.cancelAtPeriodEnd ? 'Ends on' : 'Period ends on',
        value: subscription.currentPeriodEnd && dayText(subscription.currentPeriodEnd, 'UTC'),
      },
      { label: 'Grace until', value: subscription.graceUntil && dayText(subscription.graceUntil, 'UTC') },
    ],
    people: people.map(personLine),
    usage: usage.map(({ kind, total }) => ({ label: usageWords[kind], value: countText(total) })),
    acts: acts.map(({ seq, at, action, adminName, person, reason }) => ({
      seq,
      at: utc(at),
      what: `${actWords[action] ?? action}${person === null ? '' : `: ${person}`}`,
      who: adminName,
      reason,
    })),
  };
});

interface Answer extends FormAnswer {
  requestKey: string;
}

export const action = asAdmin(async (args) => {
  const companyId = companyIdOf(args);
  const form = await readForm(args.request);
  const submission = parseForm(form, restrictionInput);
  const refused = (answer: FormAnswer, status: number) =>
    data<Answer>({ ...answer, requestKey: newRequestKey() }, { status });
  if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
  const sent = await args.api.submit(restrictCompany, {
    params: { companyId },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
  const text =
    submission.value.to === 'restricted'
      ? 'Access is restricted. Members are shown the reason.'
      : sent.value.accessRestricted
        ? 'The restriction is lifted. Records open once the company has finished its set-up.'
        : 'The restriction is lifted.';
  return redirectWithFlash(`/admin/companies/${companyId}`, { kind: 'success', text });
});

export default function AdminCompany() {
  const page = useLoaderData<typeof loader>();
  const { id, name, confirm, isRestrictedByAdmin } = page;
  return (
    <>
      <p>
        <Link to="/admin/companies">Companies</Link>
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <h1>{name}</h1>
        {confirm !== null ? null : isRestrictedByAdmin ? (
          <Link className="button button-primary" to={`/admin/companies/${id}?confirm=open`}>
            Lift the restriction
          </Link>
        ) : (
          <Link className="button" to={`/admin/companies/${id}?confirm=restricted`}>
            Restrict access
          </Link>
        )}
      </div>
      {confirm === null ? <Record /> : <Confirm to={confirm} />}
    </>
  );
}

function Confirm({ to }: { to: 'restricted' | 'open' }) {
  const { id, name, version, requestKey, isSetUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const formId = 'restriction';
  const field = plainFields(formId, answer?.reply);
  const restricts = to === 'restricted';
  return (
    <section aria-labelledby="confirm-heading" className="panel mt-4 max-w-form px-5 py-5">
      <h2 id="confirm-heading">
        {restricts ? `Restrict access for ${name}?` : `Lift the restriction of ${name}?`}
      </h2>
      <p className="mt-2">
        {restricts
          ? 'Its records close at once: members reach their home page, the set-up and the settings, nothing else. Monitoring stops. Nothing is lost.'
          : isSetUp
            ? 'Its members can work again at once.'
            : 'Its records stay closed until it has finished its set-up.'}
      </p>
      <Form method="post" className="mt-4 grid gap-4">
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="to" value={to} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <TextArea
          field={field('reason')}
          label="Reason"
          hint={
            restricts
              ? 'The company’s members are shown it, word for word.'
              : 'Kept in the company’s and the platform’s trail.'
          }
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton look={restricts ? 'danger' : 'primary'} busy="Saving…">
            {restricts ? 'Restrict access' : 'Lift the restriction'}
          </SubmitButton>
          <Link to={`/admin/companies/${id}`}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}

function Record() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <span>
          Access: <Marked by={page.access.mark}>{page.access.word}</Marked>
        </span>
        <span>
          Subscription: <Marked by={page.subscription.mark}>{page.subscription.word}</Marked>
        </span>
      </p>
      {page.restriction === null ? null : (
        <div className="notice notice-danger mt-4">
          <p>
            <strong className="font-semibold">Restricted by {page.restriction.by}</strong>,{' '}
            {page.restriction.at}. Members are shown this reason:
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{page.restriction.reason}</p>
        </div>
      )}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <section aria-labelledby="profile-heading" className="panel px-5 py-4">
          <h2 id="profile-heading" className="mb-3">
            Profile
          </h2>
          <Facts facts={page.profile} />
        </section>
        <div className="grid gap-4">
          <section aria-labelledby="usage-heading" className="panel px-5 py-4">
            <h2 id="usage-heading" className="mb-3">
              How much it keeps
            </h2>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
              {page.usage.map(({ label, value }) => (
                <div key={label} className="contents">
                  <dt>{label}</dt>
                  <dd className="text-right tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="hint mt-3">Counts alone. What they are is the company’s.</p>
          </section>
          <section aria-labelledby="subscription-heading" className="panel px-5 py-4">
            <h2 id="subscription-heading" className="mb-3">
              Subscription
            </h2>
            {page.plan === null ? <p>{page.noPlan}</p> : <Facts facts={page.plan} />}
          </section>
        </div>
      </div>
      <CompanyPeople people={page.people} companyId={page.id} />
      <Acts />
    </>
  );
}

function Acts() {
  const { acts } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="acts-heading" className="mt-6">
      <h2 id="acts-heading">What admins did</h2>
      {acts.length === 0 ? <p className="mt-2 text-ink-soft">Nothing so far.</p> : <ActList lines={acts} />}
    </section>
  );
}
