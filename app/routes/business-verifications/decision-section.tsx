import { Link } from '@remix-run/react';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';

const anchors: Record<string, string> = {
  'kyb.mismatch': 'differences',
  'kyb.noOwner': 'owners',
  'kyb.notParty': 'verify',
  'kyb.noEvidence': 'register',
  'kyb.asking': 'asking',
};

/** The decision: what still stands in its way, and the form for the one that was chosen. */
export function DecisionSection({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification, ask, dates } = page;
  const { decision, moves, ownership } = verification;
  const decide = moves.find(({ act }) => act === 'decide');
  const mayCancel = moves.some(({ act }) => act === 'cancel');
  if (decision) {
    return (
      <section id="decision" className="panel mt-6 grid gap-2 p-4" aria-labelledby="decision-heading">
        <h2 id="decision-heading">Decision</h2>
        <p>
          <strong>{decision.outcome === 'verified' ? 'Verified' : 'Not verified'}</strong>, {decision.by.name}
          , {dates.decided}
        </p>
        <p className="whitespace-pre-line">{decision.reason}</p>
        {decision.unresolvedReason ? (
          <p className="whitespace-pre-line">
            <span className="text-ink-soft">Why what is not traced does not stop it: </span>
            {decision.unresolvedReason}
          </p>
        ) : null}
      </section>
    );
  }
  if (!decide && !mayCancel) return null;
  const answered = context.answer?.form.startsWith('decide-') ? context.answer.form.slice(7) : undefined;
  const open = answered ?? ask.decide;
  const isUntraced = ownership !== null && ownership.unresolved.length > 0;
  return (
    <section
      id="decision"
      className="panel mt-6 grid gap-4 p-4 print:hidden"
      aria-labelledby="decision-heading"
    >
      <h2 id="decision-heading">Decision</h2>
      {decide && decide.blockers.length > 0 ? (
        <div className="notice notice-attention grid gap-2">
          <h3 className="font-semibold">Before it can be called verified</h3>
          <ul className="grid list-disc gap-1 pl-5">
            {decide.blockers.map(({ code, text }) => (
              <li key={text}>
                <a href={`#${anchors[code] ?? 'ownership'}`}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="flex flex-wrap gap-2">
        {decide && decide.blockers.length === 0 ? (
          <Link to="?decide=verified#decision" className="button button-primary" preventScrollReset>
            Verified
          </Link>
        ) : null}
        {decide ? (
          <Link to="?decide=notVerified#decision" className="button" preventScrollReset>
            Not verified
          </Link>
        ) : null}
        {mayCancel ? (
          <Link to="?decide=cancel#decision" className="button" preventScrollReset>
            Cancel the verification
          </Link>
        ) : null}
      </p>
      {open === 'verified' || open === 'notVerified' || open === 'cancel' ? (
        <PageForm
          key={open}
          name={`decide-${open}`}
          intent="decide"
          context={context}
          className="grid max-w-form gap-4"
        >
          {(field) => (
            <>
              <input type="hidden" name="decision" value={open} />
              <TextArea
                field={field('reason')}
                label={
                  open === 'verified'
                    ? 'What you base it on'
                    : open === 'cancel'
                      ? 'Why it is cancelled'
                      : 'Why it is not verified'
                }
                rows={3}
                maxLength={open === 'cancel' ? 1000 : 2000}
              />
              {open === 'verified' && isUntraced ? (
                <TextArea
                  field={field('unresolvedReason')}
                  label={`Why the ${ownership.unresolvedPercent} % that is not traced does not stop it`}
                  rows={2}
                  maxLength={1000}
                />
              ) : null}
              <div className="flex flex-wrap items-center gap-4">
                <SubmitButton busy="Saving…" look={open === 'verified' ? 'primary' : 'danger'}>
                  {open === 'verified'
                    ? 'Record as verified'
                    : open === 'cancel'
                      ? 'Cancel the verification'
                      : 'Record as not verified'}
                </SubmitButton>
                <Link to="?#decision" preventScrollReset>
                  Leave it
                </Link>
              </div>
            </>
          )}
        </PageForm>
      ) : null}
    </section>
  );
}
