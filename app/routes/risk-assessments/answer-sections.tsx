import { DocumentLine, type DocumentView } from '../../components/documents/document-line.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import type { AnsweredSection } from './answer-sections.server.ts';

const columns: Column<AnsweredSection['questions'][number]>[] = [
  { title: 'Question', isRowHeader: true, className: 'w-2/5 print:w-[35%]', cell: ({ text }) => text },
  { title: 'Answer', label: '', cell: (question) => <Answer question={question} /> },
  {
    title: 'Points',
    label: '',
    isFigure: true,
    className: 'w-1/5 print:w-[30%]',
    cell: ({ points, reckoning }) =>
      points === null ? (
        <span className="text-ink-soft">No points</span>
      ) : (
        <>
          {points}
          <span className="wide:hidden"> points</span>
          <p className="hint">{reckoning}</p>
        </>
      ),
  },
];

function Answer({ question }: { question: AnsweredSection['questions'][number] }) {
  return (
    <>
      <span className="font-semibold whitespace-pre-line">{question.answer}</span>
      {question.comment ? <p className="whitespace-pre-line">{question.comment}</p> : null}
      {question.documents.length > 0 ? (
        <ul className="mt-1 grid gap-2" aria-label="Evidence">
          {question.documents.map((document) => (
            <li key={document.id}>
              <DocumentLine document={document} details={<Digest document={document} />} />
            </li>
          ))}
        </ul>
      ) : null}
      {question.notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </>
  );
}

/** All visible questions with their answers and points, one table per section, on screen and in print. */
export function AnsweredSections({ sections }: { sections: AnsweredSection[] }) {
  return sections.map((section) => (
    <section key={section.key} className="mt-6" aria-labelledby={`answers-${section.key}`}>
      <h2 id={`answers-${section.key}`} className="mb-2">
        {section.title}
      </h2>
      <DataTable
        look="sides"
        onCard
        caption={section.title}
        columns={columns}
        rows={section.questions}
        rowKey={({ key }) => key}
      />
    </section>
  ));
}

/** The hash that ties a printed assessment to the stored file. */
function Digest({
  document: { sizeLabel, addedLabel, shortSha256, removedLabel },
}: {
  document: DocumentView;
}) {
  return (
    <p className="[overflow-wrap:anywhere]">
      {sizeLabel} · {addedLabel} · SHA-256 <span className="tabular-nums">{shortSha256}…</span>
      {removedLabel ? ` · ${removedLabel}` : ''}
    </p>
  );
}
