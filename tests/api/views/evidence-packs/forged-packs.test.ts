import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { getBatchSignature, hashBatch, sha256 } from '#api/kernel/audit/batch.ts';
import { signManifest } from '#api/kernel/audit/signed-manifest.ts';
import { readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { createClient } from '#contract/clients/clients.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { hashedFields, partLeaf } from '#rules/audit/audit-proofs.mjs';
import { leafHash, merkleLevels, merklePath, merkleRoot } from '#rules/audit/merkle-tree.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditProof } from '#rules/evidence-pack/audit-proof.ts';
import type { Manifest } from '#rules/evidence-pack/manifest.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import {
  filesInZip,
  forgedPack,
  getManifest,
  requestPack,
  runVerifier,
  writeFiles,
} from '#tests/support/api/evidence-packs.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { newSigningKey, testSigningKeys } from '#tests/support/signing-keys.ts';

type Files = Map<string, Buffer>;
type Line = Record<string, unknown> & { seq: number; hash: string; action: string; proof: string[] };

const stranger = readSigningKeys(newSigningKey()).current;
const eventsPath = 'data/audit-events.jsonl';
const proofPath = 'data/audit-proof.json';

/** The first items of a list. */
function firstOf<T>(items: readonly T[], count = 1): T[] {
  if (items.length < count) throw new Error('There are too few.');
  return items.slice(0, count);
}

const text = (files: ReadonlyMap<string, Buffer>, path: string) => files.get(path)?.toString() ?? '';
const readLines = (files: ReadonlyMap<string, Buffer>): Line[] =>
  text(files, eventsPath)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const setLines = (files: Files, lines: readonly Line[]) =>
  files.set(eventsPath, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
const readProof = (files: ReadonlyMap<string, Buffer>): AuditProof => JSON.parse(text(files, proofPath));
const setProof = (files: Files, proof: AuditProof) =>
  files.set(proofPath, Buffer.from(JSON.stringify(proof)));
const toRanges = (lines: readonly Line[]) => lines.map(({ seq }): [number, number] => [seq, seq]);

/** Someone who has a pack and knows how hashes are made, but not Assay's key: recomputes every hash that can be. */
describe('forged evidence packs', () => {
  let test: TestApi;
  let folder: string;
  let files: Files;
  let another: Files;
  let tried = 0;

  beforeAll(async () => {
    test = await openTestApi(testEngine);
    folder = await mkdtemp(join(tmpdir(), 'assay-forged-'));
    const { a } = test.companies;
    const packOf = async (familyName: string) => {
      const individual = { givenNames: 'Ngaire', familyName };
      const body = { clientType: 'individual' as const, individual };
      const { id } = (await test.request(createClient, { body }, { as: a.owner })).response;
      const form = formWith([{ name: 'passport.pdf', bytes: samplePdf([`<< /Of (${familyName}) >>`]) }]);
      const params = { ownerType: 'client' as const, ownerId: id };
      await test.request(uploadDocuments, { params, body: form } as never, { as: a.owner });
      const response = await requestPack(test, a.owner, { scope: 'client', scopeId: id });
      return filesInZip(Buffer.from(await response.arrayBuffer()));
    };
    files = await packOf('Forgedsample');
    another = await packOf('Othersample');
    await writeFile(join(folder, 'verify.mjs'), files.get('verify.mjs') ?? '');
    const pem = testSigningKeys.current.publicKey.export({ type: 'spki', format: 'pem' });
    await writeFile(join(folder, 'key.pem'), pem);
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  const withKey = () => ['--public-key', join(folder, 'key.pem')];
  const run = (path: string, options = withKey()) => runVerifier(join(folder, 'verify.mjs'), path, options);
  async function verify(forged: ReadonlyMap<string, Buffer>, options?: string[]) {
    tried += 1;
    const path = join(folder, `pack-${tried}`);
    await writeFiles(path, forged);
    return run(path, options);
  }
  async function expectFault(forged: ReadonlyMap<string, Buffer>, ...reasons: (string | RegExp)[]) {
    const { code, said } = await verify(forged);
    for (const reason of reasons) expect(said).toMatch(reason);
    expect(said).toContain('VERIFICATION FAILED');
    expect(said).not.toMatch(/^VERIFIED/m);
    expect(code).toBe(1);
  }
  const otherManifest = 'manifest.json: its signature is of another manifest';
  const documentIn = (manifest: Manifest) => {
    const file = manifest.files.find(({ documentId }) => documentId !== undefined);
    if (file === undefined) throw new Error('There is no document.');
    return file;
  };

  it('an untouched one verifies', async () => {
    expect(await verify(files)).toMatchObject({ code: 0 });
    expect(await verify(forgedPack(files, () => undefined))).toMatchObject({ code: 0 });
  });

  it('another name', async () => {
    const forged = forgedPack(files, ({ files: bytes, manifest }) => {
      for (const path of ['index.html', 'data/clients.json', 'data/cover.json'])
        bytes.set(path, Buffer.from(text(files, path).replaceAll('Forgedsample', 'Someoneelse')));
      manifest.subject = manifest.subject.replace('Forgedsample', 'Someoneelse');
    });
    await expectFault(forged, otherManifest);
  });

  it('another document', async () => {
    const change = ({ files: bytes, manifest }: { files: Files; manifest: Manifest }) =>
      void bytes.set(documentIn(manifest).path, Buffer.from('%PDF-1.7 another passport'));
    const recorded = /Not the content that the audit log recorded: documents\/0001 passport\.pdf/;
    await expectFault(forgedPack(files, change), otherManifest, recorded);
    // Whoever replaces it in the database and the storage has the pack signed by Assay itself.
    const { said, code } = await verify(forgedPack(files, change, testSigningKeys.current));
    expect(said).toMatch(recorded);
    expect(said).not.toContain(otherManifest);
    expect(code).toBe(1);
  });

  it('a document of another name in its entry', async () => {
    const lines = readLines(files).map((line) => {
      if (line.action !== 'document.added') return line;
      const { documents } = line.detail as { documents: object[] };
      return {
        ...line,
        detail: { documents: documents.map((item) => ({ ...item, sha256: 'f'.repeat(64) })) },
      };
    });
    const forged = forgedPack(files, ({ files: bytes }) => void setLines(bytes, lines));
    await expectFault(
      forged,
      otherManifest,
      /Entry \d+ of the audit log: its detail does not match its digest/,
    );
  });

  it('a missing entry, and the number of entries', async () => {
    const lines = readLines(files).filter((_, index) => index !== 1);
    const without = (alsoListed: boolean) =>
      forgedPack(files, ({ files: bytes, manifest }) => {
        setLines(bytes, lines);
        if (alsoListed) Object.assign(manifest.audit, { events: lines.length, entries: toRanges(lines) });
      });
    await expectFault(
      without(false),
      /Entry \d+ of the audit log: it is missing/,
      /entries, the manifest says/,
    );
    await expectFault(without(true), otherManifest);
    const count = forgedPack(files, ({ manifest }) =>
      Object.assign(manifest.audit, { events: manifest.audit.events + 1 }),
    );
    await expectFault(count, otherManifest, /the manifest says/);
    const endless = forgedPack(files, ({ manifest }) => void manifest.audit.entries.push([1, 1e15]));
    await expectFault(endless, otherManifest, /it is missing/);
  });

  it('the cut tail', async () => {
    const lines = readLines(files).slice(0, 2);
    const forged = forgedPack(files, ({ files: bytes, manifest }) => {
      setLines(bytes, lines);
      const proof = readProof(files);
      const parts = proof.parts.filter(({ firstSeq }) => lines.some(({ seq }) => seq >= firstSeq));
      const batches = proof.batches.filter(({ number }) => parts.some(({ batch }) => batch === number));
      setProof(bytes, { ...proof, parts, batches });
      const last = batches.at(-1);
      const batch = last ? { number: last.number, hash: last.hash } : null;
      manifest.audit = { events: lines.length, entries: toRanges(lines), batch };
    });
    await expectFault(forged, otherManifest);
  });

  it('entries in another order, of another chain, or with another content', async () => {
    const changed = (change: (lines: Line[]) => Line[]) =>
      forgedPack(files, ({ files: bytes }) => void setLines(bytes, change(readLines(files))));
    const first = (change: (line: Line) => Line) =>
      changed((lines) => [...firstOf(lines).map(change), ...lines.slice(1)]);
    await expectFault(
      changed((lines) => [...firstOf(lines, 2).toReversed(), ...lines.slice(2)]),
      /it is out of order/,
      /it is missing/,
    );
    await expectFault(
      changed((lines) => lines.map((line) => ({ ...line, chain: test.companies.b.id }))),
      /it belongs to another company’s log/,
    );
    await expectFault(
      first((line) => ({ ...line, at: '2019-01-01T00:00:00.000Z' })),
      /its content does not match its hash/,
    );
    const rehash = (line: Line): Line => {
      return { ...line, hash: sha256(Buffer.from(canonicalJson(hashedFields(line as never)))) };
    };
    await expectFault(
      first((line) => rehash({ ...line, at: '2019-01-01T00:00:00.000Z' })),
      /it is not in a signed batch/,
    );
    await expectFault(
      first((line) => ({ ...line, proof: [] })),
      /it is not in a signed batch/,
    );
  });

  it('a signed batch that is missing, listed twice or signed otherwise', async () => {
    const changed = (change: (proof: AuditProof) => void) =>
      forgedPack(files, ({ files: bytes }) => {
        const proof = readProof(files);
        change(proof);
        setProof(bytes, proof);
      });
    await expectFault(
      changed((proof) => void proof.batches.pop()),
      /they are not those of signed batch/,
    );
    await expectFault(
      changed((proof) => void proof.batches.push(...firstOf(proof.batches))),
      /lists a signed batch twice/,
    );
    await expectFault(
      changed((proof) => {
        for (const batch of proof.batches)
          batch.signature = signManifest(
            'backup',
            Buffer.from(batch.hash),
            testSigningKeys.current,
          ).signature;
      }),
      /Signed batch \d+: its signature is wrong/,
    );
  });

  /** The whole log of the pack made anew, by another key, under which everything fits. */
  function rewritten(): Files {
    return forgedPack(
      files,
      ({ files: bytes, manifest }) => {
        const lines = readLines(files);
        let prevHash = '0'.repeat(64);
        for (const [index, line] of lines.entries()) {
          const event = { ...line, seq: index + 1, actorId: 'somebody-else', prevHash };
          const hash = sha256(Buffer.from(canonicalJson(hashedFields(event as never))));
          lines[index] = { ...event, hash } as Line;
          prevHash = hash;
        }
        const levels = merkleLevels(
          sha256,
          lines.map(({ hash }) => leafHash(sha256, hash)),
        );
        for (const [index, line] of lines.entries()) line.proof = merklePath(levels, index);
        const part = {
          chain: manifest.company.id,
          firstSeq: 1,
          lastSeq: lines.length,
          hash: prevHash,
          eventsRoot: merkleRoot(sha256, levels),
        };
        const header = {
          format: 'assay-audit-batch/1' as const,
          number: 1,
          signedAt: manifest.asAt,
          keyId: stranger.id,
          prevHash: '0'.repeat(64),
          root: leafHash(sha256, canonicalJson(partLeaf(part))),
        };
        const batch = { ...header, hash: hashBatch(header), signature: getBatchSignature(header, stranger) };
        setLines(bytes, lines);
        setProof(bytes, {
          ...readProof(files),
          publicKeys: [
            {
              id: stranger.id,
              publicKey: stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
            },
          ],
          batches: [batch],
          parts: [{ ...part, batch: 1, path: [] }],
        });
        manifest.audit = {
          events: lines.length,
          entries: [[1, lines.length]],
          batch: { number: 1, hash: batch.hash },
        };
      },
      stranger,
    );
  }

  it('a whole log under another key', async () => {
    await expectFault(
      rewritten(),
      'manifest.json: it was signed with another key',
      'Signed batch 1: it was signed with another key',
    );
    // Without a key that is known to be Assay's, nothing more can be said.
    const { code, said } = await verify(rewritten(), []);
    expect(said).toContain('NOT PROVEN');
    expect(said).toContain(`Whether the key ${stranger.id} is Assay’s`);
    expect(said).not.toMatch(/^VERIFIED/m);
    expect(code).toBe(3);
  });

  it('the manifest or signature of another pack, or a signature over something else', async () => {
    const swapped = (...paths: string[]) =>
      new Map([...files, ...paths.map((path) => [path, another.get(path) ?? Buffer.of()] as const)]);
    await expectFault(
      swapped('manifest.json', 'manifest.sha256', 'manifest.signature.json'),
      /Changed: index\.html/,
    );
    await expectFault(swapped('manifest.signature.json'), otherManifest);
    const manifest = files.get('manifest.json') ?? Buffer.of();
    const signed = (signature: object) =>
      new Map([...files, ['manifest.signature.json', Buffer.from(JSON.stringify(signature))]]);
    await expectFault(
      signed(signManifest('backup', manifest, testSigningKeys.current)),
      'its signature is of something else',
    );
    const [batch] = readProof(files).batches;
    const own = JSON.parse(text(files, 'manifest.signature.json'));
    await expectFault(
      signed({ ...own, signature: batch?.signature }),
      'manifest.json: its signature is wrong',
    );
    await expectFault(signed({ ...own, signature: '!' }), /manifest|cannot be read/);
    await expectFault(signed([]), 'manifest.json: its signature is of something else');
    await expectFault(
      new Map([...files].filter(([path]) => path !== 'manifest.signature.json')),
      /Missing: manifest\.signature\.json/,
    );
  });

  it('a pack of the former format is verified as far as it was, and never passes for a signed one', async () => {
    const former = (change: (manifest: Manifest) => void = () => undefined) => {
      const forged = forgedPack(files, ({ manifest }) => {
        Object.assign(manifest, { format: 'assay-evidence-pack/2' });
        for (const file of manifest.files) delete file.documentId;
        delete (manifest.audit as Partial<Manifest['audit']>).entries;
        change(manifest);
      });
      forged.delete('manifest.signature.json');
      return forged;
    };
    const { code, said } = await verify(former());
    expect(said).toContain('NOT PROVEN');
    expect(said).toMatch(/Compared:\n.*with the manifest\.\n.*audit log entries: hashes, order/);
    expect(said).toContain('Names, documents, files and the number of entries with a signature');
    expect(code).toBe(3);
    expect(
      await verify(former(({ audit }) => Object.assign(audit, { events: audit.events + 1 }))),
    ).toMatchObject({ code: 1 });
    expect(
      await verify(former((manifest) => Object.assign(manifest, { subject: 'Someone else' }))),
    ).toMatchObject({
      code: 3,
    });
  });

  it('manifests that cannot be read are reported', async () => {
    for (const [bytes, reason] of [
      ['{', /manifest\.json cannot be read/],
      ['null', /it is not one that this program knows/],
      ['{"format":"assay-evidence-pack/9","files":[]}', /it is not one that this program knows/],
    ] as const) {
      await expectFault(new Map([...files, ['manifest.json', Buffer.from(bytes)]]), reason);
    }
  });

  it('a symbolic link, a file beside a path in other letters, and a manifest listed twice', async () => {
    await writeFiles(join(folder, 'linked'), files);
    const [path = ''] = [...files.keys()].filter((name) => name.startsWith('documents/'));
    await unlink(join(folder, 'linked', path));
    await writeFile(join(folder, 'target'), files.get(path) ?? '');
    await symlink(join(folder, 'target'), join(folder, 'linked', path));
    const { code, said } = await run(join(folder, 'linked'));
    expect(said).toContain(`Symbolic link: ${path}`);
    expect(code).toBe(1);
    const twice = forgedPack(
      files,
      ({ manifest }) => void manifest.files.push(...structuredClone(firstOf(manifest.files))),
    );
    await expectFault(twice, /Listed twice: index\.html/);
  });

  async function zipped(entries: readonly { path: string; bytes: Buffer; mode?: number }[]): Promise<Buffer> {
    const zip = new ZipFile();
    for (const { path, bytes, mode } of entries)
      zip.addBuffer(bytes, path, mode === undefined ? {} : { mode });
    zip.end();
    return buffer(zip.outputStream as never);
  }
  const entries = () => [...files].map(([path, bytes]) => ({ path, bytes }));
  async function verifyZip(zip: Buffer) {
    tried += 1;
    const path = join(folder, `pack-${tried}.zip`);
    await pipeline([zip], createWriteStream(path));
    return run(path);
  }

  it('a ZIP with two manifests, equal names, a symbolic link, or a path out of the folder', async () => {
    expect(await verifyZip(await zipped(entries()))).toMatchObject({ code: 0 });
    const first = files.get('manifest.json') ?? Buffer.of();
    for (const [extra, reason] of [
      [
        { path: 'manifest.json', bytes: another.get('manifest.json') ?? first },
        'Two files of one name: manifest.json',
      ],
      [{ path: 'INDEX.html', bytes: Buffer.from('x') }, 'Two files of one name: INDEX.html'],
      [{ path: 'data/link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }, 'Symbolic link: data/link'],
      [{ path: 'data/added.txt', bytes: Buffer.from('x') }, 'Added: data/added.txt'],
    ] as const) {
      for (const all of [
        [...entries(), extra],
        [extra, ...entries()],
      ]) {
        const { code, said } = await verifyZip(await zipped(all));
        expect([extra.path, said]).toEqual([extra.path, expect.stringMatching(/VERIFICATION FAILED/)]);
        if (all[0] !== extra || !extra.path.startsWith('INDEX')) expect(said).toContain(reason);
        expect(code).toBe(1);
      }
    }
    const outside = await zipped([...entries(), { path: 'xx/outside.txt', bytes: Buffer.from('x') }]);
    const { code, said } = await verifyZip(
      Buffer.from(outside.toString('latin1').replaceAll('xx/outside', '../outside'), 'latin1'),
    );
    expect(said).toContain('Not a path in a pack: ../outside.txt');
    expect(code).toBe(1);
  });

  it('a ZIP with two names for a file, bytes after its end, or a file larger than it says', async () => {
    const zip = await zipped(entries());
    const renamed = Buffer.from(zip);
    renamed.write('Index.html', zip.indexOf('index.html'));
    expect(await verifyZip(renamed)).toMatchObject({
      code: 1,
      said: expect.stringContaining('the ZIP has two names for it'),
    });
    expect(await verifyZip(Buffer.concat([zip, Buffer.from('more')]))).toMatchObject({
      code: 2,
      said: expect.stringContaining('bytes after its end'),
    });
    const understated = Buffer.from(zip);
    const at = zip.lastIndexOf('index.html') - 46;
    understated.writeUInt32LE(10, at + 24);
    expect(await verifyZip(understated)).toMatchObject({
      code: 1,
      said: expect.stringContaining('it is larger than the ZIP says'),
    });
    expect(await verifyZip(zip.subarray(0, -30))).toMatchObject({ code: 2 });
    expect(await verifyZip(Buffer.alloc(0))).toMatchObject({ code: 2 });
  });

  it('the program in the pack is the one that Assay has, and needs no file beside it', async () => {
    const program = await readFile(join(folder, 'verify.mjs'), 'utf8');
    expect(program).not.toMatch(/^export |from '[#.]/m);
    expect(createHash('sha256').update(program).digest('hex')).toBe(
      getManifest(files).files.find(({ path }) => path === 'verify.mjs')?.sha256,
    );
  });
});
