import { downloadEvidencePack, packChoice } from '#contract/evidence-packs.ts';
import { packScopes } from '#rules/evidence-pack/purposes.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { asMember } from '../../session.server.ts';

const pageOf = { client: '/clients', activity: '/activities' } as const;

/** The form of an evidence panel: the pack is passed on as the API makes it; what was forgotten is said on the record's page. */
export const action = asMember(async ({ api, params, request }) => {
  const scope = packScopes.find((one) => one === params.scope) ?? 'client';
  const scopeId = params.scopeId ?? '';
  const form = await request.formData();
  const choice = packChoice.safeParse({
    purpose: form.get('purpose') ?? undefined,
    withNotes: form.get('withNotes') === 'on',
    withFiles: form.get('withFiles') === 'on',
  });
  if (!choice.success) {
    const text = `${choice.error.issues[0]?.message ?? 'Choose what the pack is for'}, then download it again.`;
    return redirectWithFlash(`${pageOf[scope]}/${encodeURIComponent(scopeId)}?evidence=pack#evidence`, {
      kind: 'warning',
      text,
    });
  }
  return api.stream(downloadEvidencePack, { params: { scope, scopeId }, body: choice.data });
});
