import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankLocationOrAll } from '#api/records/documents/inspection/tiff-location.ts';
import { type DocumentFiles, discardFiles, receiveFile } from '#api/records/documents/receive-file.ts';
import { hostilePdfs } from '#tests/support/files/hostile-files.ts';
import {
  pdfObjectStream,
  pdfStream,
  sampleHeic,
  samplePdf,
  samplePicture,
  samplePlace,
} from '#tests/support/files/sample-files.ts';

describe('file inspection', () => {
  let folder: string;
  let files: DocumentFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-inspection-'));
    files = { storage: undefined as never, incomingFolder: folder };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Result of an inspection: the message of the rejection, or the stored file. */
  async function inspectAndStore(bytes: Uint8Array, fileName = 'a.file') {
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      Buffer.from(bytes.subarray(index * 65_536, (index + 1) * 65_536)),
    );
    const file = await receiveFile(files, { field: 'file', fileName, stream: Readable.from(chunks) });
    if (!file.ok) return { message: file.message };
    const kept = await readFile(file.path);
    await discardFiles([file]);
    return { ...file, kept };
  }
  const sentence = async (bytes: Uint8Array) => {
    const { message = 'It was kept' } = (await inspectAndStore(bytes)) as { message?: string };
    return message;
  };

  describe('PDF files', () => {
    it('stores a PDF without active content', async () => {
      const contents = pdfStream('/Filter /FlateDecode', deflateSync('BT (/JavaScript in a text) Tj ET'));
      const packed = pdfObjectStream('<< /Title (Minutes) /S /URI /URI (https://example.test) >>');
      const pdf = samplePdf([contents, packed], { catalog: '/OpenAction [3 0 R /Fit]' });
      const taken = await inspectAndStore(pdf);
      expect(taken).toMatchObject({ ok: true, kind: 'pdf' });
      expect('kept' in taken && taken.kept.equals(pdf)).toBe(true);
    });

    it.each([
      ['a place', '/OpenAction [3 0 R /XYZ 0 792 null]'],
      ['an action that shows a place', '/OpenAction << /Type /Action /S /GoTo /D (chapter.1) >>'],
      ['a place in another object', '/OpenAction 4 0 R'],
      ['a place in an object stream', '/OpenAction 10 0 R'],
      ['nothing', '/OpenAction null'],
    ])('stores a PDF that shows %s when opened, and links to a website', async (_, catalog) => {
      const link = '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.test) >> >>';
      const place = '<< /S /GoTo /D [3 0 R /Fit] >>';
      expect(await sentence(samplePdf([place, link, pdfObjectStream(place)], { catalog }))).toBe(
        'It was kept',
      );
    });

    it('stores a PDF with a predictor in its cross-reference stream, and none in an object stream', async () => {
      const table = pdfStream(
        '/Type /XRef /W [1 2 1] /Size 1 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>',
        deflateSync(Buffer.from([2, 0, 0, 0, 255])),
      );
      for (const parameters of ['', '/DecodeParms << /Predictor 1 >>', '/DecodeParms [<< /Columns 4 >>]']) {
        const objects = pdfObjectStream('<< /Title (Minutes) >>', `/Filter /FlateDecode ${parameters}`);
        expect(await sentence(samplePdf([table, objects]))).toBe('It was kept');
      }
    });

    it.each(hostilePdfs)('rejects a PDF with %s', async (_, pdf, words) => {
      expect(await sentence(pdf)).toContain(words);
    });

    it('finds a script anywhere among megabytes', async () => {
      for (const at of [100_000, 262_000, 262_144, 600_000, 1_900_000]) {
        const filling = Buffer.alloc(2_000_000, 0xa7);
        filling.write('/S /JavaScript ', at, 'latin1');
        expect(await sentence(samplePdf([pdfStream('', filling)]))).toContain('holds scripts');
      }
    });

    it('finds no scripts in compressed images', async () => {
      // Short names occur by chance in random bytes, but not between readable characters.
      const noise = Buffer.alloc(1_000_000);
      for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 7919 + (at >> 3) * 104729) & 0xff;
      noise.write('\xff/JS(\xfe', 5000, 'latin1');
      expect(await sentence(samplePdf([pdfStream('/Filter /DCTDecode', noise)]))).toBe('It was kept');
    });
  });

  describe('images', () => {
    it.each(['jpeg', 'png'] as const)('cuts off data after the end of a %s', async (kind) => {
      const picture = await samplePicture(kind);
      const taken = await inspectAndStore(Buffer.concat([picture, Buffer.from('PK\x03\x04 archive')]));
      expect('kept' in taken && taken.kept.equals(picture)).toBe(true);
    });

    it.each(['jpeg', 'png'] as const)('leaves pixels and orientation of a %s unchanged', async (kind) => {
      const picture = await samplePicture(kind, { located: true });
      const taken = await inspectAndStore(picture);
      if (!('kept' in taken)) throw new Error(taken.message);
      const [before, after] = await Promise.all(
        [picture, taken.kept].map((bytes) => sharp(bytes).raw().toBuffer()),
      );
      expect(after?.equals(before as Buffer)).toBe(true);
      const { exif, xmp, orientation } = await sharp(taken.kept).metadata();
      expect(orientation).toBe(6);
      expect(exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false);
      expect(xmp?.includes(samplePlace.text) ?? false).toBe(false);
    });

    it('stores a HEIC at its length, without its location, with a picture', async () => {
      const heic = await sampleHeic();
      expect(heic.includes(samplePlace.text)).toBe(true);
      const taken = await inspectAndStore(heic, 'IMG_1.HEIC');
      if (!('kept' in taken)) throw new Error(taken.message);
      expect(taken).toMatchObject({ kind: 'heic', fileName: 'IMG_1.heic' });
      expect(await sharp(taken.thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 128 });
      expect(taken.kept).toHaveLength(heic.length);
      expect(taken.kept.includes(samplePlace.text)).toBe(false);
      // 123457/1000 seconds, in the byte order of the sample's Exif data.
      const seconds = Buffer.from([0x41, 0xe2, 0x01, 0x00, 0xe8, 0x03, 0x00, 0x00]);
      expect(heic.includes(seconds)).toBe(true);
      expect(taken.kept.includes(seconds)).toBe(false);
      expect(taken.kept.includes('Invented Camera')).toBe(true);
    });

    /** The sample with its `iloc` box (from its type on) rewritten in place. */
    const relocated = (change: (iloc: Buffer) => void) => (heic: Buffer) => {
      change(heic.subarray(heic.indexOf('iloc')));
      return heic;
    };
    /** One empty extent, located by the given construction method. */
    const reachedBy = (method: number) =>
      relocated((iloc) => {
        iloc.set([1], 4);
        iloc.set([0, 0, 0, 1, 0, 1, 0, method, 0, 0, 0, 1], 8);
      });
    /** An empty box of the given type that declares its size. */
    const emptyBox = (size: number) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(size);
      head.write('free', 4, 'latin1');
      return head;
    };
    const appended =
      (...boxes: Buffer[]) =>
      (heic: Buffer) =>
        Buffer.concat([heic, ...boxes]);
    /** The sample with additional boxes in its `meta` box, after the required ones. */
    const described =
      (...boxes: Buffer[]) =>
      (heic: Buffer) => {
        const more = Buffer.concat(boxes);
        const at = heic.indexOf('meta') - 4;
        const end = at + heic.readUInt32BE(at);
        heic.writeUInt32BE(end - at + more.length, at);
        for (const item of [0, 1]) {
          const offsetAt = heic.indexOf('iloc') + 18 + 14 * item;
          heic.writeUInt32BE(heic.readUInt32BE(offsetAt) + more.length, offsetAt);
        }
        return Buffer.concat([heic.subarray(0, end), more, heic.subarray(end)]);
      };
    const many = Array.from({ length: 1_001 }, () => emptyBox(8));
    const contradictions: [string, (heic: Buffer) => Buffer][] = [
      ['a box that ends outside the file', appended(emptyBox(100))],
      ['a box that is smaller than its head', appended(emptyBox(4), emptyBox(8))],
      ['bytes at its end that are no box', appended(Buffer.alloc(5))],
      ['more boxes than any picture has', appended(...many)],
      ['a box that ends outside the description', described(emptyBox(100))],
      ['more boxes in the description than any picture has', described(...many)],
      [
        'entries of an older version',
        (heic) => {
          heic.set([1], heic.indexOf('infe') + 4);
          return heic;
        },
      ],
      ['no locations', relocated((iloc) => void iloc.write('free'))],
      [
        'more pieces than any picture has',
        relocated((iloc) => {
          iloc.writeUInt16BE(0, 8);
          iloc.writeUInt16BE(0xffff, 16);
        }),
      ],
      [
        'an item that ends outside the file',
        relocated((iloc) => {
          iloc.writeUInt32BE(0, 18);
          iloc.writeUInt32BE(2 * 1024 * 1024, 22);
        }),
      ],
      ['an item that is built from others', reachedBy(2)],
      ['an item in a box that is not there', reachedBy(1)],
      [
        'a description of more than a megabyte',
        described(emptyBox(1024 * 1024), Buffer.alloc(1024 * 1024 - 8)),
      ],
    ];

    it('stores a HEIC with additional boxes, also in its `meta` box', async () => {
      for (const change of [appended(emptyBox(8)), described(emptyBox(8))]) {
        expect(await sentence(change(await sampleHeic()))).toBe('It was kept');
      }
    });

    it.each(contradictions)('rejects a HEIC with %s', async (_, change) => {
      expect(await sentence(change(await sampleHeic()))).toContain('damaged');
    });

    /** An Exif block: the directories in order, each with its entries and the next one's offset. */
    const exifBlock = (...fields: [bytes: 2 | 4, value: number][]) => {
      const parts = fields.map(([bytes, value]) => {
        const part = Buffer.alloc(bytes);
        part.writeUIntLE(value, 0, bytes);
        return part;
      });
      return Buffer.concat([Buffer.from('II*\0', 'latin1'), ...parts]);
    };
    const entry = (tag: number, count: number, offset: number): [2 | 4, number][] => [
      [2, tag],
      [2, 1],
      [4, count],
      [4, offset],
    ];
    const chain = (directories: number) =>
      exifBlock(
        [4, 8],
        ...Array.from({ length: directories }, (_, index): [2 | 4, number][] => [
          [2, 0],
          [4, index + 1 === directories ? 0 : 8 + 6 * (index + 1)],
        ]).flat(),
      );
    const gpsAt = 8 + 2 + 12 + 4;

    it.each([
      ['is none', Buffer.from('No Exif data')],
      ['has a text outside of it', exifBlock([4, 8], [2, 1], ...entry(0x02bc, 1000, 8), [4, 0])],
      [
        'has a GPS directory without an end',
        exifBlock([4, 8], [2, 1], ...entry(0x8825, 1, gpsAt), [4, 0], [2, 1], ...entry(1, 4, 0)),
      ],
      ['has more directories than any camera writes', chain(17)],
    ])('blanks the whole of an Exif block that %s', (_, block) => {
      expect(blankLocationOrAll(block)).toBe(true);
      expect(block.equals(Buffer.alloc(block.length))).toBe(true);
    });

    it('leaves an Exif block without a location unchanged', () => {
      const block = chain(16);
      expect(blankLocationOrAll(block)).toBe(false);
      expect(block.equals(chain(16))).toBe(true);
    });

    function getPng(width: number, height: number): Buffer {
      const chunk = (type: string, data: Buffer) => {
        const head = Buffer.alloc(4);
        head.writeUInt32BE(data.length);
        const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
        const sum = Buffer.alloc(4);
        sum.writeUInt32BE(crc32(body));
        return Buffer.concat([head, body, sum]);
      };
      const header = Buffer.alloc(13);
      header.writeUInt32BE(width);
      header.writeUInt32BE(height, 4);
      header.set([8, 0], 8);
      const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      const data = deflateSync(Buffer.alloc(1_000_000));
      return Buffer.concat([
        signature,
        chunk('IHDR', header),
        chunk('IDAT', data),
        chunk('IEND', Buffer.alloc(0)),
      ]);
    }

    it('rejects a decompression bomb before decoding it', async () => {
      expect(await sentence(getPng(60_000, 60_000))).toContain('60,000 × 60,000 dots');
      const jpeg = Buffer.from(await samplePicture('jpeg'));
      const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
      jpeg.writeUInt16BE(65_000, frame + 5);
      jpeg.writeUInt16BE(65_000, frame + 7);
      expect(await sentence(jpeg)).toContain('65,000 × 65,000 dots');
    });

    it('stores an image that cannot be decoded, without a thumbnail', async () => {
      expect(await inspectAndStore(getPng(5_000, 5_000))).toMatchObject({ ok: true, thumbnail: undefined });
    });

    it.each([
      ['a ZIP named .jpg', Buffer.from('PK\x03\x04'), 'a ZIP archive'],
      ['a page of the web', Buffer.from('<!doctype html><script>'), 'not a supported file type'],
      ['a drawing with scripts', Buffer.from('<svg onload="alert(1)"/>'), 'not a supported file type'],
      ['a GIF', Buffer.from('GIF89a'), 'a GIF'],
      ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom'), 'a video'],
      [
        'something before a PDF',
        Buffer.concat([Buffer.from('GIF'), samplePdf()]),
        'not a supported file type',
      ],
    ])('rejects %s', async (_, bytes, words) => {
      expect(await sentence(bytes)).toContain(words);
    });

    it('never throws on damaged images, and never stores their location', async () => {
      const samples = [
        await samplePicture('jpeg', { located: true }),
        await samplePicture('png', { located: true }),
        await sampleHeic(),
        samplePdf([pdfObjectStream('<< /A 1 >>')]),
      ];
      const damage = fc.record({
        sample: fc.constantFrom(...samples),
        cut: fc.option(fc.nat(), { nil: undefined }),
        changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      });
      await fc.assert(
        fc.asyncProperty(damage, async ({ sample, cut, changes }) => {
          const bytes = Buffer.from(sample.subarray(0, cut === undefined ? undefined : cut % sample.length));
          for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
          const taken = await inspectAndStore(bytes);
          if (!('kept' in taken)) expect(taken.message).toMatch(/\.$/);
          else expect(taken.kept.length).toBeLessThanOrEqual(bytes.length);
        }),
        { numRuns: 400 },
      );
    });
  });
});
