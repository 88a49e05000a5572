import { downloadEvidencePack, packChoice } from '#contract/views/evidence-packs.ts';
import { packScopes } from '#rules/evidence-pack/purposes.ts';
import { oneButton, onSubmit } from '../../components/forms/form-actions.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { asMember } from '../../session/session.server.ts';

const pageByScope = { client: '/clients', activity: '/activities' } as const;

async function download({ api, params }: MemberArgs, form: FormData) {
  const scope = packScopes.find((packScope) => packScope === params.scope) ?? 'client';
  const scopeId = params.scopeId ?? '';
  const choice = packChoice.safeParse({
    purpose: form.get('purpose') ?? undefined,
    withNotes: form.get('withNotes') === 'on',
    withFiles: form.get('withFiles') === 'on',
  });
  if (!choice.success) {
    const text = `${choice.error.issues[0]?.message ?? 'Select a purpose'}, then download it again.`;
    return redirectWithFlash(`${pageByScope[scope]}/${encodeURIComponent(scopeId)}?evidence=pack#evidence`, {
      kind: 'warning',
      text,
    });
  }
  return api.stream(downloadEvidencePack, { params: { scope, scopeId }, body: choice.data });
}

/** Handles the form of an evidence panel: streams the pack from the API; errors are shown on the record's page. */
export const action = asMember(onSubmit(oneButton(download)));
