import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClamavScanner } from '#api/integrations/file-scanner/clamav.ts';
import { scanDocuments } from '#api/records/documents/scan-documents-job.ts';
import { readDocumentRequest } from '#contract/document-requests/document-requests.ts';
import {
  listDocuments,
  readDocument,
  removeDocument,
  type StoredDocument,
} from '#contract/documents/documents.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { type Clamav, startClamav } from '#sandbox/clamav/clamav.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { getLink, getRecipient, sentRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { eicar, samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { clientOwner, upload } from './support.ts';

const infected = samplePdf([Buffer.concat([Buffer.from('('), eicar, Buffer.from(')')])]);

describe.each(testEngines)('scanning documents on %s', (engine) => {
  let test: TestApi;
  let clamav: Clamav;
  let nowMs = 0;
  const scanWith = ({ address }: { address: string }) => {
    const port = Number(address.split(':')[1]);
    test.files.files.scanner = createClamavScanner({ host: '127.0.0.1', port }, () => nowMs);
  };
  beforeAll(async () => {
    test = await openTestApi(engine);
    clamav = await startClamav();
  });
  afterAll(async () => {
    await clamav?.close();
    await test?.close();
  });

  const runJob = () => scanDocuments({ db: test.database.db, files: test.files.files, now: test.clock.now });
  const get = (id: string, part: string) =>
    test.fetch(`/api/v1/documents/${id}/${part}`, {
      headers: { Authorization: `Bearer ${test.companies.a.staff.token}` },
    });
  const alerts = async () =>
    (
      await test.request(listAlerts, { query: { type: 'infectedFile' } } as never, {
        as: test.companies.a.owner,
      })
    ).response.items;
  const read = async (id: string): Promise<StoredDocument> =>
    (await test.request(readDocument, { params: { id } }, { as: test.companies.a.staff })).response.document;

  it('quarantines an infected file: an alert is opened, and no one can open the file', async () => {
    scanWith(clamav);
    const { staff } = test.companies.a;
    const owner = await clientOwner(test, staff);
    const picture = Buffer.concat([await samplePicture('jpeg')]);
    const { response } = await upload(test, staff, owner, [
      { name: 'deed.pdf', bytes: infected },
      { name: 'photo.jpg', bytes: picture },
    ]);
    const [bad, good] = response.documents.map(({ document }) => document);
    if (bad === undefined || good === undefined) throw new Error('Two documents were expected.');
    expect(good).toMatchObject({ scanStatus: 'clean', scanThreat: null, hasThumbnail: true });
    expect(bad).toMatchObject({
      scanStatus: 'infected',
      scanThreat: 'Eicar-Test-Signature',
      hasPreview: false,
      hasThumbnail: false,
    });
    expect(response.refused).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('contains malware (Eicar-Test-Signature)'),
      }),
    ]);
    for (const part of ['download', 'preview', 'thumbnail']) {
      const refused = await get(bad.id, part);
      expect([part, refused.status, (await refused.json()).detail]).toEqual([
        part,
        404,
        expect.stringContaining('quarantined'),
      ]);
    }
    expect((await get(good.id, 'download')).status).toBe(200);
    expect(await alerts()).toEqual([
      expect.objectContaining({ severity: 'high', resourceId: owner.ownerId, status: 'open' }),
    ]);
    // Sent again it is the same document, and no second alert.
    const again = await upload(test, staff, owner, [{ name: 'deed.pdf', bytes: infected }]);
    expect(again.response.documents[0]).toMatchObject({ isKnown: true, document: { id: bad.id } });
    expect(await alerts()).toHaveLength(1);

    const body = { version: bad.version, reason: 'Infected' };
    await test.request(removeDocument, { params: { id: bad.id }, body }, { as: staff });
    expect((await alerts()).filter(({ status }) => status === 'open')).toEqual([]);
  });

  it('accepts files while the scanner is down, says that they are not scanned, and scans them later', async () => {
    const { staff } = test.companies.a;
    const owner = await clientOwner(test, staff);
    const stopped = await startClamav();
    await stopped.close();
    nowMs = 0;
    scanWith(stopped);
    const { response } = await upload(test, staff, owner, [
      { name: 'later.pdf', bytes: infected },
      { name: 'clean.pdf', bytes: samplePdf(['(clean)']) },
    ]);
    const ids = response.documents.map(({ document }) => document.id);
    const statuses = () => Promise.all(ids.map(async (id) => (await read(id)).scanStatus));
    expect(await statuses()).toEqual(['notScanned', 'notScanned']);
    expect((await get(ids[0] ?? '', 'download')).status).toBe(200);
    // Still down: nothing changes.
    expect(await runJob()).toEqual({ scanned: 0, notScanned: 0 });
    expect(await statuses()).toEqual(['notScanned', 'notScanned']);
    const before = (await alerts()).length;
    scanWith(clamav);
    expect(await runJob()).toEqual({ scanned: 2, notScanned: 0 });
    expect(await statuses()).toEqual(['infected', 'clean']);
    expect((await get(ids[0] ?? '', 'download')).status).toBe(404);
    expect(await alerts()).toHaveLength(before + 1);
    expect(await runJob()).toEqual({ scanned: 0, notScanned: 0 });
  });

  it('does not count an infected file from a recipient as submitted', async () => {
    scanWith(clamav);
    const { owner } = test.companies.a;
    const request = await sentRequest(test, owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    const itemId = request.items[0]?.id ?? '';
    const before = (await alerts()).length;
    const { response } = await recipient.give(itemId, infected, 'passport.pdf');
    expect(response).toMatchObject({ kept: 0, refused: [expect.stringContaining('contains malware')] });
    expect(response.request.items.find(({ id }) => id === itemId)).toMatchObject({
      status: 'requested',
      files: [],
    });
    expect(await alerts()).toHaveLength(before + 1);
    const seen = await test.request(readDocumentRequest, { params: { id: request.id } }, { as: owner });
    expect(seen.response.items[0]?.documents).toEqual([
      expect.objectContaining({ scanStatus: 'infected', scanThreat: 'Eicar-Test-Signature' }),
    ]);
    expect((await recipient.give(itemId, samplePdf(['(clean)']), 'passport.pdf')).response.kept).toBe(1);
  });

  it('shows that nothing is scanned where there is no scanner', async () => {
    delete test.files.files.scanner;
    const { staff } = test.companies.a;
    const owner = await clientOwner(test, staff);
    await upload(test, staff, owner, [{ name: 'any.pdf', bytes: samplePdf() }]);
    const { response } = await test.request(listDocuments, { params: owner, query: {} }, { as: staff });
    expect(response.documents[0]).toMatchObject({ scanStatus: 'notScanned', scannedAt: null });
    expect(await runJob()).toEqual({ scanned: 0, notScanned: 0 });
  });
});
