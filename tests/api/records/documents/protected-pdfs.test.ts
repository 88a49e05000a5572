import { createCipheriv, createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileBytes, fileBytes } from '#api/records/documents/inspection/file-bytes.ts';
import { inspectPdf } from '#api/records/documents/inspection/pdf.ts';
import { maxSearches } from '#api/records/documents/inspection/pdf-actions.ts';
import { rc4 } from '#api/records/documents/inspection/pdf-ciphers.ts';
import { decryptedStream } from '#api/records/documents/inspection/pdf-encrypted-streams.ts';
import {
  maxParsedBytes,
  newProtectionBudget,
  readProtection,
} from '#api/records/documents/inspection/pdf-encryption.ts';
import {
  encryptDictionary,
  otherOwner,
  protectedPdf,
  protectedPdfNames,
  sealed,
  sealedObjectStream,
  sealedPdf,
} from '#tests/support/files/protected-files.ts';
import { pdfObjectStream, samplePdf } from '#tests/support/files/sample-files.ts';

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const harmless = '<< /Title (Minutes) >>';
const wordsByContent: Record<string, string> = {
  plain: 'It was kept',
  place: 'It was kept',
  cleartext: 'It was kept',
  script: 'holds scripts',
  embedded: 'embedded files',
  launch: 'can start programs',
  password: 'needs a password to open',
};

describe('protected PDF files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-protected-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function withFile<Result>(bytes: Buffer, use: (file: FileBytes) => Promise<Result>) {
    const path = join(folder, 'a.pdf');
    await writeFile(path, bytes);
    const handle = await open(path, 'r+');
    try {
      return await use(await fileBytes(handle));
    } finally {
      await handle.close();
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
  }
  const sentence = (bytes: Buffer) =>
    withFile(bytes, async (file) => {
      const result = await inspectPdf(file);
      return result.ok ? 'It was kept' : result.message;
    });

  it('has every method, content and way of packing among its samples', () => {
    expect(protectedPdfNames).toHaveLength(70);
  });

  it.each(protectedPdfNames)('judges %s by its content', async (name) => {
    const content = Object.keys(wordsByContent).find((key) => name.includes(`-${key}`)) ?? '';
    expect(await sentence(protectedPdf(name))).toContain(wordsByContent[content]);
  });

  it('has no active name outside of the encrypted object streams of its packed samples', () => {
    const names = protectedPdfNames.filter((name) => /(script|embedded|launch)-packed$/.test(name));
    expect(names).toHaveLength(18);
    for (const name of names) {
      expect(protectedPdf(name).toString('latin1')).not.toMatch(/\/(JavaScript|EF|Launch)\b/);
    }
  });

  it('opens a document with the hash of revision 5, and finds what its object stream holds', async () => {
    expect(await sentence(sealedPdf([sealedObjectStream(harmless)]))).toBe('It was kept');
    for (const [object, words] of [
      [script, 'holds scripts'],
      ['<< /S /J#61vaScript >>', 'holds scripts'],
      ['<< /S /Launch /F (cmd.exe) >>', 'can start programs'],
      ['<< /F (x) /EF << /F 9 0 R >> >>', 'embedded files'],
      ['<< /S /SubmitForm >>', 'send what is typed'],
    ] as const) {
      expect(await sentence(sealedPdf([sealedObjectStream(object)]))).toContain(words);
    }
  });

  it.each([
    ['a second trailer that says the same', sealedPdf([], { trailer: `/Encrypt ${encryptDictionary()}` })],
    ['only the trailer', samplePdf([], { trailer: `/Encrypt ${encryptDictionary()}` })],
    ['an escaped name', sealedPdf([], { trailer: '/#45ncrypt 4 0 R' })],
    ['no streams encrypted', sealedPdf([], { encrypt: encryptDictionary({ StmF: '/Identity' }) })],
    ['no crypt filter', sealedPdf([], { encrypt: encryptDictionary({ StmF: undefined, CF: undefined }) })],
    ['the name as a value', samplePdf(['<< /X /Encrypt >>'])],
    ['the name in an array', samplePdf(['[/Encrypt]'])],
    ['the name before another', samplePdf(['<< /Encrypt /Identity >>'])],
  ])('keeps a PDF with %s', async (_, pdf) => {
    expect(await sentence(pdf)).toBe('It was kept');
  });

  const [unreadable, uncheckable, damaged, conflicting] = [
    'is protected in a way that cannot be checked',
    'is packed in a way that cannot be checked',
    'has a damaged protection',
    'is protected in more than one way',
  ];
  const declared = (changes: Record<string, string | undefined>) =>
    sealedPdf([], { encrypt: encryptDictionary(changes) });
  /** Encrypted data that also unpack as they are: the random block is the start of a stored one. */
  const ambiguous = Buffer.from('7801010500faff68656c6c6f062c0215', 'hex');
  it.each([
    ['an unknown handler', declared({ Filter: '/FileOpen' }), unreadable],
    ['a certificate', declared({ Filter: '/Adobe.PubSec' }), 'is protected with a certificate'],
    ['an unknown version', declared({ V: '3' }), unreadable],
    ['an unknown revision', declared({ R: '7' }), unreadable],
    ['a revision of another version', declared({ V: '4' }), unreadable],
    ['a crypt filter that is nowhere', declared({ StmF: '/Mine' }), unreadable],
    ['a crypt filter by its handler', declared({ CF: '<< /StdCF << /CFM /None >> >>' }), unreadable],
    ['a crypt filter of another version', declared({ CF: '<< /StdCF << /CFM /AESV2 >> >>' }), unreadable],
    ['a crypt filter elsewhere', declared({ CF: '9 0 R' }), unreadable],
    ['no key', declared({ UE: undefined }), unreadable],
    ['a short password check', declared({ U: '<0102>' }), unreadable],
    ['an entry twice', declared({ 'X 1 /V': '4' }), damaged],
    ['a string that does not end', declared({ O: '(\\' }), damaged],
    ['a protection that is a number', samplePdf([], { trailer: '/Encrypt 12' }), damaged],
    ['a protection that is nothing', samplePdf([], { trailer: '/Encrypt null' }), damaged],
    [
      'a protection behind a long gap',
      sealedPdf([], { trailer: `/Encrypt${' '.repeat(999)}4 0 R` }),
      damaged,
    ],
    ['a second protection that is nowhere', sealedPdf(['<< /Encrypt 99 0 R >>']), damaged],
    ['a definition of its protection that is none', sealedPdf(['<< >> endobj 4 0 obj [/Standard]']), damaged],
    ['a protection that is no dictionary', sealedPdf([], { encrypt: '[/Standard]' }), damaged],
    [
      'a protection in an object stream',
      samplePdf([pdfObjectStream(encryptDictionary())], { trailer: '/Encrypt 10 0 R' }),
      damaged,
    ],
    [
      'a protection within an object stream',
      sealedPdf([sealedObjectStream('<< /Encrypt 4 0 R >>')]),
      unreadable,
    ],
    [
      'two protections in trailers',
      sealedPdf([`trailer << /Encrypt ${encryptDictionary({ P: '-4' })} >>`]),
      conflicting,
    ],
    [
      'two definitions of its protection',
      sealedPdf([`<< >> endobj 4 0 obj ${encryptDictionary({ P: '-4' })}`]),
      conflicting,
    ],
    [
      'a definition whose number ends with that of the protection',
      sealedPdf([`<< >> endobj 14 0 obj ${encryptDictionary({ P: '-4' })}`]),
      conflicting,
    ],
    [
      'a definition behind a comment',
      sealedPdf([`<< >> endobj 4 %x\n 0 obj ${encryptDictionary({ P: '-4' })}`]),
      conflicting,
    ],
    ['an owner without a password and with another key', declared(otherOwner()), unreadable],
    ['a wrong password check', declared({ U: `<${'00'.repeat(48)}>` }), 'needs a password to open'],
    [
      'streams that are encrypted although it says that none is',
      sealedPdf([sealedObjectStream(script)], { encrypt: encryptDictionary({ StmF: '/Identity' }) }),
      uncheckable,
    ],
    [
      'an object stream among streams that are not encrypted',
      sealedPdf([pdfObjectStream(harmless)], { encrypt: encryptDictionary({ StmF: '/Identity' }) }),
      uncheckable,
    ],
    ['an object stream that is not encrypted', sealedPdf([pdfObjectStream(script)]), uncheckable],
    [
      'a crypt filter of a stream',
      sealedPdf([sealedObjectStream(script, '/Filter [/Crypt /FlateDecode]')]),
      uncheckable,
    ],
    [
      'a crypt filter of a stream elsewhere',
      sealedPdf([sealedObjectStream(harmless, '/Filter /FlateDecode /DecodeParms 9 0 R')]),
      uncheckable,
    ],
    ['a filter elsewhere', sealedPdf([sealedObjectStream(harmless, '/Filter 9 0 R')]), uncheckable],
    [
      'a filter in a text',
      sealedPdf([sealedObjectStream(harmless, '/X (/Filter /FlateDecode) /Filter 9 0 R')]),
      uncheckable,
    ],
    [
      'a filter only in a text',
      sealedPdf([sealedObjectStream(harmless, '/N (/Filter /FlateDecode)')]),
      uncheckable,
    ],
    [
      'a stream packed twice',
      sealedPdf([sealedObjectStream(harmless, '/Filter [/FlateDecode /FlateDecode]')]),
      uncheckable,
    ],
    [
      'an object stream that is not packed',
      sealedPdf([pdfObjectStream(script, '', (data) => sealed(data))]),
      uncheckable,
    ],
    [
      'an object stream without a number',
      sealedPdf([Buffer.concat([Buffer.from('<< >> endobj 9 %\n0 obj '), sealedObjectStream(harmless)])]),
      uncheckable,
    ],
    [
      'an object stream of another generation',
      sealedPdf([Buffer.concat([Buffer.from('<< >> endobj 9 1 obj '), sealedObjectStream(harmless)])]),
      uncheckable,
    ],
    [
      'an object stream of two numbers',
      sealedPdf([
        Buffer.concat([Buffer.from('<< >> endobj 9 0 obj % 8 0 obj\n'), sealedObjectStream(harmless)]),
      ]),
      uncheckable,
    ],
    [
      'an object stream after a carriage return',
      sealedPdf([
        Buffer.from(
          sealedObjectStream(harmless).toString('latin1').replace('stream\n', 'stream\r'),
          'latin1',
        ),
      ]),
      uncheckable,
    ],
    [
      'data that also unpack without decryption',
      sealedPdf([sealedObjectStream(harmless, undefined, ambiguous)]),
      uncheckable,
    ],
    [
      'an object stream that ends early',
      sealedPdf([pdfObjectStream(harmless, undefined, (data) => sealed(deflateSync(data).subarray(0, 12)))]),
      uncheckable,
    ],
  ])('rejects a PDF with %s', async (_, pdf, words) => {
    expect(await sentence(pdf)).toContain(words);
  });

  it.each(['rc4-40', 'aes-128', 'aes-256'])('finds the password check of %s changed', async (method) => {
    const pdf = protectedPdf(`${method}-plain-packed`);
    const at = pdf.indexOf('/U <') + 4;
    pdf.write(pdf.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1');
    expect(await sentence(pdf)).toContain('needs a password to open');
  });

  it.each(['rc4-40', 'rc4-128', 'rc4-v4', 'aes-128'])(
    'reads the number of the object of %s',
    async (method) => {
      const pdf = protectedPdf(`${method}-script-packed`).toString('latin1');
      const moved = (number: string) =>
        Buffer.from(
          pdf.replace(/\d+( 0 obj\s+<< \/Type \/ObjStm)/, (_, rest: string) => number + rest),
          'latin1',
        );
      expect(moved('77').equals(Buffer.from(pdf, 'latin1'))).toBe(false);
      expect(await sentence(moved('77'))).toContain(uncheckable);
    },
  );

  it('refuses data that another number within the number of the object decrypts', async () => {
    const key = Buffer.alloc(16, 5);
    const cipher = { method: 'aes128', key } as const;
    const numbered = createHash('md5')
      .update(key)
      .update(Buffer.from([10, 0, 0, 0, 0]))
      .update('sAlT')
      .digest();
    const iv = Buffer.alloc(16, 9);
    const encrypt = createCipheriv('aes-128-cbc', numbered, iv);
    const data = Buffer.concat([iv, encrypt.update(deflateSync(`10 0 ${script}`)), encrypt.final()]);
    await withFile(data, async (file) => {
      expect(await decryptedStream(file, 0, { cipher, numbers: [10, 0] })).toBeDefined();
      expect(await decryptedStream(file, 0, { cipher, numbers: [110, 10, 0] })).toBeUndefined();
      expect(await decryptedStream(file, 0, { cipher, numbers: [] })).toBeUndefined();
    });
    // A reader that takes what comes before an error.
    for (const text of [`10 0 ${script}`, 'x'.repeat(80)]) {
      const cut = deflateSync(text, { level: 0 }).subarray(0, -4);
      const whole = Buffer.concat([cut, Buffer.alloc(300, 0xff)]);
      await withFile(whole, async (file) => {
        expect(await decryptedStream(file, 0, { cipher, numbers: [10] })).toBeUndefined();
      });
    }
  });

  it('deciphers RC4 in chunks', () => {
    const next = rc4(Buffer.from('Key'));
    const text = Buffer.from('bbf316e8d940af0ad3', 'hex');
    expect(Buffer.concat([next(text.subarray(0, 4)), next(text.subarray(4))]).toString()).toBe('Plaintext');
  });

  it.each([
    ['objects without numbers', '\nobj', 'is protected in a way', 1024],
    ['strings that do not end', '\n1 0 obj<</A(', 'is protected in a way', maxParsedBytes],
    ['dictionaries in dictionaries', '\n1 0 obj<<', 'has a damaged protection', 1024 * 1024],
    ['identifiers that do not end', '/ID[(', 'is protected in a way', maxParsedBytes],
    ['protections in comments', '/Encrypt%', 'has a damaged protection', 1024],
  ])('limits what is read of megabytes of %s, and rejects them', async (_, unit, words, mostBytes) => {
    const pdf = sealedPdf([Buffer.alloc(4 * 1024 * 1024, unit)]);
    expect(await sentence(pdf)).toMatch(new RegExp(`${words}.* cannot be checked`));
    const budget = newProtectionBudget();
    await withFile(pdf, (file) => readProtection(file, budget));
    // The last value, or the last search, may exceed it.
    expect(maxParsedBytes - budget.bytes).toBeLessThan(mostBytes + 16 * 1024);
    expect(maxSearches - budget.searches).toBeLessThanOrEqual(maxSearches + 1);
  });

  it('never throws on damaged ones, and never keeps a script', async () => {
    const samples = protectedPdfNames.filter((name) => name.endsWith('-packed')).map(protectedPdf);
    const damage = fc.record({
      sample: fc.constantFrom(...samples),
      cut: fc.option(fc.nat(), { nil: undefined }),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { maxLength: 6 }),
      end: fc.boolean(),
    });
    const results = { kept: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(damage, async ({ sample, cut, changes, end }) => {
        const bytes = Buffer.from(sample.subarray(0, cut === undefined ? undefined : cut % sample.length));
        for (const [at, bit] of changes)
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        const message = await sentence(end ? Buffer.concat([bytes, Buffer.from('\n%%EOF\n')]) : bytes);
        results[message === 'It was kept' ? 'kept' : 'rejected'] += 1;
        expect(message).toMatch(/\.$|^It was kept$/);
      }),
      { numRuns: Number(process.env.MUTATION_RUNS ?? 600) },
    );
    expect(results.rejected).toBeGreaterThan(results.kept);
  });

  it('keeps no script whose encrypted data are damaged', async () => {
    for (const method of ['rc4-40', 'rc4-128', 'aes-128', 'aes-256']) {
      const pdf = protectedPdf(`${method}-script-packed`);
      const from = pdf.indexOf('stream\n', pdf.indexOf('/ObjStm')) + 7;
      for (let at = from; at < pdf.indexOf('endstream', from) - 1; at += 1) {
        const changed = Buffer.from(pdf);
        changed[at] = (changed[at] as number) ^ 0x10;
        expect(await sentence(changed)).not.toBe('It was kept');
      }
    }
  });
});
