import { describe, expect, it } from 'vitest';
import { isMessageSection, messageSections } from '#app/flash.ts';

const sources = import.meta.glob<string>('../../../app/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const texts = Object.values(sources);

describe('sections that show the message of an action', () => {
  it.each(messageSections)('%s shows its message at its id', (section) => {
    const showing = texts.filter((text) => text.includes(`<SectionMessage at="${section}" />`));
    expect(showing.length).toBeGreaterThan(0);
    for (const text of showing) expect(text).toContain(`id="${section}"`);
  });

  it('are the only targets of messages', () => {
    const sent = texts
      .filter((text) => /redirectWithFlash\(|screenForms</.test(text))
      .flatMap((text) => [...text.matchAll(/#([a-z]+)(?=[`'])/g)].map(([, place = '']) => place));
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((place) => !isMessageSection(place))).toEqual([]);
  });

  it('treats a match card as a section and ignores other ids', () => {
    expect(isMessageSection('match-0198c0de-0000-7000-8000-000000000000')).toBe(true);
    for (const other of ['', 'match-', 'match-x', 'nowhere', 'constructor'])
      expect(isMessageSection(other)).toBe(false);
  });
});
