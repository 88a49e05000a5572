import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { readVerification } from '#contract/individual-verifications.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { verificationMethodLabels } from '#rules/verification/evidence.ts';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { GivenEvidence } from '../../components/documents/given-evidence.tsx';
import { readDocumentsPanel } from '../../components/documents/shown-documents.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { Marked } from '../../components/mark.tsx';
import { printHeadingText } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { errorResponse } from '../../error-answer.ts';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { mayAskClient } from '../document-requests/may-ask.server.ts';
import { answerVerificationPage, type VerificationAnswer } from './actions.server.ts';
import { AskedAct, Moves } from './acts.tsx';
import { Outcome } from './decision.tsx';
import { Documents } from './documents.tsx';
import { Checks, Rules, Timeline } from './findings.tsx';
import { verificationMarks } from './marks.ts';
import { type ShownVerification, shownVerification } from './shown.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Identity of ${data.verification.client.displayName} – Assay` : 'Verification – Assay' },
];

/** Stands for the client in an address that names the verification alone. */
const anyClient = 'of';

export const loader = asMember(async ({ api, me, params, url, requestId }) => {
  const id = params.verificationId ?? '';
  const [session, verification, documents] = await Promise.all([
    me(),
    api.call(readVerification, { params: { id } }),
    readDocumentsPanel(api, { ownerType: 'individualVerification', ownerId: id }, url),
  ]);
  const href = `/clients/${verification.client.id}/individual_verifications/${id}`;
  if (params.clientId === anyClient) throw redirect(`${href}${url.search}`);
  if (params.clientId !== verification.client.id)
    throw errorResponse(404, { code: 'record.notFound', requestId });
  const { company } = session;
  return {
    verification: shownVerification(verification, session),
    href,
    documents: documents(company.timeZone),
    askHref: mayAskClient(session, verification.status)
      ? `/clients/${verification.client.id}?request=new&for=${id}#requests`
      : null,
    mayAddFiles:
      may(session, 'records.write') && !['verified', 'expired', 'cancelled'].includes(verification.status),
    asked: {
      act:
        verification.moves.find(
          ({ act, blockers }) => act === url.searchParams.get('do') && blockers.length === 0,
        )?.act ?? null,
      documentType: url.searchParams.get('type'),
      documentId: url.searchParams.get('document'),
    },
    company: { country: company.billingCountryCode, regulatedIn: company.regulatedIn },
    printHeading: printHeadingText(session, new Date()),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(answerVerificationPage);

export default function ViewVerification() {
  const { verification, href, documents, askHref, mayAddFiles, asked, company, printHeading, requestKey } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as VerificationAnswer | undefined;
  const frame = { version: verification.version, requestKey, href, answer };
  const refused = verification.moves.find(({ act }) => act === answer?.intent)?.act;
  const act = refused ?? asked.act;
  const { client, status } = verification;
  return (
    <>
      <PrintHeading text={printHeading} />
      <p className="mb-2 text-sm print:hidden">
        <Link to={`/clients/${client.id}#verifications`}>{client.displayName}</Link>
      </p>
      <h1>Identity of {client.displayName}</h1>
      <p className="text-ink-soft">{verificationMethodLabels[verification.method]}</p>
      <Standing verification={verification} />
      <Stale answer={answer} act={act ?? null} moves={verification.moves} />
      {status === 'processing' ? (
        <p className="notice mt-4 max-w-form" role="status">
          The sources are being asked. <Link to={href}>Load the page again</Link> in a moment.
        </p>
      ) : null}
      <section id="act" className="mt-4 grid gap-4 scroll-mt-4" aria-label="What you can do now">
        {act ? (
          <div className="panel p-4">
            <AskedAct
              key={act}
              act={act}
              documentType={asked.documentType}
              documentId={
                asked.documentId ??
                String((answer?.reply.initialValue as { documentId?: unknown } | undefined)?.documentId ?? '')
              }
              verification={verification}
              company={company}
              frame={frame}
            />
          </div>
        ) : (
          <Moves verification={verification} href={href} />
        )}
      </section>
      <Outcome verification={verification} frame={frame} />
      <Statements verification={verification} />
      <Documents verification={verification} href={href} />
      <GivenEvidence evidence={verification.givenEvidence} clientId={client.id} askHref={askHref} />
      <Checks verification={verification} />
      <Rules verification={verification} />
      <DocumentsPanel panel={documents} mayWrite={mayAddFiles} />
      <Timeline verification={verification} />
      <p className="hint mt-4">Started {verification.startedText}</p>
    </>
  );
}

/** A refusal whose form no longer stands on the page, because the verification has moved on meanwhile; with the words that were typed. */
function Stale({
  answer,
  act,
  moves,
}: {
  answer: VerificationAnswer | undefined;
  act: string | null;
  moves: ShownVerification['moves'];
}) {
  if (answer === undefined || answer.intent === act) return null;
  const mayDecide = moves.some((move) => move.act === 'decideVerified' || move.act === 'decideNotVerified');
  if (answer.intent === 'decide' && mayDecide) return null;
  const sentences = Object.values(answer.reply.error ?? {}).flatMap((texts) => texts ?? []);
  const { reason } = (answer.reply.initialValue ?? {}) as { reason?: unknown };
  return (
    <div className="notice notice-danger mt-4 grid max-w-form gap-1" role="alert">
      <p>{sentences.join(' ')}</p>
      {typeof reason === 'string' && reason !== '' ? (
        <p className="whitespace-pre-line">You had typed: {reason}</p>
      ) : null}
    </div>
  );
}

/** What matters now, at a glance. */
function Standing({ verification }: { verification: ShownVerification }) {
  const { status, sentTo, channel } = verification;
  const cells = [
    {
      label: 'Status',
      value: <Marked by={verificationMarks[status]}>{verificationLifecycle.labels[status]}</Marked>,
    },
    { label: 'Verified', value: verification.verifiedText },
    { label: 'Evidence counts until', value: verification.evidenceExpiresText },
    { label: 'Link', value: sentTo ?? (channel === 'link' ? 'Handed over' : null) },
    { label: 'Link works until', value: verification.linkExpiresText },
    { label: 'Asked again by itself', value: verification.nextTryText },
    { label: 'Activity', value: verification.activity?.reference },
    { label: 'Photos', value: verification.imagesText },
  ].filter(({ value }) => value !== null && value !== undefined);
  return (
    <>
      <dl className="panel mt-4 flex flex-wrap gap-x-8 gap-y-4 p-4">
        {cells.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {verification.linkToHandOver ? (
        <div className="notice mt-4 grid max-w-form gap-1 print:hidden">
          <label htmlFor="link-to-hand-over">Link to hand over to the person, and to nobody else</label>
          <input id="link-to-hand-over" readOnly value={verification.linkToHandOver} />
        </div>
      ) : null}
    </>
  );
}

/** What was recorded in words: consent, somebody else’s verification, an exception. */
function Statements({ verification }: { verification: ShownVerification }) {
  const { consentText, reliance, exception, method } = verification;
  const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
  return (
    <section className="panel mt-6 grid gap-3 p-4" aria-labelledby="statements-heading">
      <h2 id="statements-heading">{reliance || exception ? 'What it rests on' : 'Consent'}</h2>
      {method === 'reliance' ? null : (
        <p>
          {reliance || exception ? 'Consent: ' : ''}
          {consentText ?? (
            <span className="text-ink-soft">
              None recorded. Issuers and sources are asked only after the person has agreed.
            </span>
          )}
        </p>
      )}
      {reliance ? (
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(160px,1fr)_2fr]">
          {[
            ['Other business', `${reliance.partyName}, supervised by ${reliance.supervisor}`],
            ['When', verification.relianceText],
            ['Agreed in writing', yesNo(reliance.agreedInWriting)],
            ['Identity information received', yesNo(reliance.identityInformationReceived)],
            ['Evidence on request', yesNo(reliance.evidenceOnRequest)],
          ].map(([label, value]) => (
            <div key={label} className="sm:contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {exception ? (
        <>
          <p className="whitespace-pre-line">
            <span className="text-ink-soft">Why: </span>
            {exception.reason}
          </p>
          <p className="whitespace-pre-line">
            <span className="text-ink-soft">Other evidence: </span>
            {exception.alternativeEvidence}
          </p>
          <p className="hint">{verification.exceptionText}</p>
        </>
      ) : null}
    </section>
  );
}
