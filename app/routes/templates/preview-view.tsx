import { Link } from '@remix-run/react';
import { AssessmentForm, type FormState } from '../../components/risk/assessment-form.tsx';
import type { loadPreview } from './preview.server.ts';

/** A template's version as the form that it makes, to try answers in. Nothing of it is stored. */
export function PreviewView({
  versionId,
  preview,
  tried,
  href,
}: {
  versionId: string;
  preview: Awaited<ReturnType<typeof loadPreview>>;
  tried: FormState | undefined;
  /** Where the preview starts afresh. */
  href: string;
}) {
  return (
    <>
      <p className="notice mt-4 max-w-form">
        This is the form as whoever assesses meets it, with your lists of countries of today. Try answers and
        watch the score; nothing is stored. In an assessment, what the record already says is filled in.
      </p>
      <AssessmentForm
        key={versionId}
        content={preview.content}
        lists={preview.lists}
        start={preview.start}
        sources={{}}
        answer={tried}
        isTrial
      >
        <p>
          <Link to={href} reloadDocument>
            Start afresh
          </Link>
        </p>
      </AssessmentForm>
    </>
  );
}
