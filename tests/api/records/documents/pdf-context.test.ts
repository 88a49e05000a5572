import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileBytes } from '#api/records/documents/inspection/file-bytes.ts';
import { inspectPdf } from '#api/records/documents/inspection/pdf.ts';
import { maxContextBytes, newBudget } from '#api/records/documents/inspection/pdf-pieces.ts';
import { pdfObjectStream, pdfStream, samplePdf } from '#tests/support/files/sample-files.ts';

const inMemory = (bytes: Buffer): FileBytes => ({
  size: bytes.length,
  isChanged: false,
  read: async (from, length) => bytes.subarray(from, from + length),
  write: () => Promise.reject(new Error('An inspection of a PDF writes nothing.')),
  fill: () => Promise.reject(new Error('An inspection of a PDF fills nothing.')),
  cut: () => Promise.reject(new Error('An inspection of a PDF cuts nothing.')),
});

/** The result of an inspection, and the bytes that it read around names. */
async function inspected(pdf: Buffer) {
  const budget = newBudget();
  const result = await inspectPdf(inMemory(pdf), budget);
  return {
    message: result.ok ? 'It was kept' : result.message,
    contextBytes: maxContextBytes - budget.context.bytes,
  };
}

/** A line of 64,000 bytes with a name before each of its comments, and the value after them. */
const commented = (name: string, value: string) =>
  `${`${name}%`.repeat(64_000 / (name.length + 1))}\n${value}\n`;

describe('bytes read around names in a PDF', () => {
  it.each([
    ['/EF', 'x'],
    ['/AA', 'x'],
    ['/JS', 'x'],
    ['/OpenAction', '['],
    ['/First', '>>x'],
  ])('are limited for many %s before long comments', async (name, value) => {
    const line = commented(name, value);
    const { message, contextBytes } = await inspected(samplePdf([Buffer.alloc(10 * line.length, line)]));
    expect(message).toContain('is packed in a way that cannot be checked');
    // The last look, into what is in memory, may exceed it.
    expect(contextBytes).toBeGreaterThan(maxContextBytes);
    expect(contextBytes).toBeLessThan(maxContextBytes + 512 * 1024);
  });

  it.each([
    ['before long comments', `${'9 0 obj%'.repeat(8_000)}\n[3 0 R /Fit]\n`],
    ['in one another', `${' 9 0 obj<</S/GoTo/D'.repeat(750)}${'>>'.repeat(750)}\n`],
  ])('are limited for many objects %s', async (_, objects) => {
    const filling = Buffer.alloc(20 * objects.length, objects);
    const { message } = await inspected(samplePdf([filling], { catalog: '/OpenAction 9 0 R' }));
    expect(message).toContain('is packed in a way that cannot be checked');
  });

  it('are in proportion to the size of an ordinary document', async () => {
    const document = (pages: number) =>
      samplePdf(
        Array.from({ length: pages }, (_, index) => [
          `<< /Type /Outlines /First ${index} 0 R /Last 9 0 R /Count 4 >> % a comment`,
          pdfObjectStream('<< /Title (Minutes) >>'),
          pdfStream('/Filter /FlateDecode', deflateSync(`BT (Page ${index}) Tj ET`)),
        ]).flat(),
        { catalog: '/OpenAction [3 0 R /Fit]' },
      );
    const [small, large] = [document(100), document(1000)];
    const [ofSmall, ofLarge] = [await inspected(small), await inspected(large)];
    expect([ofSmall.message, ofLarge.message]).toEqual(['It was kept', 'It was kept']);
    const [share, largeShare] = [ofSmall.contextBytes / small.length, ofLarge.contextBytes / large.length];
    expect(largeShare).toBeLessThan(1);
    expect(largeShare / share).toBeCloseTo(1, 1);
  });
});
