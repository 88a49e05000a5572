/**
 * Clients of the demo company with all evidence, verified before approvals were on record: one for the journeys with script, another for those
 * without.
 */
export const approvedBeforeEvidence = {
  chromium: 'Thomas Taylor',
  'no-js': 'Freya Anežka Hill',
} as const;
