import { expect, it } from 'vitest';
import { readMultipart } from '#api/records/documents/multipart.ts';
import { formWith, samplePdf } from '#tests/support/sample-files.ts';

/** What comes of a form whose file cannot be kept. */
async function readFailing(error: Error): Promise<unknown> {
  const form = new Response(formWith([{ name: 'one.pdf', bytes: samplePdf() }]));
  const contentType = form.headers.get('Content-Type') ?? '';
  const reading = readMultipart(
    { sender: 'firm', contentType, stream: form.body },
    async ({ stream }) => {
      stream.resume();
      throw error;
    },
    async () => {},
  );
  return reading.catch((thrown: unknown) => thrown);
}

it.each(['ENOSPC', 'EIO', 'EMFILE'])('does not blame the sender of a file for %s', async (code) => {
  const fault = Object.assign(new Error('The file cannot be written'), { code });
  expect(await readFailing(fault)).toBe(fault);
});

it('tells the sender of a form that it broke off', async () => {
  expect(await readFailing(new Error('The form broke off.'))).toMatchObject({ code: 'request.malformed' });
});
