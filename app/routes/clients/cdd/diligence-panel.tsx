import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { Panel } from '../../../components/panel.tsx';
import type { readDiligencePanel } from './diligence.server.ts';
import type { FindingAnswer } from './finding-form.tsx';
import { FindingsList } from './findings-list.tsx';

type Diligence = Awaited<ReturnType<typeof readDiligencePanel>>;

/** The level of due diligence with every reason for it, and what people found out and decided that it rests on. */
export function DiligencePanel({ panel, finding }: { panel: Diligence; finding: FindingAnswer | undefined }) {
  const { clientId, version, requestKey, cddLevel, reasons, exception, simplifiedAllowed } = panel;
  return (
    <Panel id="level" title={`CDD level: ${cddLevelLabels[cddLevel].toLowerCase()}`} className="mt-6">
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
          <p>Eligible for simplified CDD once you record the ground.</p>
        ) : null}
        {exception ? (
          <p>
            Exception approved by {exception.by} until {exception.endsOn}: {exception.reason}
          </p>
        ) : null}
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
