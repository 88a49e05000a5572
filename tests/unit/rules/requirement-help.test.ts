import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getRequirementHelp } from '#rules/requirement-help.ts';

const folder = 'rules/cdd-rule-packs';

/** Codes of all items, as the rule packs' files write them. */
const codes = readdirSync(folder)
  .flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/code: ['`]([a-z]+\.[^'`]*)['`]/g),
  ])
  .map(([, code = '']) => code)
  .filter((code) => !/^(nz|au|rule)\./.test(code));

describe('explanations of requirements', () => {
  test('exist for every item of the rule packs', () => {
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => getRequirementHelp(code) === undefined)).toEqual([]);
  });

  test('of a related party’s item are those of the client’s own, or its own', () => {
    expect(getRequirementHelp('party.sanctionsChecked')).toBe(getRequirementHelp('sanctions.checked'));
    expect(getRequirementHelp('party.pepChecked')).toBe(getRequirementHelp('pep.checked'));
    expect(getRequirementHelp('party.verified')).not.toBe(getRequirementHelp('identity.verified'));
  });

  test('do not exist for other blockers', () => {
    expect(getRequirementHelp('activity.customerMissing')).toBeUndefined();
  });
});
