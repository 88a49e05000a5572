import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withoutNulBytes } from '#app/without-nul-bytes.server.ts';

/** A document whose characters of three bytes fall on every place of React's buffer. */
function pipe(into: NodeJS.WritableStream, shift: number): void {
  const words = Array.from({ length: 400 }, (_, at) =>
    createElement('p', { key: at }, `${'x'.repeat(at % 7)}Tūī’s – kōwhai`),
  );
  const rendered = renderToPipeableStream(createElement('main', { id: 'x'.repeat(shift) }, words), {
    onAllReady: () => rendered.pipe(into),
  });
}

async function documents(make: () => PassThrough | ReturnType<typeof withoutNulBytes>): Promise<string> {
  const all: string[] = [];
  for (let shift = 0; shift < 8; shift += 1) {
    const stream = make();
    pipe(stream, shift);
    all.push(await text(stream));
  }
  return all.join('');
}

it('keeps documents free of NUL bytes and otherwise as they are', async () => {
  const plain = await documents(() => new PassThrough());
  const cleaned = await documents(withoutNulBytes);
  // Should this fail, React has mended it and the stream can go.
  expect(plain).toContain('\0');
  expect(cleaned).not.toContain('\0');
  expect(cleaned).toBe(plain.replaceAll('\0', ''));
});
