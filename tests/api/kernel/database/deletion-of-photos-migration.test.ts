import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

type Statement = [text: string, values: unknown[]];

const at = '2026-06-01T00:00:00.000Z';
const later = '2026-06-05T00:00:00.000Z';
const [companyId, memberId, clientId] = [uuidv7(), uuidv7(), uuidv7()];
const ids = { purged: uuidv7(), cancelled: uuidv7(), reopened: uuidv7(), sighted: uuidv7() };

const verification = (id: string, status: string, capture: string | null, purgedAt?: string): Statement => [
  `INSERT INTO individual_verifications (company_id, id, client_id, method, status, capture_reference,
     images_held_until, images_purged_at, created_at, created_by, updated_at)
   VALUES ($1, $2, $3, 'electronicRemote', $4, $5, $6, $6, $7, $8, $9)`,
  [companyId, id, clientId, status, capture, purgedAt ?? null, at, memberId, later],
];

const event = (id: string, kind: string, actor: string, text: string): Statement => [
  `INSERT INTO verification_events (company_id, id, verification_id, at, kind, text, actor_type)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  [companyId, uuidv7(), id, at, kind, text, actor],
];

const check = (id: string, type: string, reference: string): Statement => [
  `INSERT INTO verification_checks (company_id, id, verification_id, round, type, outcome, reference, at)
   VALUES ($1, $2, $3, 1, $4, 'match', $5, $6)`,
  [companyId, uuidv7(), id, type, reference, at],
];

const scope = uuidv7();
const storedNote = 'A note with “"imagesPurgedAt":null” in it';

describe.each(testEngines)('verifications whose photos nobody asked to delete on %s', (engine) => {
  let schema: FormerSchema;

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0110');
    await schema.asOwner([
      [
        `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
         VALUES ($1, 'Kauri Conveyancing', '{NZL}', 'Pacific/Auckland', $2, 'system', $2)`,
        [companyId, at],
      ],
      [
        `INSERT INTO members (id, company_id, login_id, name, role, status, created_at, created_by, updated_at)
         VALUES ($1, $2, 'owner@example.test', 'Invented Owner', 'owner', 'active', $3, 'system', $3)`,
        [memberId, companyId, at],
      ],
      [
        `INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags,
           individual, pre_commencement, cdd_status, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, 'individual', 'individual', 'onboarding', 'Invented', 'invented', '{}', '[]', '{}', '{}', false, 'notStarted',
           'notChecked', 'notChecked', $3, $4, $3, $4)`,
        [companyId, clientId, at, memberId],
      ],
      verification(ids.purged, 'needsReview', 'capture-purged', later),
      verification(ids.cancelled, 'cancelled', 'capture-cancelled'),
      verification(ids.reopened, 'notStarted', null),
      verification(ids.sighted, 'needsReview', null),
      check(ids.purged, 'face', 'capture-purged'),
      check(ids.reopened, 'face', 'capture-reopened'),
      check(ids.reopened, 'liveness', 'capture-reopened'),
      check(ids.sighted, 'dataSource', 'answer-of-a-source'),
      event(ids.purged, 'captureDone', 'client', 'The person photographed a document and their face.'),
      event(ids.purged, 'imagesPurged', 'provider', 'The checking service has deleted the photos.'),
      [
        `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
         VALUES ($1, $1, 'individualVerifications.decide', 'key', 'hash', 200, $2, $3)`,
        [scope, JSON.stringify({ imagesHeldUntil: later, imagesPurgedAt: later, note: storedNote }), at],
      ],
    ]);
    await schema.migrate();
  }, 600_000);
  afterAll(() => schema?.close());

  test('have captures whose deletion is neither requested nor confirmed', async () => {
    const rows = await schema.asOwner([
      [
        `SELECT capture_reference, verification_id, ended_at, deletion_requested_at, deletion_next_try_at, deleted_at
           FROM verification_captures ORDER BY capture_reference`,
        [],
      ],
    ]);
    const none = { deletion_requested_at: null, deletion_next_try_at: null, deleted_at: null };
    const iso = rows.map(({ ended_at, ...row }) => ({
      ...row,
      ended_at: ended_at === null ? null : new Date(ended_at as string).toISOString(),
    }));
    expect(iso).toEqual([
      { ...none, capture_reference: 'capture-cancelled', verification_id: ids.cancelled, ended_at: later },
      { ...none, capture_reference: 'capture-purged', verification_id: ids.purged, ended_at: null },
      { ...none, capture_reference: 'capture-reopened', verification_id: ids.reopened, ended_at: at },
    ]);
  });

  test('claim no confirmation, neither in their history nor in stored responses', async () => {
    const events = await schema.asOwner([
      ['SELECT kind, actor_type, text FROM verification_events ORDER BY kind', []],
    ]);
    expect(events).toEqual([
      {
        kind: 'captureDone',
        actor_type: 'client',
        text: 'The person photographed a document and their face.',
      },
      {
        kind: 'imageDeletionNotConfirmed',
        actor_type: 'system',
        text: expect.stringContaining('was not asked and has not confirmed it'),
      },
    ]);
    expect(await schema.asOwner([['SELECT body FROM request_keys', []]])).toEqual([
      { body: { imagesHeldUntil: later, imagesPurgedAt: null, imageDeletion: null, note: storedNote } },
    ]);
  });
});
