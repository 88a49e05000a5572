import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { DescriptionList } from '../../../components/description-list.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import type { FindingResult } from './finding-form.tsx';
import type { findingLines } from './findings.server.ts';

/** The forms load when one is opened: their fields are heavy, and few visits need them. */
const FindingForm = lazy(async () => ({ default: (await import('./finding-form.tsx')).FindingForm }));
const WithdrawFinding = lazy(async () => ({ default: (await import('./finding-form.tsx')).WithdrawFinding }));

interface Props {
  findings: ReturnType<typeof findingLines>;
  clientId: string;
  version: number;
  requestKey: string;
  result: FindingResult | undefined;
}

/** Findings and decisions about the client outside its fields, each with author and time. */
export function FindingsList({ findings, ...frame }: Props) {
  const { lines, note, record, withdraw, forbiddenLabel } = findings;
  const recorded = lines.filter((line) => line.recorded !== null);
  const open = lines.filter((line) => line.recorded === null && line.mayRecord);
  if (recorded.length === 0 && open.length === 0) return null;
  const { result } = frame;
  return (
    <div id="findings" className="grid scroll-mt-4 gap-3 border-t border-line pt-3">
      <h3 className="font-semibold">Findings and decisions</h3>
      <SectionMessage at="findings" />
      {note ? <p className="notice notice-warning">{note}</p> : null}
      {forbiddenLabel ? (
        <p className="notice notice-warning">
          Only a compliance officer or senior manager can record “{forbiddenLabel}”.
        </p>
      ) : null}
      <Suspense>
        {record ? (
          <FindingForm key={`${record.subject} ${result ? 'answered' : ''}`} {...record} {...frame} />
        ) : null}
        {withdraw ? <WithdrawFinding key={withdraw} subject={withdraw} {...frame} /> : null}
      </Suspense>
      {recorded.length > 0 ? (
        <DescriptionList
          facts={recorded.map((line) => ({ label: line.label, value: <RecordedFinding line={line} /> }))}
        />
      ) : null}
      {open.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1 print:hidden">
          <span className="text-ink-soft">Record:</span>
          {open.map(({ subject, label }) => (
            <Link key={subject} to={`?record=${subject}#findings`} preventScrollReset>
              {label}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function RecordedFinding({ line }: { line: Props['findings']['lines'][number] }) {
  return (
    <>
      {line.texts.map((text) => (
        <p key={text} className="whitespace-pre-line">
          {text}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-3 text-sm">
        <span className="hint">{line.recorded}</span>
        {line.mayRecord ? (
          <Link to={`?record=${line.subject}#findings`} preventScrollReset className="print:hidden">
            Edit<span className="sr-only">: {line.label}</span>
          </Link>
        ) : null}
        {line.mayWithdraw ? (
          <Link to={`?withdraw=${line.subject}#findings`} preventScrollReset className="print:hidden">
            Withdraw<span className="sr-only">: {line.label}</span>
          </Link>
        ) : null}
      </p>
    </>
  );
}
