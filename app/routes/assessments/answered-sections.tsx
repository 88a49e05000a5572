import { DocumentLine, type ShownDocument } from '../../components/documents/document-line.tsx';
import type { AnsweredSection } from './answered.server.ts';

/** Every question that was asked with its answer and its points, as a table a section; prints as it stands. */
export function AnsweredSections({ sections }: { sections: AnsweredSection[] }) {
  return sections.map((section) => (
    <section key={section.key} className="mt-6" aria-labelledby={`answers-${section.key}`}>
      <h2 id={`answers-${section.key}`} className="mb-2">
        {section.title}
      </h2>
      <div className="overflow-x-auto">
        <table className="panel wide:table-fixed print:break-inside-auto [&_:is(td,tbody_th)]:align-top">
          <thead className="narrow:sr-only">
            <tr>
              <th scope="col" className="w-2/5 print:w-[35%]">
                Question
              </th>
              <th scope="col">Answer</th>
              <th scope="col" className="w-1/5 text-right print:w-[30%]">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {section.questions.map((question) => (
              <tr
                key={question.key}
                className="narrow:grid narrow:border-b narrow:border-line narrow:p-2 narrow:[&_:is(td,th)]:h-auto narrow:[&_:is(td,th)]:border-0 narrow:[&_:is(td,th)]:p-0.5"
              >
                <th scope="row" className="font-normal">
                  {question.text}
                </th>
                <td>
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
                </td>
                <td className="wide:text-right">
                  {question.points === null ? (
                    <span className="text-ink-soft">No points</span>
                  ) : (
                    <>
                      {question.points}
                      <span className="wide:hidden"> points</span>
                      <p className="hint">{question.reckoning}</p>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  ));
}

/** By what a printed assessment and the kept file are told to belong together. */
function Digest({
  document: { sizeText, addedText, shortSha256, removedText },
}: {
  document: ShownDocument;
}) {
  return (
    <p className="[overflow-wrap:anywhere]">
      {sizeText} · {addedText} · SHA-256 <span className="tabular-nums">{shortSha256}…</span>
      {removedText ? ` · ${removedText}` : ''}
    </p>
  );
}
