import { cddLevelLabels } from '#rules/client-types.ts';
import type { readDiligencePanel } from './diligence.server.ts';
import type { FindingAnswer } from './finding-form.tsx';
import { FindingsList } from './findings-list.tsx';

type Panel = Awaited<ReturnType<typeof readDiligencePanel>>;

/** The level of due diligence with every reason for it, and what people found out and decided that it rests on. */
export function DiligencePanel({ panel, finding }: { panel: Panel; finding: FindingAnswer | undefined }) {
  const { clientId, version, requestKey, cddLevel, reasons, exception, simplifiedAllowed } = panel;
  return (
    <section id="level" className="panel mt-6 grid scroll-mt-4 gap-4 p-4" aria-labelledby="level-heading">
      <div className="grid gap-2">
        <h2 id="level-heading">Due diligence: {cddLevelLabels[cddLevel].toLowerCase()}</h2>
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
        <p className="hint">{[`As on ${panel.day}`, ...panel.lists].join('. ')}.</p>
      </div>
      <FindingsList
        findings={panel.findings}
        clientId={clientId}
        version={version}
        requestKey={requestKey}
        answer={finding}
      />
    </section>
  );
}
