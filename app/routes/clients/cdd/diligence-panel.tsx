import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { Panel } from '../../../components/panel.tsx';
import { Basis } from './client-approval.tsx';
import type { readDiligencePanel } from './diligence.server.ts';
import type { FindingResult } from './finding-form.tsx';
import { FindingsList } from './findings-list.tsx';

type Diligence = Awaited<ReturnType<typeof readDiligencePanel>>;

/** The latest approval, with its evidence. */
function Decision({ decision }: { decision: NonNullable<Diligence['decision']> }) {
  const { at, by, note, basis, itemsDigest, byOne } = decision;
  return (
    <details>
      <summary>
        Approved {at} by {by}
      </summary>
      <div className="mt-2 grid gap-2">
        {byOne ? <p className="notice">{byOne}.</p> : null}
        {note ? <p>{note}</p> : null}
        <Basis lines={basis} />
        <p className="hint wrap-anywhere">Requirements as approved, SHA-256: {itemsDigest}</p>
      </div>
    </details>
  );
}

/** The CDD level with all its reasons, and the findings and decisions it is based on. */
export function DiligencePanel({ panel, finding }: { panel: Diligence; finding: FindingResult | undefined }) {
  const { clientId, version, requestKey, cddLevel, reasons, exception, simplifiedAllowed } = panel;
  return (
    <Panel id="level" title={`CDD level: ${cddLevelLabels[cddLevel].toLowerCase()}`}>
      <div className="grid gap-2">
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
          <p>Eligible for simplified CDD once you record the ground and, in New Zealand, the listed class.</p>
        ) : null}
        {exception ? (
          <p>
            Exception approved by {exception.by} until {exception.endsOn}: {exception.reason}
          </p>
        ) : null}
        {panel.decision ? <Decision decision={panel.decision} /> : null}
        <p className="hint">{[`As on ${panel.day}`, ...panel.lists].join('. ')}.</p>
      </div>
      <FindingsList
        findings={panel.findings}
        clientId={clientId}
        version={version}
        requestKey={requestKey}
        result={finding}
      />
    </Panel>
  );
}
