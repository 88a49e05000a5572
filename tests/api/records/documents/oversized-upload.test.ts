import { expect, it } from 'vitest';
import { readMultipart } from '#api/records/documents/multipart.ts';

const limit = 1_000_000;
const chunk = 10_000;

/** Reads a form of at least `bytes` with a text before and one after its file, under a limit of 1 MB. */
function readForm(bytes: number) {
  let sent = 0;
  const parts = (function* () {
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="before"\r\n\r\none\r\n');
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
    while (sent < bytes) yield Buffer.alloc(chunk, ' ');
    yield Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="after"\r\n\r\ntwo\r\n--x--\r\n');
  })();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = parts.next();
        if (done) return controller.close();
        sent += value.length;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const discarded: string[] = [];
  const reading = readMultipart(
    {
      sender: { id: `sender of ${bytes}`, address: '192.0.2.1' },
      contentType: 'multipart/form-data; boundary=x',
      stream,
    },
    async (file) => {
      file.stream.resume();
      return file.fileName;
    },
    async (files) => {
      discarded.push(...files);
    },
    { maxBytes: limit },
  );
  return { reading, discarded, sent: () => sent };
}

const texts = [
  { name: 'before', value: 'one' },
  { name: 'after', value: 'two' },
];

it('accepts a form below its limit', async () => {
  const { reading } = readForm(0.9 * limit);
  expect(await reading).toEqual({ fields: texts, files: ['a.pdf'], together: undefined });
});

it('reads an oversized form for its texts up to 1.2 times the limit, and rejects its files', async () => {
  const { reading, discarded } = readForm(1.19 * limit);
  expect(await reading).toEqual({
    fields: texts,
    files: [],
    together: {
      refusal: expect.objectContaining({ code: 'request.tooLarge' }),
      files: [{ field: 'file', fileName: 'a.pdf' }],
    },
  });
  expect(discarded).toEqual(['a.pdf']);
});

it('reads no further than 1.2 times the limit', async () => {
  const { reading, sent } = readForm(12 * limit);
  await expect(reading).rejects.toMatchObject({ code: 'request.tooLarge' });
  // The chunk that exceeds it, and what the stream buffers.
  expect(sent()).toBeGreaterThan(1.2 * limit);
  expect(sent()).toBeLessThan(1.2 * limit + 20 * chunk);
});
