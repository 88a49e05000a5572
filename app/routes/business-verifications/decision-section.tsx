import { Link } from '@remix-run/react';
import { formatMoney } from '#rules/format/money.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { stepOf } from '#rules/progress.ts';
import { exceptionEndHint } from '#rules/transition-guards/cdd-exception.ts';
import {
  type BusinessVerificationSection,
  businessVerificationPageTabs,
} from '#rules/verification-pages/business-tabs.ts';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList, type Fact } from '../../components/description-list.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';
import type { OpenDecision } from './open-forms.ts';

type Verification = VerificationPage['verification'];
type DecisionAction = Verification['actions'][number];

const places: Record<string, BusinessVerificationSection> = {
  'kyb.mismatch': 'differences',
  'kyb.noOwner': 'owners',
  'kyb.notParty': 'verify',
  'kyb.noEvidence': 'register',
  'kyb.asking': 'pending-extracts',
};

/** What the decision relies on, and the decision itself or its outstanding requirements and its form; beside every tab. */
export function DecisionPanel({
  page,
  open,
  context,
}: {
  page: VerificationPage;
  open: OpenDecision | null;
  context: FormContext;
}) {
  const { verification, ids, dates } = page;
  const { decision, actions, unresolvedOwnership } = verification;
  const decide = actions.find(({ action }) => action === 'decide');
  return (
    <Panel id="decision" title="Decision" className="lg:sticky lg:top-(--sticky-top) print:static">
      <SectionMessage at="decision" />
      {decision ? <MadeDecision decision={decision} decidedLabel={dates.decided} /> : null}
      <DescriptionList layout="pairs" facts={getFacts(page)} />
      {decide && decide.blockers.length > 0 ? (
        <Blockers blockers={decide.blockers} ids={ids} requestHref={page.requestHref} />
      ) : null}
      {decide && unresolvedOwnership?.refusal ? (
        <p className="notice notice-warning">
          <Link to={businessVerificationPageTabs.sectionUrl(ids, 'ownership')}>
            {unresolvedOwnership.refusal}
          </Link>{' '}
          <span className="hint">{unresolvedOwnership.provision}</span>
        </p>
      ) : null}
      {open === null ? (
        <DecisionLinks page={page} />
      ) : (
        <DecisionForm key={open} decision={open} unresolved={unresolvedOwnership} context={context} />
      )}
    </Panel>
  );
}

/** What the decision relies on. What was paid is told once there is something. */
function getFacts({ verification, dates, progress: { steps } }: VerificationPage): Fact[] {
  const { decision, actualCost } = verification;
  return [
    { label: 'Outcome', value: decision ? null : 'No decision yet' },
    { label: 'Extract', value: dates.extract ?? stepOf(steps, 'register').reason },
    { label: 'Ownership', value: stepOf(steps, 'ownership').reason },
    { label: 'People to verify', value: stepOf(steps, 'people').reason },
    { label: 'Exception until', value: dates.exceptionEnds },
    { label: 'Evidence valid until', value: dates.evidenceExpires },
    {
      label: 'Cost so far',
      value: actualCost.amount > 0 ? formatMoney(actualCost.amount, actualCost.currency) : null,
    },
  ];
}

function MadeDecision({
  decision,
  decidedLabel,
}: {
  decision: NonNullable<Verification['decision']>;
  decidedLabel: string | null;
}) {
  return (
    <div className="grid gap-2">
      <p>
        <strong>{decision.outcome === 'verified' ? 'Verified' : 'Not verified'}</strong>, {decision.by.name},{' '}
        {decidedLabel}
      </p>
      <p className="whitespace-pre-line">{decision.reason}</p>
      {decision.unresolvedReason ? (
        <p className="whitespace-pre-line">
          <span className="text-ink-soft">Unresolved ownership accepted because: </span>
          {decision.unresolvedReason}
        </p>
      ) : null}
      {decision.decidedByOne ? <p>{decidedByOneLabel}</p> : null}
    </div>
  );
}

function Blockers({
  blockers,
  ids,
  requestHref,
}: {
  blockers: DecisionAction['blockers'];
  ids: VerificationPage['ids'];
  /** Where a document can be requested; null if the member cannot. */
  requestHref: string | null;
}) {
  const lacksEvidence = blockers.some(({ code }) => code === 'kyb.noEvidence');
  return (
    <div className="notice notice-warning grid gap-2">
      <h3 className="font-semibold">Before you can verify</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {blockers.map(({ code, text, provision }) => (
          <li key={text}>
            <Link to={businessVerificationPageTabs.sectionUrl(ids, places[code] ?? 'ownership')}>{text}</Link>{' '}
            <span className="hint">{provision}</span>
          </li>
        ))}
      </ul>
      {lacksEvidence && requestHref !== null ? (
        <p className="print:hidden">
          <Link to={requestHref}>Request documents</Link>
        </p>
      ) : null}
    </div>
  );
}

/** Each possible decision as a link that opens its form, besides the next step at the page's top. */
function DecisionLinks({ page }: { page: VerificationPage }) {
  const { verification, progress } = page;
  const decide = verification.actions.find(({ action }) => action === 'decide');
  const canVerify = decide?.blockers.length === 0 && !verification.unresolvedOwnership?.refusal;
  const canCancel = verification.actions.some(({ action }) => action === 'cancel');
  if (!decide && !canCancel) return null;
  return (
    <p className="flex flex-wrap gap-2 border-t border-line pt-4 print:hidden">
      {decide && canVerify && progress.next !== 'decide' ? (
        <ButtonLink to={getDecisionHref(page, 'verified')} preventScrollReset>
          Mark as verified
        </ButtonLink>
      ) : null}
      {decide ? (
        <ButtonLink to={getDecisionHref(page, 'notVerified')} preventScrollReset>
          Not verified
        </ButtonLink>
      ) : null}
      {canCancel ? (
        <ButtonLink to={getDecisionHref(page, 'cancel')} preventScrollReset>
          Cancel the verification
        </ButtonLink>
      ) : null}
    </p>
  );
}

/** URL of a decision's form, beside the tab that is shown. */
export const getDecisionHref = (
  { ids, content }: Pick<VerificationPage, 'ids' | 'content'>,
  decide: OpenDecision,
): string => `${businessVerificationPageTabs.tabUrl(ids, content.tab, { decide })}#decision`;

const formLabels = {
  verified: { reason: 'Basis for decision', button: 'Mark as verified' },
  notVerified: { reason: 'Reason for not verifying', button: 'Mark as not verified' },
  cancel: { reason: 'Reason for cancelling', button: 'Cancel the verification' },
};

function DecisionForm({
  decision,
  unresolved,
  context,
}: {
  decision: OpenDecision;
  /** Null if all ownership is resolved. */
  unresolved: Verification['unresolvedOwnership'];
  context: FormContext;
}) {
  return (
    <PageForm
      name={`decide-${decision}`}
      intent="decide"
      context={context}
      className="grid gap-4 border-t border-line pt-4 print:hidden"
    >
      {(field) => (
        <>
          <input type="hidden" name="decision" value={decision} />
          <TextArea
            field={field('reason')}
            label={formLabels[decision].reason}
            rows={3}
            maxLength={decision === 'cancel' ? 1000 : 2000}
          />
          {decision === 'verified' && unresolved !== null ? (
            <TextArea
              field={field('unresolvedReason')}
              label={`Why ${unresolved.percent}% unresolved ownership is acceptable`}
              rows={2}
              maxLength={1000}
            />
          ) : null}
          {decision === 'verified' && unresolved?.needsException ? (
            <TextInput
              field={field('exceptionEndsOn')}
              label="Exception expiry date"
              type="date"
              hint={exceptionEndHint}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton busy="Saving…" variant={decision === 'verified' ? 'primary' : 'danger'}>
              {formLabels[decision].button}
            </SubmitButton>
            <Link to={`${context.tabHref}#decision`} preventScrollReset>
              Go back
            </Link>
          </div>
        </>
      )}
    </PageForm>
  );
}
