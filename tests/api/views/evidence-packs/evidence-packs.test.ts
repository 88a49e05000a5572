import { createHash, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { readSigningKeys, toProofKeys } from '#api/kernel/audit/signing-keys.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createActivity } from '#contract/activities.ts';
import { recordPermit, withdrawPermit } from '#contract/cdd/sanctions-permits.ts';
import { createClient, readClientHistory } from '#contract/clients/clients.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { endpoints } from '#contract/endpoints.ts';
import { decideMatch } from '#contract/monitoring/screenings.ts';
import { requestReview } from '#contract/risk/reviews.ts';
import { listEvidencePacks } from '#contract/views/evidence-packs.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { permitRegimes } from '#rules/firm/sanctions-permits.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { submittedRequest } from '#tests/support/api/document-requests.ts';
import { individualWithEvidence, transitionClientTo } from '#tests/support/api/due-diligence.ts';
import {
  filesInZip,
  getManifest,
  requestPack,
  runVerifier,
  verifyFiles,
  writeFiles,
} from '#tests/support/api/evidence-packs.ts';
import { foundAlert } from '#tests/support/api/monitoring.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { approvedAssessment, publishedTemplate, sampleContent } from '#tests/support/api/risk.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import {
  accreditedResult,
  exceptionRecord,
  personToVerify,
  relianceStatement,
  started,
} from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { formWith, samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { newSigningKey, testSigningKeys } from '#tests/support/signing-keys.ts';
import { sampleRequest } from '../../kernel/http/sample-requests.ts';

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });

/** File names that have escaped folders, hidden files or broken programs before. */
const hostileNames = [
  '../../outside.pdf',
  'CON.pdf',
  'a\u202efdp.exe.pdf',
  '<img src=x onerror=alert(1)>.pdf',
];

describe('evidence packs', () => {
  let test: TestApi;
  let a: TestCompany;
  let folder: string;
  let clientId: string;
  let activityId: string;
  let zip: Buffer;
  let files: Map<string, Buffer>;

  /** Creates the records for a request of another area's tests in the company. */
  async function setUp(id: string, company: TestCompany) {
    const endpoint = endpoints.find((endpoint) => endpoint.id === id);
    if (endpoint === undefined) throw new Error(`${id} is gone`);
    return sampleRequest(endpoint, { test, company, person: company.owner });
  }

  async function pack(of: { scope: string; scopeId: string }, body?: Parameters<typeof requestPack>[3]) {
    const response = await requestPack(test, a.auditor, of, body);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  beforeAll(async () => {
    test = await openTestApi(testEngine);
    ({ a } = test.companies);
    folder = await mkdtemp(join(tmpdir(), 'assay-packs-'));
    const as = { as: a.owner };
    const body = {
      clientType: 'individual' as const,
      individual: { givenNames: 'Ngaire <script>alert(1)</script>', familyName: 'Packedsample' },
      confirmations: ['likelyDuplicates' as const],
    };
    clientId = (await test.request(createClient, { body }, as)).response.id;
    const bytes = [...hostileNames.keys()].map((index) => samplePdf([`<< /Page ${index} >>`]));
    const form = formWith(hostileNames.map((name, index) => ({ name, bytes: bytes[index] ?? Buffer.of() })));
    form.append('file', new Blob([Uint8Array.from(await samplePicture('png'))]), 'ngā pōhutukawa.png');
    const owner = { ownerType: 'client' as const, ownerId: clientId };
    await test.request(uploadDocuments, { params: owner, body: form } as never, as);
    const content = sampleContent();
    const template = await publishedTemplate(test, a.owner, { content });
    await approvedAssessment(test, a.owner, { clientId, template }, [
      { key: 'q', value: 'low', comment: 'Known since school' },
    ]);
    await openedAlert(test, a, { resourceId: clientId, summary: 'Risk increased with the new answers.' });
    const parties = [{ clientId, capacity: 'customer' as const }];
    const activity = { name: 'Sale of 9 Sample Street', activityType: 'matter' as const, parties };
    activityId = (await test.request(createActivity, { body: activity }, as)).response.id;
    // A recorded suspicion, which no pack may disclose.
    await asTenant(test.database.db, a.id, (trx) =>
      recordEvent(trx, test.clock, {
        companyId: a.id,
        actor: { type: 'user', id: a.owner.id, role: 'owner' },
        action: 'suspicion.raised',
        resourceType: 'client',
        resourceId: clientId,
        reason: 'Suspiciouslysecret cash',
        detail: {},
        requestId: 'tests',
      }),
    );
    zip = await pack({ scope: 'client', scopeId: clientId });
    files = await filesInZip(zip);
    await writeFiles(join(folder, 'whole'), files);
    await writeFile(join(folder, 'verify.mjs'), files.get('verify.mjs') ?? '');
    await writeFile(join(folder, 'whole.zip'), zip);
    await writeFile(join(folder, 'key.pem'), pem(testSigningKeys.current.publicKey));
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  const verify = (path: string, options = ['--public-key', join(folder, 'key.pem')]) =>
    runVerifier(join(folder, 'verify.mjs'), join(folder, path), options);

  it('shows an accredited service’s confirmation, and the basis of reliance and an exception', async () => {
    const client = await personToVerify(test, a.staff);
    await started(test, a.staff, client.id, { method: 'distf', accreditedService: accreditedResult });
    await started(test, a.staff, client.id, {
      method: 'reliance',
      reliance: { ...relianceStatement, basis: 'case', reasons: 'One purchase, seen last month' },
    });
    await started(test, a.staff, client.id, { method: 'exception', exception: exceptionRecord });
    const own = await filesInZip(await pack({ scope: 'client', scopeId: client.id }));
    const page = own.get('index.html')?.toString() ?? '';
    for (const text of [
      'Accredited digital identity service',
      'Invented Identity Check, Invented Identity',
      'DISTF 0042, identification service',
      'nz.ivcop.distf-2026-07-01',
      'Harbour Law, supervised by DIA',
      'One purchase, seen last month',
      exceptionRecord.stepsTaken,
      exceptionRecord.policy,
    ]) {
      expect(page).toContain(text);
    }
  });

  it('contains the record, its documents and its audit log, and no suspicions', async () => {
    const page = files.get('index.html')?.toString() ?? '';
    expect(page).toContain('Ngaire &lt;script&gt;alert(1)&lt;/script&gt; Packedsample');
    // Two scripts of data and the one that verifies them, which alone may run.
    expect(page.match(/<script\b[^>]*>/g)).toEqual([
      '<script type="application/jsonl" id="audit-events">',
      '<script type="application/json" id="audit-proof">',
      '<script type="module">',
    ]);
    expect(page).toMatch(/script-src 'sha256-[\w+/]{43}='"/);
    expect(page).not.toMatch(/<(link|img|iframe|object)|src="|url\(/);
    for (const text of ['Known since school', 'Risk increased with the new answers.', 'Independent audit']) {
      expect(page).toContain(text);
    }
    const documents = [...files.keys()].filter((path) => path.startsWith('documents/'));
    expect(documents).toHaveLength(hostileNames.length + 1);
    expect(documents.every((path) => /^documents\/\d{4} [^/\\<>:"|?*]+$/u.test(path))).toBe(true);
    expect(documents.join()).toContain('ngā pōhutukawa.png');
    expect(documents.join()).not.toMatch(/\.\.|\u202e/);
    const index = JSON.parse(files.get('data/documents.json')?.toString() ?? '[]');
    for (const { path, document } of index) {
      expect(
        createHash('sha256')
          .update(files.get(path) ?? '')
          .digest('hex'),
      ).toBe(document.sha256);
    }
    const trail = files.get('data/audit-events.jsonl')?.toString() ?? '';
    for (const action of ['client.created', 'document.added', 'riskAssessment.approved', 'export.started']) {
      expect(trail).toContain(`"action":"${action}"`);
    }
    const everything = Buffer.concat([...files.values()]).toString('latin1');
    expect(everything).not.toMatch(/suspicion\.|Suspiciouslysecret/);
  });

  it('is verified by plain Node, unpacked and zipped, with the public key alone', async () => {
    const answers = [await verify('whole'), await verify('whole.zip')];
    const { files: listed, audit } = getManifest(files);
    for (const { code, said } of answers) {
      expect(said).toContain('VERIFIED: nothing was altered since Assay signed this pack.');
      expect(said).toContain(`${listed.length} files: names, sizes and content, with the manifest.`);
      expect(said).toContain(`The manifest with its signature, by the key ${testSigningKeys.current.id}.`);
      expect(said).toContain(`${audit.events} audit log entries: hashes, order, and place in `);
      expect(said).toContain('The numbers of the entries, with those in the manifest.');
      expect(said).toContain(
        `${hostileNames.length + 1} documents with the audit log entries that recorded them.`,
      );
      expect(code).toBe(0);
    }
    await writeFile(
      join(folder, 'published.json'),
      JSON.stringify({ keys: [{ id: 'k', publicKey: pem(testSigningKeys.current.publicKey) }] }),
    );
    expect((await verify('whole.zip', ['--public-key', join(folder, 'published.json')])).code).toBe(0);
    const own = await verify('whole.zip', []);
    expect(own.code).toBe(3);
    expect(own.said).toContain('NOT PROVEN');
    expect(own.said).toContain(`Whether the key ${testSigningKeys.current.id} is Assay’s`);
    await writeFile(join(folder, 'other.pem'), pem(readSigningKeys(newSigningKey()).current.publicKey));
    const wrong = await verify('whole.zip', ['--public-key', join(folder, 'other.pem')]);
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('manifest.json: it was signed with another key');
    expect(wrong.said).toMatch(/Signed batch \d+: it was signed with another key/);
    expect((await verify('whole.zip', ['--public-key', join(folder, 'verify.mjs')])).code).toBe(2);
  });

  it('shows the hash of its manifest on the record, in its audit log and in the pack', async () => {
    const sha256 = createHash('sha256')
      .update(files.get('manifest.json') ?? '')
      .digest('hex');
    expect((await verify('whole')).said).toContain(sha256);
    const { response } = await test.request(
      listEvidencePacks,
      { params: { scope: 'client', scopeId: clientId } },
      { as: a.staff },
    );
    const bytes = [...files]
      .filter(([path]) => !path.startsWith('manifest.'))
      .reduce((sum, [, content]) => sum + content.length, 0);
    expect(response.packs[0]).toMatchObject({
      status: 'ready',
      purpose: 'audit',
      manifestSha256: sha256,
      files: getManifest(files).files.length,
      bytes,
      requestedBy: { id: a.auditor.id },
    });
    const history = await test.request(
      readClientHistory,
      { params: { id: clientId }, query: {} },
      { as: a.owner },
    );
    expect(history.response.events.map(({ action }) => action).slice(0, 2)).toEqual([
      'export.ready',
      'export.started',
    ]);
  });

  it('reports every file with one changed byte', async () => {
    const keys = toProofKeys(testSigningKeys.publicKeys);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        // Changing every file at once would mask some: each is changed alone, all in one run.
        for (const [path, bytes] of files) {
          const changed = Buffer.from(bytes);
          const at = place % Math.max(1, bytes.length);
          changed[at] = (bytes[at] ?? 0) ^ flip;
          const { verdict, problems } = await verifyFiles(new Map([...files, [path, changed]]), keys);
          expect([path, verdict]).toEqual([path, 'altered']);
          // A changed signature is reported with what it signs.
          expect(problems.join()).toContain(path === 'manifest.signature.json' ? 'manifest' : path);
        }
      }),
      { numRuns: 5 },
    );
  });

  it('reports every key of the manifest and the proof under another name', async () => {
    const keys = toProofKeys(testSigningKeys.publicKeys);
    for (const path of ['manifest.json', 'manifest.signature.json', 'data/audit-proof.json']) {
      const text = files.get(path)?.toString() ?? '';
      const names = new Set([...text.matchAll(/"(\w+)":/g)].map(([, name = '']) => name));
      expect(names.size).toBeGreaterThan(4);
      for (const name of names) {
        const changed = new Map([...files, [path, Buffer.from(text.replaceAll(`"${name}":`, '"other":'))]]);
        const { verdict, problems } = await verifyFiles(changed, keys);
        expect([path, name, verdict]).toEqual([path, name, 'altered']);
        expect(problems.join()).toMatch(/manifest|audit-proof/);
      }
    }
  });

  it('reports a missing file, an added one, and a truncated ZIP', async () => {
    const [missing = ''] = [...files.keys()].filter((path) => path.startsWith('documents/'));
    await unlink(join(folder, 'whole', missing));
    await writeFile(join(folder, 'whole', 'documents', 'added.txt'), 'added');
    const { code, said } = await verify('whole');
    expect(said).toContain(`Missing: ${missing}`);
    expect(said).toContain('Added: documents/added.txt');
    expect(code).toBe(1);
    await unlink(join(folder, 'whole', 'documents', 'added.txt'));
    await writeFile(join(folder, 'whole', missing), files.get(missing) ?? '');
    await writeFile(join(folder, 'cut.zip'), zip.subarray(0, zip.length - 100));
    expect((await verify('cut.zip')).code).toBe(2);
  });

  it('omits notes and documents by choice, and still verifies', async () => {
    const bare = await filesInZip(
      await pack(
        { scope: 'client', scopeId: clientId },
        { purpose: 'subjectAccess', withNotes: false, withFiles: false },
      ),
    );
    const everything = Buffer.concat([...bare.values()]).toString();
    expect(everything).not.toContain('Known since school');
    expect([...bare.keys()].some((path) => path.startsWith('documents/'))).toBe(false);
    expect(bare.get('index.html')?.toString()).toContain('Excluded');
    await writeFiles(join(folder, 'bare'), bare);
    expect((await verify('bare')).said).toContain('; 0 with their details');
    expect((await verify('bare')).code).toBe(0);
  });

  it('lists a document whose bytes were removed, and one missing from storage', async () => {
    const [lost] = await asTenant(test.database.db, a.id, (trx) =>
      trx
        .selectFrom('documents')
        .select(['id', 'storage_key', 'file_name'])
        .where('owner_id', '=', clientId)
        .orderBy('id')
        .limit(1)
        .execute(),
    );
    if (lost === undefined) throw new Error('There are no documents.');
    const kept = join(test.files.folder, 'files', lost.storage_key);
    const bytes = await readFile(kept);
    await unlink(kept);
    const without = await filesInZip(await pack({ scope: 'client', scopeId: clientId }));
    await writeFile(kept, bytes);
    expect(getManifest(without).missing).toHaveLength(1);
    await writeFiles(join(folder, 'without'), without);
    const { code, said } = await verify('without');
    expect(said).toContain('Assay could not read it when the pack was created');
    expect(code).toBe(0);
  });

  it('of an activity contains its work and names its clients', async () => {
    const of = await filesInZip(
      await pack({ scope: 'activity', scopeId: activityId }, { purpose: 'regulator', withNotes: true }),
    );
    const page = of.get('index.html')?.toString() ?? '';
    for (const text of ['Sale of 9 Sample Street', 'Packedsample', 'Regulator request'])
      expect(page).toContain(text);
    // The client's own file is part of the client's pack.
    expect([...of.keys()].some((path) => path.startsWith('documents/'))).toBe(false);
    await writeFiles(join(folder, 'activity'), of);
    expect((await verify('activity')).code).toBe(0);
  });

  it.each(['individualVerifications.decide', 'businessVerifications.resolveMismatch'])(
    'contains the record of %s',
    async (id) => {
      const sample = await setUp(id, a);
      const endpoint = endpoints.find((endpoint) => endpoint.id === id);
      const decided = await test.request(
        endpoint as never,
        { ...sample, requestKey: crypto.randomUUID() } as never,
        { as: a.owner },
      );
      const { client } = decided.response as { client: { id: string } };
      const of = await filesInZip(await pack({ scope: 'client', scopeId: client.id }));
      const page = of.get('index.html')?.toString() ?? '';
      const wanted = id.startsWith('individual') ? ['Decided', 'Clause'] : ['<svg', 'Record and register'];
      for (const text of wanted) expect(page).toContain(text);
      await writeFiles(join(folder, id), of);
      expect((await verify(id)).code).toBe(0);
    },
  );

  it('contains a client’s requests with their timeline and submissions', async () => {
    const request = await submittedRequest(test, a.owner);
    const of = await filesInZip(await pack({ scope: 'client', scopeId: request.clientId }));
    const page = of.get('index.html')?.toString() ?? '';
    expect(page).toContain('Opened by the recipient');
    expect(page).toContain('Submitted');
    expect([...of.keys()].some((path) => path.startsWith('documents/'))).toBe(true);
    // The request's link, which would open it to anyone, is not part of it.
    expect(Buffer.concat([...of.values()]).toString()).not.toContain('/document_request/');
  });

  it('contains source of funds and wealth as a section and as CSV, staff’s notes only by choice', async () => {
    const { id } = await addClient(test, a, 'Fundedsample');
    await verifiedSource(test, a.owner, id, { from: '=SUM(A1) of the vineyard' });
    const whole = await filesInZip(await pack({ scope: 'client', scopeId: id }));
    const page = whole.get('index.html')?.toString() ?? '';
    for (const text of [
      'Source of wealth: Sale of a business',
      'NZD 640,000.00',
      'Compared with the settlement',
    ])
      expect(page).toContain(text);
    const [head, row] = (whole.get('data/source-of-funds.csv')?.toString() ?? '').split('\r\n');
    expect(head).toContain('Client,Explains,Kind,Amount,Currency,From');
    expect(row).toContain(`Source of wealth,Sale of a business,640000.00,NZD,'=SUM(A1) of the vineyard`);
    const [dossier] = JSON.parse(whole.get('data/clients.json')?.toString() ?? '[]');
    expect(dossier.funds.coverage).toMatchObject([{ of: 'wealth', evidence: 'verified' }]);
    const bare = await filesInZip(
      await pack({ scope: 'client', scopeId: id }, { purpose: 'audit', withNotes: false }),
    );
    expect(bare.get('index.html')?.toString()).not.toContain('Compared with the settlement');
  });

  it('contains approvals, values over time and permits, as sections, data and CSV', async () => {
    const id = await individualWithEvidence(test, a, { familyName: 'Historysample' });
    for (const to of ['inProgress', 'readyForReview'] as const) {
      await transitionClientTo(test, a.staff, id, { lifecycle: 'cdd', to });
    }
    const reason = '=Met twice in person';
    await transitionClientTo(test, a.owner, id, { lifecycle: 'cdd', to: 'verified', reason });
    const form = formWith([{ name: 'permit of the minister.pdf', bytes: samplePdf(['<< /Page 77 >>']) }]);
    const uploaded = await test.request(
      uploadDocuments,
      { params: { ownerType: 'client', ownerId: id }, body: form } as never,
      { as: a.owner },
    );
    const permit = {
      country: 'NZL' as const,
      regimes: permitRegimes('NZL'),
      authority: 'Prime Minister',
      number: 'PM-2026-7',
      documentId: uploaded.response.documents[0]?.document?.id ?? '',
      acts: ['startWork' as const],
      scope: 'Legal fees only',
      validFrom: addDays(testDay(), -60),
      validTo: addDays(testDay(), 60),
    };
    const recorded = await test.request(recordPermit, { params: { id }, body: permit }, { as: a.owner });
    expect(recorded.status).toBe(201);
    const withdrawal = { version: recorded.response.version, reason: 'Issued in error' };
    await test.request(
      withdrawPermit,
      { params: { id: recorded.response.id }, body: withdrawal },
      { as: a.owner },
    );
    const officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
    const sent = await requestPack(test, officer, { scope: 'client', scopeId: id });
    const held = await filesInZip(Buffer.from(await sent.arrayBuffer()));
    const page = held.get('index.html')?.toString() ?? '';
    const [dossier] = JSON.parse(held.get('data/clients.json')?.toString() ?? '[]');
    const [decision] = dossier.cddDecisions;
    for (const text of [
      `${officer.name}, compliance officer`,
      'PEP status: Not a PEP',
      'CDD decisions',
      `by ${a.owner.name}`,
      reason,
      decision.packs[0],
      decision.itemsDigest,
      'Screened on',
      'Values over time',
      'On record now',
      'Sanctions permits',
      'PM-2026-7',
      'Legal fees only',
      'Issued in error',
    ]) {
      expect(page).toContain(text);
    }
    expect(createHash('sha256').update(canonicalJson(decision.items)).digest('hex')).toBe(
      decision.itemsDigest,
    );
    const { periods } = (
      await test.request(readClientHistory, { params: { id }, query: {} }, { as: a.owner })
    ).response;
    expect(dossier.periods).toEqual(periods.map(({ event: _event, ...period }) => period));
    expect(dossier.periods).toContainEqual(
      expect.objectContaining({ kind: 'cddStatus', value: 'verified', to: null }),
    );
    expect(dossier.sanctionsPermits).toMatchObject([
      { number: 'PM-2026-7', approved: null, withdrawn: { reason: 'Issued in error' } },
    ]);
    const getLines = (path: string) => (held.get(path)?.toString() ?? '').trimEnd().split('\r\n');
    expect(getLines('data/values-over-time.csv')).toHaveLength(1 + periods.length);
    expect(getLines('data/values-over-time.csv').join()).toContain('CDD status,Verified,');
    expect(getLines('data/sanctions-permits.csv')[1]).toContain('PM-2026-7,Prime Minister,New Zealand');
    const csvDecision = getLines('data/cdd-decisions.csv')[1];
    expect(csvDecision).toContain(decision.itemsDigest);
    expect(csvDecision).toContain(`'${reason}`);
    await writeFiles(join(folder, 'history'), held);
    expect((await verify('history')).code).toBe(0);
    const bare = await filesInZip(
      await pack({ scope: 'client', scopeId: id }, { purpose: 'audit', withNotes: false }),
    );
    // The audit log retains the reason of the transition itself: its hash covers it.
    for (const path of ['index.html', 'data/clients.json', 'data/cdd-decisions.csv']) {
      expect([path, bare.get(path)?.toString()]).toEqual([
        path,
        expect.not.stringContaining('Met twice in person'),
      ]);
    }
  });

  it('of an activity contains the permits of its clients with their documents', async () => {
    const { id } = await addClient(test, a, 'Permittedsample');
    const form = formWith([
      { name: 'licence.pdf', bytes: samplePdf(['<< /Page 78 >>']) },
      { name: 'diary.pdf', bytes: samplePdf(['<< /Page 79 >>']) },
    ]);
    const { response } = await test.request(
      uploadDocuments,
      { params: { ownerType: 'client', ownerId: id }, body: form } as never,
      { as: a.owner },
    );
    const body = {
      country: 'NZL' as const,
      regimes: permitRegimes('NZL'),
      authority: 'Prime Minister',
      number: 'PM-2026-8',
      documentId: response.documents[0]?.document?.id ?? '',
      acts: ['startWork' as const],
      scope: 'One sale',
      validFrom: addDays(testDay(), -60),
      validTo: addDays(testDay(), 60),
    };
    await test.request(recordPermit, { params: { id }, body }, { as: a.owner });
    const activity = {
      name: 'Sale under a permit',
      activityType: 'matter' as const,
      parties: [{ clientId: id, capacity: 'customer' as const }],
    };
    const created = await test.request(createActivity, { body: activity }, { as: a.owner });
    const of = await filesInZip(await pack({ scope: 'activity', scopeId: created.response.id }));
    expect(of.get('index.html')?.toString()).toContain('Sanctions permit PM-2026-8 of');
    const documents = [...of.keys()].filter((path) => path.startsWith('documents/'));
    expect(documents).toEqual([expect.stringContaining('licence.pdf')]);
  });

  it('contains a client’s screenings, decisions with reasons, and reviews', async () => {
    const { id } = await addClient(test, a, 'Screenedsample');
    const { matches } = await foundAlert(test, a, id);
    const [match] = matches;
    const decision = {
      decision: 'falsePositive' as const,
      reasonCode: 'otherBirthDate' as const,
      reason: 'Born in another century',
      version: match?.version ?? 0,
    };
    const as = { as: a.owner };
    const params = { id: match?.id ?? '' };
    expect((await test.request(decideMatch, { params, body: decision }, as)).status).toBe(200);
    const review = { cause: 'The ownership changed', dueOn: '2099-01-31' };
    expect((await test.request(requestReview, { params: { id }, body: review }, as)).status).toBe(201);
    const held = await filesInZip(await pack({ scope: 'client', scopeId: id }));
    const page = held.get('index.html')?.toString() ?? '';
    for (const text of [
      'Sample list, version 1',
      'Same name',
      'Born in another century',
      a.owner.name,
      'The ownership changed',
      '31 January 2099',
    ]) {
      expect(page).toContain(text);
    }
    const [dossier] = JSON.parse(held.get('data/clients.json')?.toString() ?? '[]');
    expect(dossier.screenings).toMatchObject([
      { status: 'resolved', matches: [{ status: 'falsePositive', reasonCode: 'otherBirthDate' }] },
    ]);
    expect(dossier.reviews).toMatchObject([{ kind: 'triggered', dueOn: '2099-01-31' }]);
    const trail = held.get('data/audit-events.jsonl')?.toString() ?? '';
    for (const action of ['screening.matched', 'screening.matchDecided', 'review.']) {
      expect(trail).toContain(`"action":"${action}`);
    }
  });

  it('never mixes two companies, nor two clients', async () => {
    const { b } = test.companies;
    const body = (familyName: string) => ({
      body: { clientType: 'individual' as const, individual: { givenNames: 'Wiremu', familyName } },
    });
    const theirs = (await test.request(createClient, body('Foreignsample'), { as: b.owner })).response;
    const other = (await test.request(createClient, body('Neighboursample'), { as: a.owner })).response;
    for (const scopeId of [theirs.id, crypto.randomUUID()]) {
      const refused = await requestPack(test, a.owner, { scope: 'client', scopeId });
      expect([scopeId, refused.status]).toEqual([scopeId, 404]);
    }
    const both = await Promise.all([
      requestPack(test, a.owner, { scope: 'client', scopeId: clientId }),
      requestPack(test, b.owner, { scope: 'client', scopeId: theirs.id }),
      requestPack(test, a.owner, { scope: 'client', scopeId: other.id }),
    ]);
    const [ours, foreign, neighbour] = await Promise.all(
      both.map(async (response) =>
        Buffer.concat([...(await filesInZip(Buffer.from(await response.arrayBuffer()))).values()]).toString(),
      ),
    );
    expect(ours).not.toMatch(/Foreignsample|Neighboursample|Wattle Partners/);
    expect(foreign).not.toMatch(/Packedsample|Neighboursample|Kauri Advisory/);
    expect(neighbour).not.toMatch(/Packedsample|Foreignsample/);
  });

  it('records an interrupted download, without blocking others meanwhile', async () => {
    const of = { scope: 'client' as const, scopeId: clientId };
    const response = await requestPack(test, a.owner, of);
    const reader = response.body?.getReader();
    await reader?.read();
    // The records were read and unlocked: a slow download blocks no one else.
    expect(
      (await test.request(readClientHistory, { params: { id: clientId }, query: {} }, { as: a.owner }))
        .status,
    ).toBe(200);
    await reader?.cancel();
    const latest = async () =>
      (await test.request(listEvidencePacks, { params: of }, { as: a.owner })).response.packs[0];
    await expect.poll(async () => (await latest())?.status, { timeout: 60_000 }).toBe('failed');
    expect(await latest()).toMatchObject({ manifestSha256: null, requestedBy: { id: a.owner.id } });
  });
});
