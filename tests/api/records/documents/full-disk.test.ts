import { expect, it } from 'vitest';
import { readMultipart } from '#api/records/documents/multipart.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';

/** Result of a form whose file cannot be stored. */
async function readFailing(error: Error): Promise<unknown> {
  const form = new Response(formWith([{ name: 'one.pdf', bytes: samplePdf() }]));
  const contentType = form.headers.get('Content-Type') ?? '';
  const reading = readMultipart(
    { sender: { id: 'firm', address: '192.0.2.1' }, contentType, stream: form.body },
    async ({ stream }) => {
      stream.resume();
      throw error;
    },
    async () => {},
  );
  return reading.catch((thrown: unknown) => thrown);
}

it.each(['ENOSPC', 'EIO', 'EMFILE'])('does not report %s as an error of the sender', async (code) => {
  const fault = Object.assign(new Error('The file cannot be written'), { code });
  expect(await readFailing(fault)).toBe(fault);
});

it('reports an interrupted form as malformed', async () => {
  expect(await readFailing(new Error('The form was interrupted.'))).toMatchObject({
    code: 'request.malformed',
  });
});
