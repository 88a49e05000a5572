import { Form, Link } from '@remix-run/react';
import { cddLevelLabels, cddStatusLabels } from '#rules/client-types.ts';
import { AssessmentList } from '../../components/activities/assessment-list.tsx';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { answerClientMove, readDiligencePanel } from './diligence.server.ts';
import { ConfirmClientMove, isAsking, RefusedClientMove } from './diligence-moves.tsx';
import type { FindingAnswer } from './finding-form.tsx';
import { FindingsList } from './findings-list.tsx';

type Panel = Awaited<ReturnType<typeof readDiligencePanel>>;
type Refused = Exclude<Awaited<ReturnType<typeof answerClientMove>>, Response>['data'];

/** What is missing about a client and why, which due diligence the law wants, and the moves that are open. */
export function DiligencePanel({
  panel,
  refused,
  finding,
}: {
  panel: Panel;
  refused: Refused | undefined;
  finding: FindingAnswer | undefined;
}) {
  const { clientId, confirm } = panel;
  const page = { kind: 'client', id: clientId } as const;
  const missing = panel.items.filter(({ satisfied }) => !satisfied);
  const settled = panel.items.filter(({ satisfied }) => satisfied);
  const isAssessmentMissing = missing.some(({ fix }) => fix.target === 'client.assessments');
  // The want of an assessment, or of a party's verification, is said once, though the rules and the move to active both say it.
  const inTheWay = panel.blockers.filter(
    ({ text, fix }) =>
      !missing.some((item) => item.text === text) &&
      !(isAssessmentMissing && fix.target === 'client.assessments') &&
      !(fix.id && missing.some((item) => item.code === 'party.verified' && item.fix.id === fix.id)),
  );
  return (
    <section id="diligence" className="panel mt-6 grid gap-4 p-4" aria-labelledby="diligence-heading">
      <h2 id="diligence-heading">What is missing and why</h2>
      {refused ? <RefusedClientMove refused={refused} /> : null}
      {confirm ? <ConfirmClientMove key={confirm} panel={panel} to={confirm} refused={refused} /> : null}
      {missing.length === 0 && inTheWay.length === 0 ? (
        <p>
          <span aria-hidden="true" className="text-settled">
            ✓
          </span>{' '}
          Nothing is missing.
        </p>
      ) : (
        <BlockerList blockers={[...missing, ...inTheWay]} page={page} mayFix={panel.mayAssess} />
      )}
      {settled.length > 0 ? (
        <details>
          <summary>
            {settled.length === 1 ? 'One thing is settled' : `${settled.length} things are settled`}
          </summary>
          <div className="mt-2">
            <BlockerList blockers={settled} page={page} />
          </div>
        </details>
      ) : null}
      <Level panel={panel} />
      <FindingsList
        findings={panel.findings}
        clientId={clientId}
        version={panel.version}
        requestKey={panel.requestKey}
        answer={finding}
      />
      <div className="border-t border-line pt-3">
        <AssessmentList href={`/clients/${clientId}`} lines={panel.assessments} mayAssess={panel.mayAssess} />
      </div>
      <Moves panel={panel} />
    </section>
  );
}

/** The level of due diligence with every reason for it. */
function Level({ panel }: { panel: Panel }) {
  const { cddLevel, cddStatus, reasons, exception, day, lists, simplifiedAllowed } = panel;
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">
        Due diligence: {cddLevelLabels[cddLevel].toLowerCase()}, {cddStatusLabels[cddStatus].toLowerCase()}
      </h3>
      {reasons.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {reasons.map(({ code, jurisdiction, provision, text, rules }) => (
            <li key={`${jurisdiction} ${code} ${provision}`}>
              {text}{' '}
              <span className="hint">
                {provision} · {rules}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {simplifiedAllowed && cddLevel !== 'simplified' ? (
        <p>The law would be content with simplified due diligence, once its ground is recorded.</p>
      ) : null}
      {exception ? (
        <p>
          {exception.by} approved an exception until {exception.endsOn}: {exception.reason}
        </p>
      ) : null}
      <p className="hint">
        As on {day}. {lists.length > 0 ? `Lists looked at: ${lists.join('; ')}.` : ''}
      </p>
    </div>
  );
}

function Moves({ panel }: { panel: Panel }) {
  const groups = [
    { lifecycle: 'client', label: 'Client', moves: panel.moves },
    { lifecycle: 'cdd', label: 'Due diligence', moves: panel.cddMoves },
  ].filter(({ moves }) => moves.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {groups.map(({ lifecycle, label, moves }) => (
        <div key={lifecycle} className="grid gap-2">
          <h3 className="font-semibold">{label}</h3>
          <ul className="flex flex-wrap gap-3">
            {moves.map(({ to, label: words, blockers }) => (
              <li key={to} className="grid content-start gap-1">
                {isAsking(to) ? (
                  <Link to={`?confirm=${to}#diligence`} className="button">
                    {words}
                  </Link>
                ) : (
                  <Form method="post" action={`/clients/${panel.clientId}`} preventScrollReset>
                    <RequestKeyInput value={`${panel.requestKey}-${lifecycle}`} />
                    <input type="hidden" name="version" value={panel.version} />
                    <input type="hidden" name="lifecycle" value={lifecycle} />
                    <SubmitButton look="secondary" name="to" value={to} busy="Moving on…">
                      {words}
                    </SubmitButton>
                  </Form>
                )}
                {blockers.length > 0 ? (
                  <p className="hint">
                    {blockers.length === 1 ? 'One thing is missing' : `${blockers.length} things are missing`}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
