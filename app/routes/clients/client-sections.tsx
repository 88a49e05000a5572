import { DetailPanel, type DetailSection } from '../../components/detail-panel.tsx';

/** A client's record as labels and texts, in a column beside the work if the screen is wide. */
export function ClientSections({ sections }: { sections: readonly DetailSection[] }) {
  return (
    <section id="details" className="grid min-w-0 scroll-mt-4 gap-6" aria-label="Details">
      {sections.map((section) => (
        <DetailPanel key={section.heading} section={section} aside className="min-w-0" />
      ))}
    </section>
  );
}
