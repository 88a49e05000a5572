import { verifyEntriesSource } from './verify-entries.ts';

/** Script of a pack's page: verifies the entries in the page, and says the result. Plain, because it runs from a file in any browser. */
export const pageScript = String.raw`'use strict';
(async () => {
const result = document.getElementById('proof-result');
const show = (kind, text) => {
  result.dataset.result = kind;
  result.textContent = text;
};
if (!globalThis.crypto || !globalThis.crypto.subtle) {
  show('unknown', 'This browser cannot verify the entries. Open this page in a current browser, or use verify.mjs.');
  return;
}
${verifyEntriesSource}
// ---- this page ----

const problems = [];
const problem = (text) => problems.push(text);
show('running', 'Verifying the audit log entries…');
const { chain, isWhole, proof } = JSON.parse(document.getElementById('audit-proof').textContent);
const publicKeys = new Map(proof.publicKeys.map((key) => [key.id, key.publicKey]));
const { canSign, parts } = await verifyProof(proof, publicKeys, problem);
const verifier = entriesVerifier(chain, parts, problem);
const lines = document.getElementById('audit-events').textContent.split('\n').filter((line) => line !== '');
for (const [index, line] of lines.entries()) {
  let event;
  try {
    event = JSON.parse(line);
  } catch {
    problem('Entry in line ' + (index + 1) + ' of the audit log cannot be read');
    continue;
  }
  await verifier.add(event);
}
const keys = [...publicKeys.keys()].join(', ');
if (problems.length > 0) {
  show('changed', 'Changed: ' + problems.slice(0, 5).join('. ') + (problems.length > 5 ? ', and ' + (problems.length - 5) + ' more' : '') + '.');
} else if (!canSign) {
  show('unknown', 'The ' + verifier.counts.events + ' audit log entries match their hashes and the signed tree, but this browser cannot verify Ed25519 signatures. Open this page in a current browser, or use verify.mjs.');
} else {
  show('intact', 'Intact: ' + verifier.counts.events + ' audit log entries, each signed with the key ' + keys + '. ' +
    (isWhole ? '' : 'Further entries are verified by verify.mjs alone. ') + 'Compare the key with the one that Assay publishes.');
}
})().catch((error) => {
  const result = document.getElementById('proof-result');
  result.dataset.result = 'changed';
  result.textContent = 'Changed: the audit log entries in this page cannot be read (' + error.message + ').';
});
`;
