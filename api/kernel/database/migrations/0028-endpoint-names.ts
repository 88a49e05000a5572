import type { Migration } from './migration.ts';

/** Former operation ids of the API, with their replacements. */
const renamed: readonly (readonly [former: string, current: string])[] = [
  ['activities.move', 'activities.transition'],
  ['alerts.move', 'alerts.transition'],
  ['clients.move', 'clients.transition'],
  ['enrolments.move', 'enrolments.transition'],
  ['members.move', 'members.transition'],
  ['platform.users.move', 'platform.users.transition'],
  ['reviews.move', 'reviews.transition'],
  ['clients.assign', 'clients.bulkAssign'],
  ['clients.assignFiltered', 'clients.bulkAssignByFilter'],
  ['clients.enrolTicked', 'clients.bulkEnrol'],
  ['clients.enrolFiltered', 'clients.bulkEnrolByFilter'],
  ['clientImports.choose', 'clientImports.selectRows'],
  ['businessVerifications.choose', 'businessVerifications.orderExtract'],
  ['businessVerifications.continue', 'businessVerifications.resumeExpansion'],
  ['businessVerifications.settleMismatch', 'businessVerifications.resolveMismatch'],
  ['individualVerifications.verifyAgain', 'individualVerifications.reopen'],
  ['members.inviteAgain', 'members.resendInvitation'],
  ['platform.users.inviteAgain', 'platform.users.resendInvitation'],
  ['publicRequests.giveDetails', 'publicRequests.submitDetails'],
  ['publicRequests.giveFiles', 'publicRequests.uploadFiles'],
  ['retention.hold', 'legalHolds.place'],
  ['retention.liftHold', 'legalHolds.release'],
  ['reviews.ask', 'reviews.request'],
  ['screeningLists.decideHeld', 'screeningLists.decidePendingVersion'],
];

/** Endpoints whose responses list actions; those of all others list transitions. */
const withActions = '^(individualVerifications|businessVerifications|assessments|documentRequests)[.]';

/**
 * Renames endpoints, and properties of their responses, in stored idempotency keys, so that a request repeated across the upgrade gets
 * its first response.
 */
const endpointNames = `
UPDATE request_keys
   SET endpoint = renamed.current || substr(endpoint, length(renamed.former) + 1)
  FROM (VALUES ${renamed.map(([former, current]) => `('${former}', '${current}')`).join(', ')}) AS renamed (former, current)
 WHERE endpoint = renamed.former OR endpoint LIKE renamed.former || ' %';

UPDATE request_keys
   SET body = replace(replace(replace(body::text, '"moves":', '"actions":'), '{"act":', '{"action":'),
         '"givenEvidence":', '"submittedEvidence":')::json
 WHERE endpoint ~ '${withActions}' AND body IS NOT NULL;

UPDATE request_keys
   SET body = replace(replace(body::text, '"moves":', '"transitions":'), '"cddMoves":', '"cddTransitions":')::json
 WHERE NOT endpoint ~ '${withActions}' AND body IS NOT NULL;
`;

export const endpointNamesMigration: Migration = { name: '0028-endpoint-names', sql: endpointNames };
