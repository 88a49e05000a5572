import { Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { Badge, dangerBadge, warningBadge } from '../../components/badge.tsx';
import { Panel } from '../../components/panel.tsx';
import { ActionLinks } from './action-list.tsx';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';
import type { VerificationView } from './verification-view.server.ts';

type Shown = VerificationView['documents'][number];

const comparisonLabels = {
  match: 'matches',
  partly: 'partial match',
  differs: 'does not match',
  cannotTell: 'cannot be compared',
  notRecorded: 'not on record',
};

/** The documents of a verification, with masked numbers. */
export function Documents({ page, open }: { page: VerificationPageData; open: OpenForms }) {
  const { documents, actions } = page.verification;
  const canRemove = actions.some(({ action }) => action === 'removeDocument');
  return (
    <Panel
      id="identity-documents"
      title="Identity documents"
      action={<ActionLinks page={page} open={open} actions={['addDocument']} />}
    >
      {documents.length === 0 ? <p className="text-ink-soft">None recorded.</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {documents.map((document) => (
          <li key={document.id} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
            <DocumentSummary document={document} />
            {canRemove && document.retainedBecause !== null ? (
              <p className="hint print:hidden">{document.retainedBecause}</p>
            ) : null}
            {canRemove && document.retainedBecause === null ? (
              <p className="text-sm print:hidden">
                <Link to={`${page.href}?do=removeDocument&document=${document.id}#act`} preventScrollReset>
                  Remove<span className="sr-only"> {document.label}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function DocumentSummary({ document }: { document: Shown }) {
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
          <Badge by={dangerBadge}>{document.statusText}</Badge>
        ) : (
          <span className="hint">{document.statusText}</span>
        )}
      </p>
      <p className="tabular-nums">{numbers.join(' · ')}</p>
      <SharedDocumentNotice clients={document.sameDocumentClients} />
      <DocumentFindings document={document} />
    </>
  );
}

/** Other clients whose verification recorded the same document. */
function SharedDocumentNotice({ clients }: { clients: Shown['sameDocumentClients'] }) {
  if (clients.length === 0) return null;
  return (
    <p className="notice notice-danger">
      <strong className="font-semibold">Document also used by: </strong>
      {clients.map(({ id, displayName }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Link to={clientSectionUrl(id, 'verifications')}>{displayName}</Link>
        </span>
      ))}
    </p>
  );
}

/** A member's comparison with the record, in words. */
function formatComparison(matches: boolean | null): string {
  if (matches === null) return 'not compared';
  return matches ? 'matches the record' : 'does not match';
}

/** Findings on a document: validity, sighting, certification, and fields missing for an issuer check. */
function DocumentFindings({ document }: { document: Shown }) {
  const { issuerCheck, machineReadableZone: zone, sighted } = document;
  return (
    <ul className="hint grid gap-0.5">
      {document.assurance ? (
        <li>
          {document.assurance === 'checkDigit'
            ? 'Check digit valid'
            : 'Format valid (no check digit published)'}
        </li>
      ) : null}
      {zone ? (
        <li>
          MRZ read, {zone.checkedDigits} check digits valid. Name {comparisonLabels[zone.name]}; date of birth{' '}
          {comparisonLabels[zone.dateOfBirth]}. {zone.notes.join(' ')}
        </li>
      ) : null}
      {sighted ? (
        <li>
          {sighted.originalSighted ? 'Original sighted' : 'Original not sighted'}; name{' '}
          {formatComparison(sighted.showsName)}, date of birth {formatComparison(sighted.showsDateOfBirth)}
        </li>
      ) : null}
      {document.metLabel ? <li>{document.metLabel}</li> : null}
      {document.certifiedLabel ? <li>{document.certifiedLabel}</li> : null}
      <li>
        {issuerCheck.available
          ? issuerCheck.missing.length > 0
            ? `Issuer check needs: ${issuerCheck.missing.map(({ label }) => label.toLowerCase()).join(', ')}`
            : 'Ready for issuer check'
          : 'No issuer check available'}
      </li>
      {document.warnings.map(({ field, message }) => (
        <li key={field}>
          <Badge by={warningBadge}>Check</Badge> {message}
        </li>
      ))}
      <li>Added {document.addedLabel}</li>
    </ul>
  );
}
