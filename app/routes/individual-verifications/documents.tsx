import { Link } from '@remix-run/react';
import { Marked } from '../../components/mark.tsx';
import type { ShownVerification } from './shown.server.ts';

type Shown = ShownVerification['documents'][number];

const comparisonWords = {
  match: 'agrees with the record',
  partly: 'agrees in part',
  differs: 'differs from the record',
  cannotTell: 'cannot be compared',
  notRecorded: 'is not recorded to compare with',
};

const attention = { className: 'mark mark-attention', 'data-mark': '▲' } as const;
const danger = { className: 'mark mark-danger', 'data-mark': '▲' } as const;

/** The documents of a verification: masked, with what is known of each. */
export function Documents({ verification, href }: { verification: ShownVerification; href: string }) {
  const { documents, moves } = verification;
  const mayRemove = moves.some(({ act }) => act === 'removeDocument');
  return (
    <section className="panel mt-6 grid gap-4 p-4" aria-labelledby="id-documents-heading">
      <h2 id="id-documents-heading">Identity documents</h2>
      {documents.length === 0 ? <p className="text-ink-soft">None recorded.</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {documents.map((document) => (
          <li key={document.id} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
            <OneDocument document={document} />
            {mayRemove ? (
              <p className="text-sm print:hidden">
                <Link to={`${href}?do=removeDocument&document=${document.id}#act`} preventScrollReset>
                  Take out<span className="sr-only"> {document.label}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneDocument({ document }: { document: Shown }) {
  const { issuerCheck, machineReadableZone: zone, sighted, sameDocumentClients: same } = document;
  const numbers = [
    document.numberMasked && `Number ${document.numberMasked}`,
    document.versionOrCardMasked && `version or card ${document.versionOrCardMasked}`,
    document.state,
    document.issuer,
  ].filter(Boolean);
  return (
    <>
      <p>
        <span className="font-semibold">{document.label}</span>{' '}
        {document.standing === 'expired' ? (
          <Marked by={danger}>{document.standingText}</Marked>
        ) : (
          <span className="hint">{document.standingText}</span>
        )}
      </p>
      <p className="tabular-nums">{numbers.join(' · ')}</p>
      {same.length > 0 ? (
        <p className="notice notice-danger">
          <strong className="font-semibold">The same document is recorded under another client: </strong>
          {same.map(({ id, displayName }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <Link to={`/clients/${id}#verifications`}>{displayName}</Link>
            </span>
          ))}
        </p>
      ) : null}
      <ul className="hint grid gap-0.5">
        {document.assurance ? (
          <li>
            {document.assurance === 'checkDigit'
              ? 'The check digit of the number agrees'
              : 'Form of the number checked only; no check digit is published for it'}
          </li>
        ) : null}
        {zone ? (
          <li>
            Lines read, {zone.checkedDigits} check digits agree. Name {comparisonWords[zone.name]}; date of
            birth {comparisonWords[zone.dateOfBirth]}. {zone.notes.join(' ')}
          </li>
        ) : null}
        {sighted ? (
          <li>
            {sighted.originalSighted ? 'Original seen' : 'Original not seen'}; name{' '}
            {sighted.showsName ? 'shown' : 'not shown'}, date of birth{' '}
            {sighted.showsDateOfBirth ? 'shown' : 'not shown'}
          </li>
        ) : null}
        {document.certifiedText ? <li>{document.certifiedText}</li> : null}
        <li>
          {issuerCheck.available
            ? issuerCheck.missing.length > 0
              ? `Its issuer can be asked once there is: ${issuerCheck.missing.map(({ label }) => label.toLowerCase()).join(', ')}`
              : 'Its issuer can be asked'
            : 'No issuer answers for documents of this kind'}
        </li>
        {document.warnings.map(({ field, message }) => (
          <li key={field}>
            <Marked by={attention}>Look again:</Marked> {message}
          </li>
        ))}
        <li>Added {document.addedText}</li>
      </ul>
    </>
  );
}
