import { Link } from '@remix-run/react';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { verificationMethodLabels } from '#rules/verification/evidence.ts';
import { Marked } from '../../components/mark.tsx';
import { PanelPages } from '../../components/panel-pages.tsx';
import { verificationMarks } from './marks.ts';
import type { readVerificationsPanel, StartAnswer } from './panel.server.ts';
import { ChooseMethod, StartForm } from './start-form.tsx';

export type VerificationsPanelData = Awaited<ReturnType<typeof readVerificationsPanel>>;

/** An individual's verifications on the client's page, and the form that starts one. */
export function VerificationsPanel({
  panel,
  answer,
}: {
  panel: VerificationsPanelData;
  answer: StartAnswer | undefined;
}) {
  const { clientId, lines, nextBefore, isFirstPage, startRefusal, isAuditor } = panel;
  const here = `/clients/${clientId}`;
  const method = answer?.method ?? panel.asked?.method ?? null;
  const isStarting = panel.asked !== null || answer !== undefined;
  return (
    <section
      id="verifications"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="verifications-heading"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="verifications-heading">Verifications</h2>
        {startRefusal === null && !isStarting ? (
          <Link to="?verify=new#verifications" className="button" preventScrollReset>
            Verify identity
          </Link>
        ) : null}
      </div>
      {startRefusal !== null && !isAuditor ? (
        <p className="hint">
          {startRefusal} <Link to="/settings?view=billing">Go to billing</Link>
        </p>
      ) : null}
      {isStarting ? (
        method === null ? (
          <ChooseMethod here={here} activityId={panel.activityId} />
        ) : (
          <StartForm key={method} method={method} panel={panel} answer={answer} here={here} />
        )
      ) : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">Nobody has verified this person’s identity yet.</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <li
              key={line.id}
              className="grid gap-x-4 gap-y-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]"
            >
              <div className="min-w-0">
                <p>
                  <Link to={`${here}/individual_verifications/${line.id}`} className="font-semibold">
                    {verificationMethodLabels[line.method]}
                  </Link>
                </p>
                <p className="hint tabular-nums">
                  {[
                    line.documentsText,
                    `started ${line.startedText}`,
                    line.verifiedText && `verified ${line.verifiedText}`,
                    line.decidedBy && `decided by ${line.decidedBy.name}`,
                    line.evidenceExpiresText && `counts until ${line.evidenceExpiresText}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <p>
                <Marked by={verificationMarks[line.status]}>
                  {verificationLifecycle.labels[line.status]}
                </Marked>
              </p>
            </li>
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : `${here}#verifications`}
        earlierHref={nextBefore === null ? null : `?verificationsBefore=${nextBefore}#verifications`}
      />
    </section>
  );
}
