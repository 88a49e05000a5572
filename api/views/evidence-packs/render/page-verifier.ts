import { createHash } from 'node:crypto';
import type { AuditProof } from '#rules/evidence-pack/audit-proof.ts';
import { pageScript } from '../verifier/programs.ts';

/** Entries that a page contains at most: a browser reads them all at once. */
export const maxEventsInPage = 5000;

/** SHA-256, in base64, of the only script that a pack's page may run. */
export const proofScriptHash = createHash('sha256').update(pageScript).digest('base64');

/** JSON inside a script element, which nothing in it can end. */
const inScript = (json: string) => json.replaceAll('<', '\\u003c');

/** Entries with their proof as data, and the script that verifies them and the ZIP: the end of a pack's page. */
export async function* verifierPart({
  chain,
  lines,
  proof,
  isWhole,
}: {
  chain: string;
  /** Entries, one line of JSON each. */
  lines: AsyncIterable<string>;
  /** Called after the last line. */
  proof: () => Promise<AuditProof>;
  /** Whether the page contains all entries; called after the last line. */
  isWhole: () => boolean;
}): AsyncGenerator<string> {
  yield '<script type="application/jsonl" id="audit-events">\n';
  for await (const line of lines) yield inScript(line);
  yield '</script>\n<script type="application/json" id="audit-proof">';
  const found = await proof();
  yield inScript(JSON.stringify({ chain, isWhole: isWhole(), proof: found }));
  yield `</script>\n<script type="module">${pageScript}</script>`;
}
