/**
 * Sentences of screens and emails that say what follows from an act, each with the tests that try what it says: file under tests/ and title.
 * A sentence of several screens has a test for each.
 */
export const promises: Record<string, readonly (readonly [file: string, title: string])[]> = {
  'The file is then permanently deleted.': [
    [
      'api/records/documents/removal.test.ts',
      'requires two people outside of a draft: the bytes are deleted on the second confirmation',
    ],
  ],
  'Its name stays on record with both your names and the reason.': [
    [
      'api/records/documents/removal.test.ts',
      'requires two people outside of a draft: the bytes are deleted on the second confirmation',
    ],
  ],
  'The file is permanently deleted.': [
    [
      'api/records/documents/removal.test.ts',
      'is rejected where no one else could confirm, and done by one person in a draft',
    ],
  ],
  'Its name stays on record with your name and the reason.': [
    [
      'api/records/documents/removal.test.ts',
      'is rejected where no one else could confirm, and done by one person in a draft',
    ],
  ],
  '{}Its records are not affected.': [
    ['routes/clients/saved-views.test.ts', 'renames, and deletes on confirmation'],
  ],
  'You will be signed in here and signed out everywhere else, and the link will stop working.': [
    [
      'routes/auth/password-reset.test.ts',
      'opens a form from the email without consuming the link, sets the password once and signs in',
    ],
  ],
  'No data is lost.': [
    [
      'e2e/activities/activities.spec.ts',
      'putting on hold requires confirmation, and resuming restores the status',
    ],
    [
      'routes/support-access.test.ts',
      'says before a restriction what members can do then, which is what they can',
    ],
  ],
  'A cancelled {} stays on record and cannot be changed.': [
    [
      'routes/activities/activities.test.ts',
      'requires confirmation of a cancellation; the details are read-only afterwards',
    ],
  ],
  'Members can add and change records again immediately.': [
    [
      'routes/support-access.test.ts',
      'says before a restriction what members can do then, which is what they can',
    ],
  ],
  'Client records are closed until company setup is complete, which members can still do.': [
    ['routes/support-access.test.ts', 'says of a company that is being set up that its records are closed'],
  ],
  'Your team can work again when the restriction is lifted.': [
    [
      'routes/support-access.test.ts',
      'says before a restriction what members can do then, which is what they can',
    ],
  ],
  'They lose access to this company at once, until reactivated.': [
    [
      'api/views/platform/platform.test.ts',
      'suspend a user at once, reactivate them, and never suspend the last owner',
    ],
  ],
  'They can sign in again, with their previous permissions and until their access end date, if any.': [
    [
      'api/records/team/team.test.ts',
      'ends a suspended member’s session at the next request, and reactivates',
    ],
  ],
  'The previous link stops working.': [['api/views/platform/platform.test.ts', 'resend an invitation']],
  'A person with an Assay account at another company joins with that account.': [
    [
      'api/records/team/further-companies.test.ts',
      'are invited with the address that they use elsewhere, and join when they accept',
    ],
  ],
  'The removal and reason stay in the history': [
    [
      'api/checks/business-verifications/business-verifications.test.ts',
      'records the nominator of a nominee holding manually',
    ],
  ],
  'An archived client stays archived.': [
    [
      'unit/rules/lifecycles.test.ts',
      'allows each pair of the table and rejects every other with its reason',
    ],
  ],
  'The finding stays in the history.': [
    [
      'routes/clients/parties-and-findings.test.ts',
      'records and withdraws findings, each with its author, and preserves input on rejection',
    ],
  ],
  'The line stays on record with your reason and no longer counts.': [
    [
      'api/records/funds-lines/funds-lines.test.ts',
      'reopens the requirement for a line added, rejected, changed or withdrawn, or a removed document',
    ],
  ],
  'It leaves the list and stays in the history.': [
    [
      'api/records/funds-lines/funds-lines.test.ts',
      'reopens the requirement for a line added, rejected, changed or withdrawn, or a removed document',
    ],
  ],
  'Unfinished imports are deleted after 30 days.': [
    ['api/records/clients/import.test.ts', 'deletes rows older than a month by the nightly job, once'],
  ],
  'Created clients are not affected.': [
    [
      'api/records/clients/import.test.ts',
      'deletes the rows of a discarded import, which accepts nothing more and is not listed',
    ],
  ],
  'The uploaded rows and error details are deleted.': [
    [
      'api/records/clients/import.test.ts',
      'deletes the rows of a discarded import, which accepts nothing more and is not listed',
    ],
  ],
  'Merging cannot be undone.': [
    ['api/follow-up/client-merging/merging.test.ts', 'cannot be changed by any command once merged'],
  ],
  '{} stays readable as “Merged into {}”, with its history, and is no longer changed.': [
    [
      'api/follow-up/client-merging/merging.test.ts',
      'joins the records, and leads from the merged one to the other',
    ],
  ],
  'They stay on record as a former related party from {} to the end date.': [
    [
      'api/records/parties/parties.test.ts',
      'ends a party once, on a day between its first and today, at the current version',
    ],
  ],
  'The old link no longer works.': [
    [
      'api/follow-up/document-requests/requests.test.ts',
      'invalidates the old link at once when a new one is sent',
    ],
  ],
  'Its link no longer works.': [
    [
      'api/follow-up/document-requests/requests.test.ts',
      'isolates companies, and without a subscription rejects new requests but continues sent ones',
    ],
  ],
  'The previous link stops working immediately.': [
    [
      'api/follow-up/document-requests/requests.test.ts',
      'invalidates the old link at once when a new one is sent',
    ],
  ],
  'Submitted items are not affected.': [
    [
      'api/follow-up/document-requests/requests.test.ts',
      'leaves submitted items as they are when a new link is sent',
    ],
  ],
  'Earlier links no longer work.': [
    [
      'api/follow-up/document-requests/requests.test.ts',
      'invalidates the old link at once when a new one is sent',
    ],
  ],
  'Its results no longer count.': [
    [
      'api/checks/individual-verifications/decisions.test.ts',
      'removes a document entered by mistake, with its checks',
    ],
  ],
  'It remains in the timeline.': [
    [
      'api/checks/individual-verifications/decisions.test.ts',
      'removes a document entered by mistake, with its checks',
    ],
  ],
  'Any earlier link stops working.': [
    [
      'api/checks/individual-verifications/remote.test.ts',
      'invalidates the earlier link when another one is sent',
    ],
  ],
  'The link stops working immediately.': [
    [
      'api/checks/individual-verifications/remote.test.ts',
      'sends failed links by the job, and polls for missing callbacks',
    ],
  ],
  'Earlier results stay in the timeline.': [
    [
      'api/checks/individual-verifications/remote.test.ts',
      'expires evidence on its day, warns once of each expiring document, and verifies again',
    ],
  ],
  'The full number is deleted after the decision.': [
    [
      'api/checks/individual-verifications/electronic.test.ts',
      'passes with the person present with the document, and is decided by a reviewer',
    ],
  ],
  'Photos will be deleted by the verification provider': [
    [
      'api/checks/individual-verifications/image-deletion.test.ts',
      'is requested after the seventh day, once, and recorded as the provider confirms it',
    ],
  ],
  'Invitations are emailed and expire after 72 hours.': [
    ['api/records/team/team.test.ts', 'accepts a link for 72 hours and no longer'],
  ],
  'It stays on record but no longer applies.': [
    [
      'api/checks/risk-assessments/assessments.test.ts',
      'voids with a reason, and leaves the client without a level',
    ],
  ],
  'This cannot be undone.': [
    [
      'api/checks/individual-verifications/remote.test.ts',
      'sends failed links by the job, and polls for missing callbacks',
    ],
    [
      'routes/risk-assessments/decisions.test.ts',
      'voids it with a reason, and offers no decision afterwards',
    ],
    [
      'api/follow-up/retention/retention.test.ts',
      'two people destroy a client with its records; the log still verifies, a certificate remains',
    ],
  ],
  'The template was never published, so it will be archived.': [
    [
      'api/records/risk-templates/templates.test.ts',
      'archives a template that was never published when its draft is discarded',
    ],
  ],
  '{} existing assessments are unaffected.': [
    [
      'api/checks/risk-assessments/guards.test.ts',
      'reject a replaced version, or an archived template, for a new assessment',
    ],
  ],
  'Audit events are no longer sent.': [
    [
      'api/views/audit-stream/audit-stream.test.ts',
      'sends nothing more once the receiver is removed, not even what was waiting',
    ],
  ],
  'All details, documents, verifications, assessments, requests and {} solely for this client are permanently destroyed.':
    [
      [
        'api/follow-up/retention/retention.test.ts',
        'two people destroy a client with its records; the log still verifies, a certificate remains',
      ],
    ],
  'Another owner or compliance officer must confirm before the records are destroyed.': [
    [
      'api/follow-up/retention/retention.test.ts',
      'two people destroy a client with its records; the log still verifies, a certificate remains',
    ],
  ],
  'They lose access at once, until reactivated.': [
    [
      'api/records/team/team.test.ts',
      'ends a suspended member’s session at the next request, and reactivates',
    ],
  ],
  'Their work is not affected.': [
    [
      'api/records/team/team.test.ts',
      'ends a suspended member’s session at the next request, and reactivates',
    ],
  ],
  'They lose access at once.': [
    [
      'api/records/team/team.test.ts',
      'hands over a removed member’s clients, retains the name, and allows another invitation',
    ],
  ],
  'Their name stays in the history.': [
    [
      'api/records/team/team.test.ts',
      'hands over a removed member’s clients, retains the name, and allows another invitation',
    ],
  ],
  'The email link stops working.': [
    [
      'api/records/team/team.test.ts',
      'ends a link after 72 hours or withdrawal, and allows another invitation',
    ],
  ],
  'This is you: you will lose access.': [
    [
      'api/records/team/team.test.ts',
      'ends a suspended member’s session at the next request, and reactivates',
    ],
  ],
  'A changed list is screened within minutes, regardless of frequency': [
    [
      'api/follow-up/monitoring-runs/runs.test.ts',
      'compare clients only with the entries that a new list version changed',
    ],
  ],
  'When a list changes, all monitored clients are rescreened against the changes within minutes.': [
    [
      'api/follow-up/monitoring-runs/runs.test.ts',
      'compare clients only with the entries that a new list version changed',
    ],
  ],
  'New enrolments are screened within minutes, then on schedule.': [
    [
      'api/follow-up/monitoring-runs/runs.test.ts',
      'screen each client once and lose or repeat no alert when killed twice',
    ],
  ],
  'It will be deleted for everyone in the company.': [
    [
      'api/records/saved-views.test.ts',
      'can be shared, changed and deleted as shared ones by an owner or the compliance officer alone',
    ],
  ],
};

/** Sentences with the same words that say what was, or what to do. */
export const statements = [
  'no longer applies',
  'It no longer counts: it has ended, or something else is not met than when it was approved.',
  'Issuers and data sources are checked immediately',
  'If the link no longer works, sign in to join.',
  'Choose which are emailed.',
  'This cannot be undone',
];
