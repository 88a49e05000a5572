import type { MatchedPart } from '#rules/verification/evidence.ts';
import { checkOutcomeLabels } from '#rules/verification/evidence.ts';
import { Marked, type MarkProps } from '../../components/mark.tsx';
import { RecordTable } from '../../components/table.tsx';
import { outcomeMarks } from './marks.ts';
import type { ShownVerification } from './shown.server.ts';

const checkWords = {
  issuer: 'Issuer’s register',
  dataSource: 'Data source',
  face: 'Comparison of faces',
  liveness: 'Living person',
  machineReadableZone: 'Lines of the document',
  sighted: 'Seen by a person',
};

const partWords: Record<MatchedPart, string> = {
  name: 'name',
  dob: 'date of birth',
  address: 'address',
  documentNumber: 'number',
  face: 'face',
};

const parts = (given: readonly MatchedPart[]) => given.map((part) => partWords[part]).join(', ') || '–';

/** Every check with its source and what it matched. Earlier tries that a later answer replaced are in the timeline. */
export function Checks({ verification }: { verification: ShownVerification }) {
  const current = verification.checks.filter((check) => check.current);
  const documentOf = (id: string | null) => verification.documents.find((document) => document.id === id);
  return (
    <section className="mt-6 grid gap-3" aria-labelledby="checks-heading">
      <h2 id="checks-heading">Checks</h2>
      {current.length === 0 ? (
        <p className="text-ink-soft">None has run yet.</p>
      ) : (
        <RecordTable
          caption="Checks with their source and matched fields"
          columns={[
            { label: 'Source' },
            { label: 'Of' },
            { label: 'Answer' },
            { label: 'Matches' },
            { label: 'Does not match' },
            { label: 'When' },
          ]}
        >
          {current.map((check) => {
            const document = documentOf(check.documentId);
            return (
              <tr key={check.id}>
                <td>
                  {check.source?.label ?? checkWords[check.type]}
                  {check.source ? (
                    <span className="hint block font-normal">{check.source.keptBy}</span>
                  ) : null}
                </td>
                <td data-label="Of">
                  {document ? `${document.label} ${document.numberMasked ?? ''}` : 'The person'}
                </td>
                <td data-label="Answer">
                  <span>
                    <Marked by={outcomeMarks[check.outcome]}>{checkOutcomeLabels[check.outcome]}</Marked>
                    {check.detail ? <span className="hint block">{check.detail}</span> : null}
                  </span>
                </td>
                <td data-label="Matches">{parts(check.matched)}</td>
                <td data-label="Differs">{parts(check.unmatched)}</td>
                <td data-label="When">{check.atText}</td>
              </tr>
            );
          })}
        </RecordTable>
      )}
    </section>
  );
}

const met: MarkProps = { className: 'mark mark-settled', 'data-mark': '✓' };
const notMet: MarkProps = { className: 'mark mark-danger', 'data-mark': '×' };
const notJudged: MarkProps = { className: 'mark mark-quiet', 'data-mark': '○' };

/** The rules clause by clause: met, not met, or not judged yet, each with its provision and evidence. */
export function Rules({ verification }: { verification: ShownVerification }) {
  const { rules, machineResult, checks, documents, reliance, exception } = verification;
  // Before anything is there a clause has not failed: there was nothing to judge it by.
  const isEmpty =
    machineResult === null && checks.length === 0 && documents.length === 0 && !reliance && !exception;
  return (
    <section className="mt-6 grid gap-4" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Rules, clause by clause</h2>
      {rules.length === 0 ? (
        <p className="text-ink-soft">No rule of your countries goes with this method.</p>
      ) : null}
      {rules.map((rule) => (
        <section
          key={rule.id}
          className="panel grid gap-3 p-4 break-inside-avoid"
          aria-labelledby={`rule-${rule.id}`}
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h3 id={`rule-${rule.id}`} className="font-semibold">
              {rule.title}
            </h3>
            <span>
              {isEmpty ? (
                <Marked by={notJudged}>Not judged yet</Marked>
              ) : rule.passed ? (
                <Marked by={met}>Met</Marked>
              ) : (
                <Marked by={notMet}>Not met</Marked>
              )}
              {rule.decisive ? null : <span className="hint"> Shown beside; decides nothing</span>}
            </span>
          </div>
          <ol className="grid gap-3">
            {rule.clauses.map((clause) => (
              <li key={clause.code} className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[96px_1fr]">
                <span>
                  <Marked by={clause.passed ? met : isEmpty ? notJudged : notMet}>
                    {clause.passed ? 'Met' : isEmpty ? 'Not judged' : 'Not met'}
                  </Marked>
                </span>
                <span className="min-w-0">
                  {clause.text} <span className="hint">{clause.provision}</span>
                  <span className="block text-ink-soft">{clause.evidence}</span>
                </span>
              </li>
            ))}
          </ol>
          <details>
            <summary className="hint">What your adviser should confirm, and the source</summary>
            <ul className="hint mt-2 grid list-disc gap-1 pl-5">
              {rule.uncertain.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {rule.sourceUrls.map((url) => (
                <li key={url} className="[overflow-wrap:anywhere]">
                  <a href={url} rel="noopener noreferrer">
                    {url}
                  </a>
                </li>
              ))}
              <li>Version {rule.version}</li>
            </ul>
          </details>
        </section>
      ))}
    </section>
  );
}

/** What happened, oldest first. */
export function Timeline({ verification }: { verification: ShownVerification }) {
  return (
    <section className="panel mt-6 grid gap-3 p-4" aria-labelledby="timeline-heading">
      <h2 id="timeline-heading">Timeline</h2>
      <ol className="grid gap-3">
        {verification.timeline.map((entry, index) => (
          // Two things of one instant have no other order than theirs.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={index} className="border-l-2 border-line pl-3">
            <p className="[overflow-wrap:anywhere]">{entry.text}</p>
            <p className="hint">
              {entry.by.name} · {entry.atText}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
