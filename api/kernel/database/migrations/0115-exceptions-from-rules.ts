import type { Migration } from './migration.ts';

/**
 * Of an approved exception: why, until which day, for which findings, and for which name and birth date. Decisions against the findings without an approval are known by
 * `opposes_findings` and do not count; nothing is assumed for them.
 */
const approvals = `
ALTER TABLE individual_verifications
  ADD COLUMN exception_approval_reason text,
  ADD COLUMN exception_ends_on date,
  ADD COLUMN exception_approved_for text[],
  ADD COLUMN exception_identity_hash text COLLATE "C";
UPDATE individual_verifications SET exception_ends_on = (exception ->> 'endsOn')::date WHERE exception_approved_at IS NOT NULL;
`;

/** A request repeated across the upgrade gets its first response, in the form of this version. */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || '{"exceptionApproval":null,"exceptionMissing":false}')::json
 WHERE endpoint LIKE 'individualVerifications.%' AND body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND body::jsonb -> 'rulePassed' IS NOT NULL;
`;

export const exceptionsFromRulesMigration: Migration = {
  name: '0115-exceptions-from-rules',
  sql: [approvals, storedResponses].join('\n'),
};
