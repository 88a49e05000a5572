import { type RiskLevel, riskLevelLabels } from '#rules/client-types.ts';

const colours = { low: 'text-settled', medium: 'text-attention', high: 'text-danger' };
const shapes = { low: '▁', medium: '▃', high: '▇' };

/** A level of risk by word, shape and colour; "Not scored" where there is none. */
export function LevelMark({ level }: { level: RiskLevel | null }) {
  if (level === null) return <span className="text-ink-soft">Not scored</span>;
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={colours[level]}>
        {shapes[level]}
      </span>{' '}
      {riskLevelLabels[level]}
    </span>
  );
}
