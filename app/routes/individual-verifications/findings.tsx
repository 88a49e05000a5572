import type { MatchedPart } from '#rules/identity-verification/evidence.ts';
import { checkOutcomeLabels } from '#rules/identity-verification/evidence.ts';
import { stepOf } from '#rules/progress.ts';
import { areRulesEvaluated } from '#rules/verification-pages/decision-evidence.ts';
import { Badge, dangerBadge, neutralBadge, settledBadge } from '../../components/badge.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { ActionLinks, BlockedActions } from './action-list.tsx';
import { checkOutcomeBadges } from './badges.ts';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';
import type { VerificationView } from './verification-view.server.ts';

const checkLabels = {
  issuer: 'Issuer’s register',
  dataSource: 'Data source',
  face: 'Face match',
  liveness: 'Liveness',
  machineReadableZone: 'MRZ',
  sighted: 'Sighted by staff',
};

const partLabels: Record<MatchedPart, string> = {
  name: 'name',
  dob: 'date of birth',
  address: 'address',
  documentNumber: 'number',
  face: 'face',
};

const parts = (matched: readonly MatchedPart[]) => matched.map((part) => partLabels[part]).join(', ') || '–';

const checkColumns: Column<VerificationView['checks'][number]>[] = [
  {
    title: 'Result',
    cell: ({ outcome, detail, atLabel }) => (
      <span>
        <Badge by={checkOutcomeBadges[outcome]}>{checkOutcomeLabels[outcome]}</Badge>
        {detail ? <span className="hint block">{detail}</span> : null}
        <span className="hint block">{atLabel}</span>
      </span>
    ),
  },
  { title: 'Matches', cell: ({ matched }) => parts(matched) },
  { title: 'Does not match', cell: ({ unmatched }) => parts(unmatched) },
];

/** What a check was about. */
const formatSubject = (document: VerificationView['documents'][number] | undefined) =>
  document ? `${document.label} ${document.numberMasked ?? ''}` : 'The person';

/** Current checks with source and matched fields. Superseded attempts are in the timeline. */
export function Checks({ page, open }: { page: VerificationPageData; open: OpenForms }) {
  const { verification } = page;
  const current = verification.checks.filter((check) => check.current);
  const getDocument = (id: string | null) => verification.documents.find((document) => document.id === id);
  return (
    <Panel
      id="checks"
      title="Checks"
      action={<ActionLinks page={page} open={open} actions={['runChecks', 'retry', 'recordBureauNotice']} />}
    >
      <DataTable
        caption="Checks by source and matched fields"
        columns={[
          {
            title: 'Source',
            label: '',
            cell: ({ source, type, documentId }) => (
              <>
                {source?.label ?? checkLabels[type]}
                {source ? <span className="hint block font-normal">{source.keptBy}</span> : null}
                <span className="hint block font-normal">{formatSubject(getDocument(documentId))}</span>
              </>
            ),
          },
          ...checkColumns,
        ]}
        rows={current}
        rowKey={({ id }) => id}
        look="sides"
        empty={<p className="text-ink-soft">{stepOf(page.progress.steps, 'checks').reason}</p>}
      />
      {open.action === null ? (
        <BlockedActions page={page} isShown={(action) => action === 'runChecks'} />
      ) : null}
    </Panel>
  );
}

/** The rules clause by clause: met, not met or not evaluated yet, with provision and evidence. */
export function Rules({ verification }: { verification: VerificationView }) {
  const { rules } = verification;
  const isEvaluated = areRulesEvaluated(verification);
  return (
    <section id="rules" className="grid scroll-mt-4 gap-4" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Verification rules</h2>
      {rules.length === 0 ? (
        <p className="text-ink-soft">No verification rule applies to this method.</p>
      ) : null}
      {rules.map((rule) => (
        <RulePanel key={rule.id} rule={rule} isEvaluated={isEvaluated} />
      ))}
    </section>
  );
}

type Rule = VerificationView['rules'][number];

function RulePanel({ rule, isEvaluated }: { rule: Rule; isEvaluated: boolean }) {
  return (
    <Panel
      headingId={`rule-${rule.id}`}
      title={rule.title}
      level={3}
      action={
        <span>
          <ResultBadge isEvaluated={isEvaluated} isMet={rule.passed} />
          {rule.decisive ? null : <span className="hint"> Informational only</span>}
        </span>
      }
      className="break-inside-avoid"
    >
      <ol className="grid gap-3">
        {rule.clauses.map((clause) => (
          <ClauseResult key={clause.code} clause={clause} isEvaluated={isEvaluated} />
        ))}
      </ol>
      <RuleSources rule={rule} />
    </Panel>
  );
}

/** Nothing is met or failed before there is evidence. */
function ResultBadge({ isEvaluated, isMet }: { isEvaluated: boolean; isMet: boolean }) {
  if (!isEvaluated) return <Badge by={neutralBadge}>Not evaluated</Badge>;
  return isMet ? <Badge by={settledBadge}>Met</Badge> : <Badge by={dangerBadge}>Not met</Badge>;
}

function ClauseResult({ clause, isEvaluated }: { clause: Rule['clauses'][number]; isEvaluated: boolean }) {
  return (
    <li className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[96px_1fr]">
      <span>
        <ResultBadge isEvaluated={isEvaluated} isMet={clause.passed} />
      </span>
      <span className="min-w-0">
        {clause.text} <span className="hint">{clause.provision}</span>
        <span className="block text-ink-soft">{clause.evidence}</span>
      </span>
    </li>
  );
}

function RuleSources({ rule }: { rule: Rule }) {
  return (
    <details>
      <summary className="hint">Points to confirm with your adviser, and source</summary>
      <ul className="hint mt-2 grid list-disc gap-1 pl-5">
        {rule.uncertain.map((message) => (
          <li key={message}>{message}</li>
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
  );
}

/** Events of the verification, oldest first. */
export function Timeline({ verification }: { verification: VerificationView }) {
  return (
    <Panel id="history" title="Timeline">
      <ol className="grid gap-3">
        {verification.timeline.map((entry, index) => (
          // Entries have no id, and two can share an instant.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={index} className="border-l-2 border-line pl-3">
            <p className="[overflow-wrap:anywhere]">{entry.text}</p>
            <p className="hint">
              {entry.by.name} · {entry.atLabel}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
