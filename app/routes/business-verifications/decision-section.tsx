import { Link } from '@remix-run/react';
import { ButtonLink } from '../../components/button.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

type Verification = VerificationPage['verification'];
type DecisionAction = Verification['actions'][number];

const anchors: Record<string, string> = {
  'kyb.mismatch': 'differences',
  'kyb.noOwner': 'owners',
  'kyb.notParty': 'verify',
  'kyb.noEvidence': 'register',
  'kyb.asking': 'pending-extracts',
};

/** The decision, if made; otherwise its outstanding requirements, and the form of the selected decision. */
export function DecisionSection({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification, ask, dates } = page;
  const { decision, actions, ownership } = verification;
  const decide = actions.find(({ action }) => action === 'decide');
  const canCancel = actions.some(({ action }) => action === 'cancel');
  if (decision) return <MadeDecision decision={decision} decidedLabel={dates.decided} />;
  if (!decide && !canCancel) return null;
  const answered = context.result?.form.startsWith('decide-') ? context.result.form.slice(7) : undefined;
  const open = answered ?? ask.decide;
  const isUnresolved = ownership !== null && ownership.unresolved.length > 0;
  return (
    <Panel id="decision" title="Decision" className="mt-6 print:hidden">
      {decide && decide.blockers.length > 0 ? <Blockers blockers={decide.blockers} /> : null}
      <DecisionLinks decide={decide} canCancel={canCancel} />
      {open === 'verified' || open === 'notVerified' || open === 'cancel' ? (
        <DecisionForm
          key={open}
          decision={open}
          unresolvedPercent={isUnresolved ? ownership.unresolvedPercent : null}
          context={context}
        />
      ) : null}
    </Panel>
  );
}

function MadeDecision({
  decision,
  decidedLabel,
}: {
  decision: NonNullable<Verification['decision']>;
  decidedLabel: string | null;
}) {
  return (
    <Panel id="decision" title="Decision" className="mt-6">
      <SectionMessage at="decision" />
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
    </Panel>
  );
}

function Blockers({ blockers }: { blockers: DecisionAction['blockers'] }) {
  return (
    <div className="notice notice-warning grid gap-2">
      <h3 className="font-semibold">Before you can verify</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {blockers.map(({ code, text, provision }) => (
          <li key={text}>
            <a href={`#${anchors[code] ?? 'ownership'}`}>{text}</a> <span className="hint">{provision}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each possible decision as a link that opens its form. */
function DecisionLinks({ decide, canCancel }: { decide: DecisionAction | undefined; canCancel: boolean }) {
  return (
    <p className="flex flex-wrap gap-2">
      {decide && decide.blockers.length === 0 ? (
        <ButtonLink to="?decide=verified#decision" variant="primary" preventScrollReset>
          Verified
        </ButtonLink>
      ) : null}
      {decide ? (
        <ButtonLink to="?decide=notVerified#decision" preventScrollReset>
          Not verified
        </ButtonLink>
      ) : null}
      {canCancel ? (
        <ButtonLink to="?decide=cancel#decision" preventScrollReset>
          Cancel the verification
        </ButtonLink>
      ) : null}
    </p>
  );
}

const formLabels = {
  verified: { reason: 'Basis for decision', button: 'Mark as verified' },
  notVerified: { reason: 'Reason for not verifying', button: 'Mark as not verified' },
  cancel: { reason: 'Reason for cancelling', button: 'Cancel the verification' },
};

function DecisionForm({
  decision,
  unresolvedPercent,
  context,
}: {
  decision: keyof typeof formLabels;
  /** Null if all ownership is resolved. */
  unresolvedPercent: string | null;
  context: FormContext;
}) {
  return (
    <PageForm name={`decide-${decision}`} intent="decide" context={context} className="grid max-w-form gap-4">
      {(field) => (
        <>
          <input type="hidden" name="decision" value={decision} />
          <TextArea
            field={field('reason')}
            label={formLabels[decision].reason}
            rows={3}
            maxLength={decision === 'cancel' ? 1000 : 2000}
          />
          {decision === 'verified' && unresolvedPercent !== null ? (
            <TextArea
              field={field('unresolvedReason')}
              label={`Why ${unresolvedPercent}% unresolved ownership is acceptable`}
              rows={2}
              maxLength={1000}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton busy="Saving…" variant={decision === 'verified' ? 'primary' : 'danger'}>
              {formLabels[decision].button}
            </SubmitButton>
            <Link to="?#decision" preventScrollReset>
              Go back
            </Link>
          </div>
        </>
      )}
    </PageForm>
  );
}
