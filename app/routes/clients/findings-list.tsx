import { Link } from '@remix-run/react';
import { type FindingAnswer, FindingForm, WithdrawFinding } from './finding-form.tsx';
import type { findingLines } from './findings.server.ts';

interface Props {
  findings: ReturnType<typeof findingLines>;
  clientId: string;
  version: number;
  requestKey: string;
  answer: FindingAnswer | undefined;
}

/** What was found out and decided about the client that no field holds, each with who said so and when. */
export function FindingsList({ findings, ...frame }: Props) {
  const { lines, record, withdraw, refused } = findings;
  const recorded = lines.filter((line) => line.recorded !== null);
  const open = lines.filter((line) => line.recorded === null && line.mayRecord);
  if (recorded.length === 0 && open.length === 0) return null;
  const { answer } = frame;
  return (
    <div id="findings" className="grid scroll-mt-4 gap-3 border-t border-line pt-3">
      <h3 className="font-semibold">What you found and decided</h3>
      {refused ? (
        <p className="notice notice-attention">
          “{refused}” is not yours to record: ask your compliance officer or a senior manager.
        </p>
      ) : null}
      {record ? (
        <FindingForm key={`${record.subject} ${answer ? 'answered' : ''}`} {...record} {...frame} />
      ) : null}
      {withdraw ? <WithdrawFinding key={withdraw} subject={withdraw} {...frame} /> : null}
      {recorded.length > 0 ? (
        <dl className="grid gap-3">
          {recorded.map((line) => (
            <div key={line.subject} className="grid gap-x-4 sm:grid-cols-[minmax(140px,1fr)_3fr]">
              <dt className="text-ink-soft">{line.label}</dt>
              <dd className="min-w-0">
                {line.texts.map((text) => (
                  <p key={text} className="whitespace-pre-line">
                    {text}
                  </p>
                ))}
                <p className="flex flex-wrap gap-x-3 text-sm">
                  <span className="hint">{line.recorded}</span>
                  {line.mayRecord ? (
                    <Link to={`?record=${line.subject}#findings`} preventScrollReset>
                      Change<span className="sr-only">: {line.label}</span>
                    </Link>
                  ) : null}
                  {line.mayWithdraw ? (
                    <Link to={`?withdraw=${line.subject}#findings`} preventScrollReset>
                      Take back<span className="sr-only">: {line.label}</span>
                    </Link>
                  ) : null}
                </p>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {open.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
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
