import { Link } from '@remix-run/react';
import { AssessmentForm, type FormState } from '../../components/risk/assessment-form.tsx';
import type { loadPreview } from './preview.server.ts';

/** A version rendered as an assessment form, to try answers. Nothing is stored. */
export function PreviewView({
  versionId,
  preview,
  tried,
  href,
}: {
  versionId: string;
  preview: Awaited<ReturnType<typeof loadPreview>>;
  tried: FormState | undefined;
  /** URL of the preview without answers. */
  href: string;
}) {
  return (
    <>
      <p className="notice mt-4 max-w-form">
        Preview of the assessment form using today’s country lists. Nothing is saved. In a real assessment,
        known answers are prefilled.
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
            Reset
          </Link>
        </p>
      </AssessmentForm>
    </>
  );
}
