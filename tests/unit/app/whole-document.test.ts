import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { wholeDocument } from '#app/document/buffer-document.server.ts';

/** A document in which three-byte characters fall on every position of React's buffer. */
function pipe(into: NodeJS.WritableStream, shift: number): void {
  const words = Array.from({ length: 400 }, (_, at) =>
    createElement('p', { key: at }, `${'x'.repeat(at % 7)}Tūī’s – kōwhai`),
  );
  const rendered = renderToPipeableStream(createElement('main', { id: 'x'.repeat(shift) }, words), {
    onAllReady: () => rendered.pipe(into),
  });
}

async function documents(item: (shift: number) => Promise<string>): Promise<string> {
  const all: string[] = [];
  for (let shift = 0; shift < 8; shift += 1) all.push(await item(shift));
  return all.join('');
}

const asStreamed = (shift: number) => {
  const stream = new PassThrough();
  pipe(stream, shift);
  return text(stream);
};

const asOneChunk = (shift: number) =>
  new Promise<string>((done) => {
    pipe(
      wholeDocument((document) => done(new TextDecoder().decode(document))),
      shift,
    );
  });

it('removes NUL bytes and changes nothing else', async () => {
  const plain = await documents(asStreamed);
  const whole = await documents(asOneChunk);
  // If this fails, React has fixed the bug and the filter can go.
  expect(plain).toContain('\0');
  expect(whole).not.toContain('\0');
  expect(whole).toBe(plain.replaceAll('\0', ''));
});
