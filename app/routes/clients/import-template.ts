import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { templateFile } from './import/template.server.ts';

/** The template of an import: its headings, and rows that show how they are filled. */
export const loader = asMember(async ({ me, url, requestId }) => {
  requirePermission(await me(), 'records.write', requestId);
  const { bytes, contentType, fileName } = await templateFile(
    url.pathname.endsWith('.xlsx') ? 'xlsx' : 'csv',
  );
  return new Response(bytes, {
    headers: { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
});
