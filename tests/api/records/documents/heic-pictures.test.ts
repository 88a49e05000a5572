import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawPictures } from '#api/records/documents/draw-pictures-job.ts';
import { readDocumentRequest } from '#contract/document-requests/document-requests.ts';
import {
  listDocuments,
  readDocument,
  removeDocument,
  type StoredDocument,
} from '#contract/documents/documents.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { getLink, getRecipient, sentRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { heicFile } from '#tests/support/files/heic-files.ts';
import { sampleHeic, samplePlace } from '#tests/support/files/sample-files.ts';
import { clientOwner, filesOnDisk, upload } from './support.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Colours of the corners: at the top from left to right, then at the bottom. */
async function corners(jpeg: Buffer): Promise<string> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const names: Record<string, string> = { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' };
  const colour = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return names[[...data.subarray(from, from + 3)].map((part) => (part > 127 ? 1 : 0)).join('')];
  };
  const [right, bottom] = [info.width - 4, info.height - 4];
  return [colour(3, 3), colour(right, 3), colour(3, bottom), colour(right, bottom)].join(' ');
}

describe.each(testEngines)('pictures of HEIC files on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterEach(() => {
    test.files.files.decodingLimits = {};
  });
  afterAll(() => test?.close());

  const getBytes = async (id: string, part: string) => {
    const response = await test.fetch(`/api/v1/documents/${id}/${part}`, {
      headers: { Authorization: `Bearer ${test.companies.a.staff.token}` },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const uploadHeic = async (bytes: Buffer, name = 'IMG_1.HEIC') => {
    const { staff } = test.companies.a;
    const owner = await clientOwner(test, staff);
    return { owner, sent: await upload(test, staff, owner, [{ name, bytes }]) };
  };
  const stored = async (bytes: Buffer): Promise<StoredDocument> => {
    const { response } = (await uploadHeic(bytes)).sent;
    if (response.documents[0] === undefined) throw new Error('Nothing was stored.');
    return response.documents[0].document;
  };
  const read = async (id: string) =>
    (await test.request(readDocument, { params: { id } }, { as: test.companies.a.staff })).response.document;

  it.each([
    ['upright', {}, [128, 96], 'red green blue white'],
    ['a quarter turn', { turns: 1 }, [96, 128], 'green white red blue'],
    ['a half turn', { turns: 2 }, [128, 96], 'white blue green red'],
    ['three quarter turns', { turns: 3 }, [96, 128], 'blue red white green'],
    ['top and bottom exchanged', { mirror: 0 }, [128, 96], 'blue white red green'],
    ['left and right exchanged', { mirror: 1 }, [128, 96], 'green red white blue'],
    ['turned and mirrored', { turns: 1, mirror: 1 }, [96, 128], 'white green blue red'],
    ['four tiles', { grid: { width: 256, height: 192 } }, [256, 192], 'red green blue white'],
    ['many tiles', { grid: { width: 2048, height: 1536, rows: 16 } }, [2000, 1500], 'red green blue white'],
    ['turned tiles', { grid: { width: 250, height: 190 }, turns: 3 }, [190, 250], 'blue red white green'],
  ] as const)('shows the right way round: %s', async (_, parts, size, colours) => {
    const heic = heicFile(parts);
    const { id, hasPreview, hasThumbnail } = await stored(heic);
    expect({ hasPreview, hasThumbnail }).toEqual({ hasPreview: true, hasThumbnail: true });
    const { response, bytes } = await getBytes(id, 'preview');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="IMG_1.heic.jpg"/);
    expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
    const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
    expect({ format, exif, orientation, size: [width, height] }).toEqual({
      format: 'jpeg',
      exif: undefined,
      orientation: undefined,
      size,
    });
    expect(await corners(bytes)).toBe(colours);
    const small = await getBytes(id, 'thumbnail');
    expect(small.response.headers.get('content-type')).toBe('image/jpeg');
    const thumbnail = await sharp(small.bytes).metadata();
    expect(Math.max(thumbnail.width, thumbnail.height)).toBeLessThanOrEqual(192);
    expect(await corners(small.bytes)).toBe(colours);
    const original = await getBytes(id, 'download');
    expect(original.bytes.equals(heic)).toBe(true);
  });

  it('turns nothing by Exif data, and shows no location', async () => {
    const heic = await sampleHeic();
    const { id, sha256: storedDigest, receivedSha256 } = await stored(heic);
    expect(receivedSha256).toBe(sha256(heic));
    const { bytes } = await getBytes(id, 'preview');
    expect(await corners(bytes)).toBe('red green blue white');
    const original = await getBytes(id, 'download');
    expect(original.response.headers.get('content-type')).toBe('image/heic');
    expect(sha256(original.bytes)).toBe(storedDigest);
    for (const { includes } of [bytes, original.bytes].map((file) => ({
      includes: file.includes(samplePlace.text),
    })))
      expect(includes).toBe(false);
  });

  it('shows staff the picture that a recipient submitted', async () => {
    const { owner } = test.companies.a;
    const request = await sentRequest(test, owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    const [passport] = (await recipient.read()).response.items;
    const given = await recipient.give(passport?.id ?? '', heicFile({ turns: 3 }), 'IMG_2.HEIC');
    expect(given.status).toBe(200);
    const { response } = await test.request(
      readDocumentRequest,
      { params: { id: request.id } },
      { as: owner },
    );
    const [document] = response.items[0]?.documents ?? [];
    expect(document).toMatchObject({ uploadedBy: 'client', hasThumbnail: true, hasPreview: true });
    expect(await corners((await getBytes(document?.id ?? '', 'preview')).bytes)).toBe('blue red white green');
    const damaged = await recipient.give(passport?.id ?? '', heicFile({ coded: Buffer.alloc(80) }), 'b.heic');
    expect(damaged.problem.fields?.file?.[0]).toContain('b.heic is damaged');
  });

  it.each([
    ['by its properties', heicFile({ declared: { width: 60_000, height: 60_000 } })],
    ['by its grid', heicFile({ grid: { width: 60_000, height: 60_000 } })],
    ['and too long a side', heicFile({ declared: { width: 4_000_000_000, height: 1 } }), '4,000,000,000 × 1'],
  ])(
    'rejects a picture of too many pixels, %s, and stores nothing',
    async (_, heic, size = '60,000 × 60,000') => {
      const before = await filesOnDisk(test);
      const { sent, owner } = await uploadHeic(heic, 'bomb.heic');
      const { status, problem } = sent;
      expect(status).toBe(422);
      expect(problem.detail).toBe(
        `bomb.heic has ${size} dots, which is more than can be opened safely. Make the picture smaller, then add it.`,
      );
      expect(await filesOnDisk(test)).toEqual(before);
      const { response } = await test.request(
        listDocuments,
        { params: owner, query: {} },
        { as: test.companies.a.staff },
      );
      expect(response.documents).toEqual([]);
    },
  );

  it('compares the size with what is coded, not only with what is declared', async () => {
    test.files.files.decodingLimits = { maxPixels: 10_000 };
    const { status, problem } = (await uploadHeic(heicFile())).sent;
    expect([status, problem.detail]).toEqual([422, expect.stringContaining('IMG_1.HEIC has 128 × 96 dots')]);
  });

  it.each([
    ['that is empty', Buffer.alloc(0)],
    ['of zeros', Buffer.alloc(200)],
    ['that ends early', heicFile().subarray(-230, -100)],
    ['that is no picture', Buffer.alloc(200, 7)],
  ])('rejects a damaged picture %s, and stores nothing', async (_, coded) => {
    const before = await filesOnDisk(test);
    const { status, problem } = (await uploadHeic(heicFile({ coded }))).sent;
    expect(status).toBe(422);
    expect(problem.detail).toContain('IMG_1.HEIC is damaged: it ends early or cannot be read.');
    expect(await filesOnDisk(test)).toEqual(before);
  });

  it.each([
    ['more time', heicFile(), { maxMs: 1 }],
    ['more memory', heicFile({ grid: { width: 3072, height: 2304, rows: 24 } }), { maxMemoryBytes: 1 }],
    ['another profile', heicFile({ profile: 4, coded: Buffer.alloc(200) }), {}],
  ])('stores a file without a picture if the decoder needs %s', async (_, heic, limits) => {
    test.files.files.decodingLimits = limits;
    const { id, hasPreview, hasThumbnail } = await stored(heic);
    expect({ hasPreview, hasThumbnail }).toEqual({ hasPreview: false, hasThumbnail: false });
    for (const part of ['preview', 'thumbnail']) expect((await getBytes(id, part)).response.status).toBe(404);
    expect((await getBytes(id, 'download')).bytes.equals(heic)).toBe(true);
  });

  describe('of former versions', () => {
    const runJob = () => drawPictures({ db: test.database.db, files: test.files.files, now: test.clock.now });
    /** A document as a former version stored it. */
    const storedBefore = async (heic: Buffer) => {
      test.files.files.decodingLimits = { maxMs: 1 };
      const document = await stored(heic);
      test.files.files.decodingLimits = {};
      await test.database.asSuperuser('UPDATE assay.documents SET picture_due = true WHERE id = $1', [
        document.id,
      ]);
      return document;
    };

    it('are made once by a job, and removed with the file', async () => {
      const { id, version } = await storedBefore(heicFile({ turns: 1 }));
      const damaged = await storedBefore(heicFile({ coded: Buffer.alloc(200), profile: 4 }));
      expect(await runJob()).toEqual({ drawn: 1, without: 1, unreadable: 0 });
      expect(await read(id)).toMatchObject({ version, hasPreview: true, hasThumbnail: true });
      expect(await read(damaged.id)).toMatchObject({ hasPreview: false, hasThumbnail: false });
      expect(await corners((await getBytes(id, 'preview')).bytes)).toBe('green white red blue');
      expect(await runJob()).toEqual({ drawn: 0, without: 0, unreadable: 0 });
      const kept = async () => (await filesOnDisk(test)).kept.filter((path) => path.includes(id));
      expect(await kept()).toHaveLength(2);
      const body = { version, reason: 'Not needed' };
      await test.request(removeDocument, { params: { id }, body }, { as: test.companies.a.staff });
      expect(await kept()).toEqual([]);
    });

    it('are tried again if the file cannot be read now', async () => {
      const { id } = await storedBefore(heicFile());
      const { storage } = test.files.files;
      test.files.files.storage = { ...storage, read: () => Promise.reject(new Error('Unreachable.')) };
      try {
        expect(await runJob()).toEqual({ drawn: 0, without: 0, unreadable: 1 });
      } finally {
        test.files.files.storage = storage;
      }
      expect(await runJob()).toEqual({ drawn: 1, without: 0, unreadable: 0 });
      expect(await read(id)).toMatchObject({ hasPreview: true });
    });
  });
});
