import type { ReactNode } from 'react';
import { DescriptionList } from './description-list.tsx';
import { Panel } from './panel.tsx';

/** A fact of a record; several texts are shown one a line. */
export interface DetailLine {
  label: string;
  texts: string[];
  /** Displayed after the texts, in a muted style. */
  note?: string;
  /** Makes the text a link, such as `mailto:`. */
  href?: string;
}

export interface DetailSection {
  heading: string;
  lines: DetailLine[];
  warning?: string;
}

/** A section of a record's details on a card. `aside`: beside the work on the record where the screen is wide. */
export function DetailPanel({
  section: { heading, lines, warning },
  aside = false,
  action = null,
  className = '',
}: {
  section: DetailSection;
  aside?: boolean;
  /** Beside the heading. */
  action?: ReactNode;
  /** For placement only. */
  className?: string;
}) {
  return (
    <Panel
      headingId={`section-${heading.toLowerCase().replaceAll(' ', '-')}`}
      title={heading}
      action={action}
      className={`break-inside-avoid ${className}`.trim()}
    >
      {warning ? <p className="notice notice-warning">{warning}</p> : null}
      <DescriptionList
        layout={aside ? 'pairs' : 'rows'}
        facts={lines.map((line) => ({ label: line.label, value: <Texts {...line} /> }))}
      />
    </Panel>
  );
}

function Texts({ texts, note, href }: DetailLine) {
  return (
    <>
      {texts.length === 0 ? <span className="text-ink-soft">Not recorded</span> : null}
      {href ? <a href={href}>{texts[0]}</a> : texts.join('\n')}
      {note ? <span className="hint"> {note}</span> : null}
    </>
  );
}
