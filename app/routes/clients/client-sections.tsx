import type { DetailSection } from './client-details.server.ts';

/** A client's record as label and text, beside the work on it where the screen is wide. */
export function ClientSections({ sections }: { sections: readonly DetailSection[] }) {
  return (
    <section id="details" className="grid min-w-0 scroll-mt-4 gap-6" aria-label="Details">
      {sections.map((section) => (
        <Section key={section.heading} section={section} />
      ))}
    </section>
  );
}

function Section({ section: { heading, lines, warning } }: { section: DetailSection }) {
  const headingId = `section-${heading.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="panel min-w-0 break-inside-avoid p-4" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3">
        {heading}
      </h2>
      {warning ? <p className="notice notice-attention mb-3">{warning}</p> : null}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(120px,1fr)_2fr] min-[1200px]:grid-cols-1">
        {lines.map(({ label, texts, note, href }) => (
          <div key={label} className="sm:contents min-[1200px]:block">
            <dt className="text-ink-soft min-[1200px]:text-xs">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
              {texts.length === 0 ? <span className="text-ink-soft">Not given</span> : null}
              {href ? <a href={href}>{texts[0]}</a> : texts.join('\n')}
              {note ? <span className="hint"> {note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
