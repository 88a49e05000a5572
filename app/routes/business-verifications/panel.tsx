import { Form, Link } from '@remix-run/react';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Marked } from '../../components/mark.tsx';
import { PanelPages } from '../../components/panel-pages.tsx';
import type { BusinessPanelData } from './panel.server.ts';
import { missingMark, statusMarks, statusWords, verifiedMark } from './words.ts';

const isOpen = (status: BusinessPanelData['lines'][number]['status']) =>
  ['notStarted', 'processing', 'needsReview', 'error'].includes(status);

/** Verifications of a business on the client's page, and the button that starts one. */
export function BusinessVerificationPanel({
  panel,
  sentence,
}: {
  panel: BusinessPanelData;
  sentence: string | undefined;
}) {
  const { clientId, lines, nextBefore, isFirstPage, mayStart, isAuditor, startRefusal, requestKey } = panel;
  const here = `/clients/${clientId}`;
  const open = lines.find(({ status }) => isOpen(status));
  return (
    <section
      id="verifications"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="kyb-heading"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="kyb-heading">Business verification</h2>
        {mayStart && open === undefined ? (
          <Form method="post" action={here}>
            <RequestKeyInput value={`${requestKey}-kyb`} />
            <input type="hidden" name="panel" value="kyb" />
            {panel.activityId ? <input type="hidden" name="activityId" value={panel.activityId} /> : null}
            <SubmitButton look="secondary" busy="Starting…">
              {lines.length === 0 ? 'Verify the business' : 'Verify again'}
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      {sentence ? (
        <p className="field-error" role="alert">
          {sentence}
        </p>
      ) : null}
      {startRefusal !== null && !isAuditor ? (
        <p className="hint">
          {startRefusal} <Link to="/settings?view=billing">Go to billing</Link>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">Nobody has looked this business up in a register yet.</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <li
              key={line.id}
              className="grid gap-x-4 gap-y-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]"
            >
              <div className="min-w-0">
                <p>
                  <Link to={`${here}/kyb_verifications/${line.id}`} className="font-semibold">
                    {isOpen(line.status) ? 'Go on with the verification' : 'Verification'} of{' '}
                    {line.startedText}
                  </Link>
                </p>
                <p className="hint tabular-nums">
                  {[
                    line.extractText && `extract of ${line.extractText}`,
                    line.extractText &&
                      (line.ownerCount === 1
                        ? 'one beneficial owner'
                        : `${line.ownerCount} beneficial owners`),
                    line.extractText &&
                      line.unresolvedPercent !== '0' &&
                      `${line.unresolvedPercent} % not traced`,
                    line.decidedText && `decided by ${line.decidedText}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <p>
                <Marked by={statusMarks[line.status]}>{statusWords[line.status]}</Marked>
              </p>
            </li>
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : `${here}#verifications`}
        earlierHref={nextBefore === null ? null : `?kybBefore=${nextBefore}#verifications`}
      />
    </section>
  );
}

/** Who owns the business through all layers, from its newest verification. */
export function OwnershipPanel({ panel }: { panel: BusinessPanelData }) {
  const { latest, clientId } = panel;
  if (latest === null) return null;
  const { owners, unresolvedPercent, id } = latest;
  const href = `/clients/${clientId}/kyb_verifications/${id}`;
  return (
    <section
      id="ownership"
      className="panel mt-6 grid scroll-mt-4 gap-3 p-4"
      aria-labelledby="client-ownership-heading"
    >
      <h2 id="client-ownership-heading">Ownership</h2>
      {owners.length === 0 ? <p className="text-ink-soft">No beneficial owner is found so far.</p> : null}
      <ul className="grid gap-2">
        {owners.map((owner) => (
          <li key={owner.nodeId} className="flex flex-wrap items-baseline gap-x-3">
            {owner.client ? (
              <Link to={`/clients/${owner.client.id}`} className="font-semibold">
                {owner.name}
              </Link>
            ) : (
              <span className="font-semibold">{owner.name}</span>
            )}
            <span className="tabular-nums">
              {owner.percent === '0' ? 'by control' : `${owner.percent} %`}
            </span>
            <Marked by={owner.client?.isVerified ? verifiedMark : missingMark}>
              {owner.client?.isVerified ? 'Verified' : 'Not verified yet'}
            </Marked>
          </li>
        ))}
      </ul>
      {unresolvedPercent === '0' ? null : (
        <p className="text-attention">{unresolvedPercent} % is not traced.</p>
      )}
      <p>
        <Link to={`${href}#ownership`}>Chart and layers</Link>
      </p>
    </section>
  );
}
