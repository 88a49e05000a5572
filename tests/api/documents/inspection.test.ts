import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentFiles, discardFiles, receiveFile } from '#api/documents/intake.ts';
import {
  pdfObjectStream,
  pdfStream,
  sampleHeic,
  samplePdf,
  samplePicture,
  samplePlace,
} from '#tests/support/sample-files.ts';

describe('looking through files', () => {
  let folder: string;
  let files: DocumentFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-inspection-'));
    files = { storage: undefined as never, incomingFolder: folder };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What becomes of bytes: the sentence of the refusal, or what is kept. */
  async function takeIn(bytes: Uint8Array, fileName = 'a.file') {
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
    const { message = 'It was kept' } = (await takeIn(bytes)) as { message?: string };
    return message;
  };

  describe('PDF', () => {
    it('keeps what only shows', async () => {
      const contents = pdfStream('/Filter /FlateDecode', deflateSync('BT (/JavaScript in a text) Tj ET'));
      const packed = pdfObjectStream('<< /Title (Minutes) /S /URI /URI (https://example.test) >>');
      const pdf = samplePdf([contents, packed], { catalog: '/OpenAction [3 0 R /Fit]' });
      const taken = await takeIn(pdf);
      expect(taken).toMatchObject({ ok: true, kind: 'pdf' });
      expect('kept' in taken && taken.kept.equals(pdf)).toBe(true);
    });

    const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
    it.each([
      ['a script', samplePdf([script]), 'holds scripts'],
      ['a script with an escaped name', samplePdf(['<< /S /J#61vaScript >>']), 'holds scripts'],
      ['a rendition’s script', samplePdf(['<< /S /Rendition /JS 5 0 R >>']), 'holds scripts'],
      ['a script in an object stream', samplePdf([pdfObjectStream(script)]), 'holds scripts'],
      [
        'an object stream that does not say so',
        samplePdf([pdfStream('/N 1 /First 5 /Filter /FlateDecode', deflateSync(`10 0 ${script}`))]),
        'holds scripts',
      ],
      [
        'an object stream behind a misleading text',
        samplePdf([
          pdfStream(
            '/Type /ObjStm /N 1 /First 5 /X (>> endobj) /Filter /FlateDecode',
            deflateSync(`10 0 ${script}`),
          ),
        ]),
        'holds scripts',
      ],
      [
        'an object inside another one’s stream',
        samplePdf([pdfStream('', Buffer.from(`9 0 obj ${script} endobj`))]),
        'holds scripts',
      ],
      ['a program to start', samplePdf(['<< /S /Launch /F (cmd.exe) >>']), 'can start programs'],
      [
        'a file inside',
        samplePdf(['<< /Type /EmbeddedFile >>'], { catalog: '/Names << >>' }),
        'other files inside',
      ],
      ['a file in a filespec', samplePdf(['<< /F (x.exe) /EF << /F 9 0 R >> >>']), 'other files inside'],
      ['a form that changes itself', samplePdf([], { catalog: '/AcroForm << /XFA 5 0 R >>' }), 'XFA'],
      ['a password', samplePdf([], { trailer: '/Encrypt 9 0 R' }), 'protected with a password'],
      [
        'an object stream packed twice',
        samplePdf([
          pdfObjectStream(script, '/Filter [/FlateDecode /FlateDecode]', (b) => deflateSync(deflateSync(b))),
        ]),
        'cannot be checked',
      ],
      [
        'an object stream in hexadecimal',
        samplePdf([
          pdfObjectStream(script, '/Filter [/FlateDecode /ASCIIHexDecode]', (b) =>
            deflateSync(b.toString('hex')),
          ),
        ]),
        'cannot be checked',
      ],
      [
        'an object stream that ends early',
        samplePdf([pdfObjectStream(script, '/Filter /FlateDecode', (b) => deflateSync(b).subarray(0, 12))]),
        'cannot be checked',
      ],
      [
        'an archive behind it',
        Buffer.concat([samplePdf(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
        'something else at once',
      ],
      [
        'a page of the web behind it',
        Buffer.concat([samplePdf(), Buffer.alloc(3000, '<p>')]),
        'something else at once',
      ],
      ['no end', samplePdf().subarray(0, 150), 'is damaged'],
    ])('refuses one with %s', async (_, pdf, words) => {
      expect(await sentence(pdf)).toContain(words);
    });

    it('finds a script wherever it stands among megabytes', async () => {
      for (const at of [100_000, 262_000, 262_144, 600_000, 1_900_000]) {
        const filling = Buffer.alloc(2_000_000, 0xa7);
        filling.write('/S /JavaScript ', at, 'latin1');
        expect(await sentence(samplePdf([pdfStream('', filling)]))).toContain('holds scripts');
      }
    });

    it('does not unpack a bomb', async () => {
      const bomb = pdfObjectStream('x', '/Filter /FlateDecode', () =>
        deflateSync(Buffer.alloc(200 * 1024 * 1024, ' ')),
      );
      const before = process.memoryUsage().rss;
      expect(await sentence(samplePdf([bomb]))).toContain('cannot be checked');
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    });

    it('does not see scripts in packed pictures', async () => {
      // Short names turn up by chance in random bytes, but not between readable characters.
      const noise = Buffer.alloc(1_000_000);
      for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 7919 + (at >> 3) * 104729) & 0xff;
      noise.write('\xff/JS(\xfe', 5000, 'latin1');
      expect(await sentence(samplePdf([pdfStream('/Filter /DCTDecode', noise)]))).toBe('It was kept');
    });
  });

  describe('pictures', () => {
    it.each(['jpeg', 'png'] as const)('cuts off what follows a %s', async (kind) => {
      const picture = await samplePicture(kind);
      const taken = await takeIn(Buffer.concat([picture, Buffer.from('PK\x03\x04 archive')]));
      expect('kept' in taken && taken.kept.equals(picture)).toBe(true);
    });

    it.each(['jpeg', 'png'] as const)('leaves every dot and which way is up of a %s', async (kind) => {
      const picture = await samplePicture(kind, { located: true });
      const taken = await takeIn(picture);
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

    it('keeps a HEIC as long as it was, without its place and without a thumbnail', async () => {
      const heic = await sampleHeic();
      expect(heic.includes(samplePlace.text)).toBe(true);
      const taken = await takeIn(heic, 'IMG_1.HEIC');
      if (!('kept' in taken)) throw new Error(taken.message);
      expect(taken).toMatchObject({ kind: 'heic', fileName: 'IMG_1.heic', thumbnail: undefined });
      expect(taken.kept).toHaveLength(heic.length);
      expect(taken.kept.includes(samplePlace.text)).toBe(false);
      // 123457/1000 seconds, in the byte order of the sample's Exif data.
      const seconds = Buffer.from([0x41, 0xe2, 0x01, 0x00, 0xe8, 0x03, 0x00, 0x00]);
      expect(heic.includes(seconds)).toBe(true);
      expect(taken.kept.includes(seconds)).toBe(false);
      expect(taken.kept.includes('Invented Camera')).toBe(true);
    });

    function pngOf(width: number, height: number): Buffer {
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

    it('refuses a bomb before opening it', async () => {
      expect(await sentence(pngOf(60_000, 60_000))).toContain('60,000 × 60,000 dots');
      const jpeg = Buffer.from(await samplePicture('jpeg'));
      const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
      jpeg.writeUInt16BE(65_000, frame + 5);
      jpeg.writeUInt16BE(65_000, frame + 7);
      expect(await sentence(jpeg)).toContain('65,000 × 65,000 dots');
    });

    it('keeps a picture that cannot be drawn, without a thumbnail', async () => {
      expect(await takeIn(pngOf(5_000, 5_000))).toMatchObject({ ok: true, thumbnail: undefined });
    });

    it.each([
      ['a ZIP named .jpg', Buffer.from('PK\x03\x04'), 'a ZIP archive'],
      ['a page of the web', Buffer.from('<!doctype html><script>'), 'not a kind of file'],
      ['a drawing with scripts', Buffer.from('<svg onload="alert(1)"/>'), 'not a kind of file'],
      ['a GIF', Buffer.from('GIF89a'), 'a GIF'],
      ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom'), 'a video'],
      ['something before a PDF', Buffer.concat([Buffer.from('GIF'), samplePdf()]), 'not a kind of file'],
    ])('refuses %s', async (_, bytes, words) => {
      expect(await sentence(bytes)).toContain(words);
    });

    it('never fails on damaged ones, and never keeps their place', async () => {
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
          const taken = await takeIn(bytes);
          if (!('kept' in taken)) expect(taken.message).toMatch(/\.$/);
          else expect(taken.kept.length).toBeLessThanOrEqual(bytes.length);
        }),
        { numRuns: 400 },
      );
    });
  });
});
