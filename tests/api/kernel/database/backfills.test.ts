import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertUrgency, compareAlerts, type QueuedAlert } from '#rules/alerts/alert-order.ts';
import type { AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';
import { getRegimes, type ListSource } from '#rules/sanctions.ts';
import type { ListingTopic } from '#rules/screening/screening-records.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

const at = '2020-03-02T09:00:00.000Z';
const days = (count: number) => new Date(Date.parse(at) + count * 86_400_000).toISOString();

interface OldMatch {
  source: ListSource;
  listName: string;
  programmes: string[];
  topics: ListingTopic[];
}

const sanction: ListingTopic[] = ['sanction'];
const oldMatches: OldMatch[] = [
  { source: 'un', listName: 'UN Security Council', programmes: ['UN Al-Qaida'], topics: sanction },
  { source: 'demo', listName: 'Sandbox list', programmes: [], topics: sanction },
  { source: 'dfat', listName: 'DFAT Consolidated List', programmes: ['1267'], topics: sanction },
  { source: 'ofac', listName: 'OFAC SDN', programmes: ['SDGT', 'UNSC'], topics: sanction },
  { source: 'un', listName: 'UN Security Council', programmes: [], topics: ['other'] },
  { source: 'own', listName: 'UN sanctions', programmes: ['Watched'], topics: sanction },
  { source: 'own', listName: 'Ours', programmes: ['Russia Sanctions Act 2022'], topics: sanction },
  { source: 'opensanctions', listName: 'Gathered', programmes: ['UN-SC1267'], topics: sanction },
  { source: 'opensanctions', listName: 'Gathered', programmes: ['AU-RUSSIA', 'NZ-RUSSIA'], topics: sanction },
  { source: 'opensanctions', listName: 'Gathered', programmes: ['US-SDGT'], topics: sanction },
  { source: 'service', listName: 'Service', programmes: ['nz_designated_terrorists'], topics: sanction },
  { source: 'service', listName: 'Australian autonomous sanctions', programmes: [], topics: sanction },
  { source: 'service', listName: 'Service', programmes: ['US-SDN'], topics: ['pep'] },
  ...[
    [],
    [''],
    ['Autonomous (Russia)'],
    ['Autonomous (Thematic – Corruption)'],
    ['1373 (2001)'],
    ["1267/1989/2253 (ISIL (Da'esh) and Al-Qaida)"],
    ['1988 (Taliban)'],
    ['1718 (DPRK)', 'Autonomous (DPRK)'],
    ['1970 (Libya) 1973 (Libya)'],
    ['1373 (2001)', 'Autonomous (Iran)'],
    ['Autonomous (Iran), 1373 (2001)'],
    ['751 (Somalia and Eritrea)', '2093 (2013)'],
    ['Committee of 2024'],
    ['(1988)'],
    ['13731'],
    ['1988 (Taliban)', 'A committee to come'],
  ].map((programmes) => ({ source: 'dfat' as const, listName: 'DFAT', programmes, topics: sanction })),
  ...(['opensanctions', 'own', 'service'] as const).flatMap((source) =>
    [
      ['AU-RUSSIA'],
      ['AU-UNSC1373'],
      ['AU-UNSC1373', 'AU-SYRIA'],
      ['UN-SC1373'],
      ['UN-SC1373', 'au_dfat_sanctions'],
      ['NZ-UNSC1373'],
      ['AU-TERROR'],
      ['au_dfat_sanctions'],
      ['au_dfat_sanctions', 'UN-SCISIL'],
      ['UN-SCISIL', 'US-SDGT'],
      ['Australian Sanctions Consolidated List', 'UN Security Council Consolidated Sanctions'],
      ['Australian autonomous sanctions', 'NZ-RUSSIA'],
      ['Charter of the United Nations Act 1945 Part 4'],
      ['Charter of the United Nations (Dealing with Assets) Regulations 2008'],
      ['Australian counter-terrorism listing'],
      ['Terrorism Suppression Act 2002'],
      ['Bad payer'],
    ].map((programmes) => ({ source, listName: 'Gathered', programmes, topics: sanction })),
  ),
];

interface OldAlert extends QueuedAlert {
  severity: AlertSeverity;
  type: AlertType;
}

const oldAlerts: OldAlert[] = (
  [
    ['low', 'riskRose', days(-3)],
    ['high', 'riskRose', null],
    ['medium', 'reviewDue', days(4)],
    ['high', 'screeningMatch', days(5)],
    ['high', 'idExpiring', days(-9)],
    ['medium', 'screeningMatch', days(-1)],
    ['high', 'screeningMatch', null],
    ['medium', 'reviewDue', days(4)],
  ] as const
).map(([severity, type, dueAt]) => ({ id: uuidv7(), severity, type, dueAt }));

/** Emails of document requests before the outbox. */
const oldEmails = [
  { status: 'sent', kind: 'request', cause: '1:sent', attempts: 1, sentAt: at },
  { status: 'queued', kind: 'reminder', cause: '1:before:2020-03-09', attempts: 2, sentAt: null },
].map((email) => ({ ...email, id: uuidv7() }));

describe.each(testEngines)('rows that a migration updates on %s', (engine) => {
  let schema: FormerSchema;
  const companyId = uuidv7();
  const memberId = uuidv7();
  const clientId = uuidv7();
  const screeningId = uuidv7();
  const requestId = uuidv7();
  const planRequestId = uuidv7();
  const listIds = new Map<ListSource, string>();
  const activityIds = [uuidv7(), uuidv7()];
  const matchIds = oldMatches.map(() => uuidv7());

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0021');
    for (const { source } of oldMatches) {
      if (!listIds.has(source)) listIds.set(source, source === 'service' ? 'yente' : uuidv7());
    }
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
         VALUES ($1, $2, 'individual', 'individual', 'active', 'Ana Early', 'early ana', '{}', '[]', '{}', '{}', false, 'notStarted',
           'notChecked', 'potential', $3, $4, $3, $4)`,
        [companyId, clientId, at, memberId],
      ],
      [
        `INSERT INTO screenings (company_id, id, client_id, trigger, status, query, threshold, dob_matching, checks, lists, algorithm, at)
         VALUES ($1, $2, $3, 'manual', 'needsReview', '{}', 70, 'exact', '{sanctions}', '[]', 'assay-names 2', $4)`,
        [companyId, screeningId, clientId, at],
      ],
      [
        `INSERT INTO document_requests (company_id, id, client_id, recipient_name, recipient_email, message, status, due_on, created_by,
           created_at, updated_at) VALUES ($1, $2, $3, 'Ana Early', 'ana@example.test', '', 'draft', '2020-03-09', $4, $5, $5)`,
        [companyId, requestId, clientId, memberId, at],
      ],
      ...oldEmails.map(({ id, kind, cause, status, attempts, sentAt }): [string, unknown[]] => [
        `INSERT INTO document_request_mails (company_id, id, request_id, link_number, kind, to_address, cause, status, attempts,
           next_attempt_at, created_at, sent_at) VALUES ($1, $2, $3, 1, $4, 'ana@example.test', $5, $6, $7, $8, $8, $9)`,
        [companyId, id, requestId, kind, cause, status, attempts, at, sentAt],
      ]),
      ...oldAlerts.map(({ id, severity, type, dueAt }): [string, unknown[]] => [
        `INSERT INTO alerts (company_id, id, type, resource_type, resource_id, severity, status, summary, dedupe_key, due_at, created_at,
           updated_at) VALUES ($1, $2::uuid, $3, 'clients', $4, $5, 'open', 'Look', $2::uuid::text, $6, $7, $7)`,
        [companyId, id, type, clientId, severity, dueAt, at],
      ]),
      ...[...listIds].flatMap(([source, id]): [string, unknown[]][] =>
        source === 'service'
          ? []
          : [
              [
                'INSERT INTO screening_lists (id, company_id, source, name, created_at) VALUES ($1, $2, $3, $3, $4)',
                [id, source === 'own' ? companyId : null, source, at],
              ],
            ],
      ),
      ...oldMatches.map(({ source, listName, programmes, topics }, place): [string, unknown[]] => [
        `INSERT INTO screening_matches (company_id, id, screening_id, client_id, alert_id, list_id, list_version, list_name, entity_id,
           entity_revision, fingerprint, change, topics, score, features, entity, status, found_at)
         VALUES ($1, $2::uuid, $3, $4, $5, $6, '1', $7, $2::uuid::text, '1', 'f', 'added', $8, 0.9, '[]', $9, 'pending', $10)`,
        [
          companyId,
          matchIds[place],
          screeningId,
          clientId,
          oldAlerts[3]?.id,
          listIds.get(source),
          listName,
          topics,
          JSON.stringify({ topics, programmes }),
          at,
        ],
      ]),
    ]);
    await schema.migrate((name) => name < '0027');
    await schema.asOwner([
      ...(
        [
          ['in_1', 1, null, at],
          ['in_2', 2, at, null],
        ] as const
      ).map(([invoiceId, tries, nextTryAt, mailedAt]): [string, unknown[]] => [
        `INSERT INTO payment_failure_mails (company_id, invoice_id, member_id, invoice_number, total, currency, failed_at, stops_at, tries,
           next_try_at, mailed_at) VALUES ($1, $2, $3, 'A-1', 17135, 'NZD', $4, $5, $6, $7, $8)`,
        [companyId, invoiceId, memberId, at, days(7), tries, nextTryAt, mailedAt],
      ]),
      [
        `INSERT INTO plan_requests (company_id, id, contact_name, contact_email, message, created_at, created_by)
         VALUES ($1, $2, 'Ola Sampleton', 'ola@example.test', 'Twelve offices', $3, $4)`,
        [companyId, planRequestId, at, memberId],
      ],
    ]);
    await schema.migrate((name) => name < '0029');
    await schema.asOwner([
      ...['2020-05-01', null].flatMap((settlementOn, place): [string, unknown[]][] => [
        [
          `INSERT INTO activities (company_id, id, reference, name, search_text, activity_type, status, currency, cash_expected,
             funds_countries, settlement_on, created_at, created_by, updated_at, updated_by)
           VALUES ($1, $2::uuid, $2::uuid::text, 'A sale', ' a sale', 'propertySale', 'toDo', 'NZD', false, '{}', $3, $4, $5, $4, $5)`,
          [companyId, activityIds[place], settlementOn, at, memberId],
        ],
        [
          `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
           VALUES ($1, $2, 'activities.create', $3, 'h', 201, $4, $5)`,
          [companyId, memberId, `key-${place}`, JSON.stringify({ id: activityIds[place], settlementOn }), at],
        ],
      ]),
      ...(['un', 'dfat'] as const).map((source): [string, unknown[]] => [
        `INSERT INTO screening_list_versions (list_id, version, status, format, sha256, file_names, received_at, received_by, used_since)
         VALUES ($1, 1, 'inUse', $2, repeat('a', 64), '{list.csv}', $3, 'command', $3)`,
        [listIds.get(source), source, at],
      ]),
      [
        `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
         VALUES ($1, $2, 'activities.create', 'refused', 'h', 422, '{"code":"request.invalid"}', $3)`,
        [companyId, memberId, at],
      ],
    ]);
    await schema.migrate((name) => name < '0125');
    // As found since: the first migration read the Security Council in any programme that contains its letters.
    await schema.asOwner([
      [
        `UPDATE screening_matches SET regimes = array_remove(regimes, 'un')
          WHERE entity -> 'programmes' ?| ARRAY['AU-UNSC1373', 'NZ-UNSC1373']`,
      ],
    ]);
    await schema.migrate();
  });
  afterAll(() => schema?.close());

  test('matches have the regimes that the rules derive', async () => {
    const rows = await schema.asOwner([['SELECT id, regimes FROM screening_matches']]);
    const found = new Map(rows.map(({ id, regimes }) => [id, regimes]));
    expect(found.size).toBe(oldMatches.length);
    for (const [place, { source, listName, programmes, topics }] of oldMatches.entries()) {
      const wanted = getRegimes({ source, listName, entity: { topics, programmes } });
      expect([source, listName, programmes, found.get(matchIds[place])]).toEqual([
        source,
        listName,
        programmes,
        wanted,
      ]);
    }
  });

  test('versions of Australia’s list hold the designations of both of its own laws, the UN’s only its own', async () => {
    const rows = await schema.asOwner([
      ['SELECT format, regimes FROM screening_list_versions ORDER BY format'],
    ]);
    expect(rows).toEqual([
      { format: 'dfat', regimes: ['dfat', 'auTerrorism'] },
      { format: 'un', regimes: ['un'] },
    ]);
  });

  test('alerts keep their opening severity, in the order of the rules', async () => {
    const rows = await schema.asOwner([
      ['SELECT id, severity, raised_from, urgency FROM alerts ORDER BY urgency, due_order, id'],
    ]);
    expect(rows).toEqual(
      oldAlerts.toSorted(compareAlerts).map(({ id, severity, type }) => ({
        id,
        severity,
        raised_from: null,
        urgency: alertUrgency({ severity, type }),
      })),
    );
  });

  test('emails of document requests are in the outbox, in order and unchanged', async () => {
    const rows = await schema.asOwner([
      [
        `SELECT id, record, kind, cause, client_id, payload, status, attempts, sent_at IS NOT NULL AS is_sent FROM outbox
          WHERE company_id = $1 AND kind = 'documentRequest' ORDER BY sequence`,
        [companyId],
      ],
    ]);
    expect(rows).toEqual(
      oldEmails.map(({ id, kind, cause, status, attempts, sentAt }) => ({
        id,
        record: `documentRequest:${requestId}`,
        kind: 'documentRequest',
        cause,
        client_id: clientId,
        payload: { requestId, linkNumber: 1, email: kind, to: 'ana@example.test' },
        status,
        attempts,
        is_sent: sentAt !== null,
      })),
    );
  });

  test('emails of billing are in the outbox, and none is sent twice', async () => {
    const rows = await schema.asOwner([
      [
        `SELECT kind, record, cause, payload, status, attempts, due_at = $2 AS is_due FROM outbox
          WHERE company_id = $1 AND kind <> 'documentRequest' ORDER BY sequence`,
        [companyId, at],
      ],
    ]);
    const payments = rows.slice(0, 2) as { payload: { failedAt: string; stopsAt: string } }[];
    for (const { payload } of payments) {
      expect(payload).toMatchObject({ memberId, invoiceNumber: 'A-1', total: 17135, currency: 'NZD' });
      expect(new Date(payload.failedAt).toISOString()).toBe(at);
      expect(new Date(payload.stopsAt).toISOString()).toBe(days(7));
    }
    expect(rows.map(({ kind, cause, status, attempts }) => [kind, cause, status, attempts])).toEqual([
      ['paymentFailed', 'in_1', 'sent', 1],
      ['paymentFailed', 'in_2', 'queued', 2],
      ['planRequest', 'requested', 'queued', 0],
    ]);
    expect(rows[2]).toMatchObject({
      record: `planRequest:${planRequestId}`,
      payload: { planRequestId },
      is_due: true,
    });
  });

  test('activities and stored responses have their settlement day as the first one', async () => {
    const rows = await schema.asOwner([
      ['SELECT settlement_first_agreed_on AS first FROM activities ORDER BY settlement_on NULLS LAST'],
    ]);
    expect(rows).toEqual([{ first: '2020-05-01' }, { first: null }]);
    const keys = await schema.asOwner([
      [`SELECT body FROM request_keys WHERE endpoint = 'activities.create' ORDER BY key`],
    ]);
    expect(keys.map(({ body }) => body)).toEqual([
      { id: activityIds[0], settlementOn: '2020-05-01', settlementFirstAgreedOn: '2020-05-01' },
      { id: activityIds[1], settlementOn: null, settlementFirstAgreedOn: null },
      { code: 'request.invalid' },
    ]);
  });
});
