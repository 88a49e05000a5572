import { Form, Link } from '@remix-run/react';
import type { Template } from '#contract/risk/risk-templates.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import type { EditResult } from './edit.server.ts';

/** Confirms discarding the draft, and states what remains of the template. */
export function DiscardQuestion({
  template,
  requestKey,
}: {
  template: Pick<Template, 'published' | 'version'>;
  requestKey: string;
}) {
  return (
    <Form method="post" className="notice notice-warning mt-4 flex max-w-form flex-wrap items-center gap-4">
      <p className="w-full">
        Discard the draft?{' '}
        {template.published
          ? 'The published version stays.'
          : 'The template was never published, so it will be archived.'}
      </p>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={template.version} />
      <SubmitButton variant="danger" name="intent" value="discard">
        Discard the draft
      </SubmitButton>
      <Link to="?">Go back</Link>
    </Form>
  );
}

/** Another user saved the draft meanwhile. Part of the editor's form, whose content can overwrite theirs. */
export function StaleDraft({ stale, reply }: { stale: NonNullable<EditResult['stale']>; reply: unknown }) {
  return (
    <WarningBox id="stale" kind="warning" heading="Someone else saved changes first" reply={reply}>
      <p>{stale.message}</p>
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton variant="secondary" name="overwriteVersion" value={String(stale.savedVersion)}>
          Overwrite with my version
        </SubmitButton>
        <a href="?view=print">View saved version</a>
      </p>
    </WarningBox>
  );
}
