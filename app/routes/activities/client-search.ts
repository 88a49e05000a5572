import { listClients } from '#contract/clients/clients.ts';
import { getMatch } from '../../components/activities/client-matches.server.ts';
import { asMember } from '../../session/session.server.ts';

const maxMatches = 8;

/** `?q=…` returns `{ clients: [{ id, name, detail }] }`, best match first; for an invalid text, `{ message }`. */
export const loader = asMember(async ({ api, url }) => {
  const q = url.searchParams.get('q')?.trim() ?? '';
  const headers = { 'Cache-Control': 'no-store' };
  if (q === '') return Response.json({ clients: [] }, { headers });
  const found = await api.submit(listClients, { query: { q, limit: maxMatches } });
  if (found.ok) return Response.json({ clients: found.value.items.map(getMatch) }, { headers });
  const { fields = {}, detail, title, status } = found.problem;
  const message = fields.q?.join(' ') ?? detail ?? `${title}.`;
  return Response.json({ message }, { status, headers });
});
