import {
  accreditedServiceFacts,
  bureauFacts,
  relianceFacts,
} from '#rules/identity-verification/statement-facts.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { ActionLinks } from './action-list.tsx';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';

/** What the step of consent says of a verification without one. */
function describeMissingConsent({ progress: { steps } }: VerificationPageData): string {
  return steps
    .filter(({ step }) => step === 'consent')
    .map(({ state, reason }) => `${reason}.${state === 'complete' ? '' : ' Checks run only after consent.'}`)
    .join('');
}

/** Consent, and the statements of an accredited service, reliance or an exception. */
export function Statements({ page, open }: { page: VerificationPageData; open: OpenForms }) {
  const { verification } = page;
  const { consentText, accreditedService, reliance, exception, method } = verification;
  const hasBasis = accreditedService !== null || reliance !== null || exception !== null;
  const facts = [
    ...(accreditedService ? accreditedServiceFacts(accreditedService) : []),
    ...(reliance ? relianceFacts(reliance) : []),
    ...bureauFacts(verification.bureauStatement, verification.bureauNotice),
  ];
  return (
    <Panel
      id="consent"
      title={hasBasis ? 'Basis' : 'Consent'}
      action={
        <ActionLinks
          page={page}
          open={open}
          actions={exception === null ? ['recordConsent'] : ['recordConsent', 'approveException']}
        />
      }
    >
      {method === 'reliance' ? null : (
        <p>
          {hasBasis ? 'Consent: ' : ''}
          {consentText ?? <span className="text-ink-soft">{describeMissingConsent(page)}</span>}
        </p>
      )}
      {facts.length > 0 ? <DescriptionList facts={facts} /> : null}
      {exception ? (
        <>
          <p className="whitespace-pre-line">
            <span className="text-ink-soft">Why: </span>
            {exception.reason}
          </p>
          {exception.stepsTaken ? (
            <p className="whitespace-pre-line">
              <span className="text-ink-soft">Steps taken: </span>
              {exception.stepsTaken}
            </p>
          ) : null}
          <p className="whitespace-pre-line">
            <span className="text-ink-soft">Other evidence: </span>
            {exception.alternativeEvidence}
          </p>
          {exception.policy ? (
            <p>
              <span className="text-ink-soft">Programme section: </span>
              {exception.policy}
            </p>
          ) : null}
          <p className="hint">{verification.exceptionLabel}</p>
        </>
      ) : null}
    </Panel>
  );
}
