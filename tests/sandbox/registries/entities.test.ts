import { describe, expect, it } from 'vitest';
import { checkAbn, checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers/identifiers.ts';
import { registryEntities } from '#sandbox/registries/entities.ts';
import { createRegistriesPage } from '#sandbox/registries/page.ts';

describe('the mock registers', () => {
  const entities = registryEntities();

  it('contain hundreds of entities with valid unique numbers, the same every time', () => {
    expect(entities.all.length).toBeGreaterThan(400);
    for (const { nzbn, companyNumber, abn, acn } of entities.all) {
      if (nzbn) expect(checkNzbn(nzbn).ok).toBe(true);
      if (companyNumber) expect(checkNzCompanyNumber(companyNumber).ok).toBe(true);
      if (abn) expect(checkAbn(abn).ok).toBe(true);
      if (acn) expect(checkAcn(acn).ok).toBe(true);
    }
    const numbers = entities.all.flatMap(({ nzbn, companyNumber, abn, acn }) =>
      [nzbn, companyNumber, abn, acn].filter(Boolean),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(registryEntities().all).toEqual(entities.all);
  });

  it('reference existing holders only', () => {
    for (const { parcels = [] } of entities.all) {
      for (const holder of parcels.flatMap(({ holders }) => holders)) {
        if ('key' in holder) expect(entities.byKey.has(holder.key)).toBe(true);
      }
    }
  });

  it('list examples for manual testing', async () => {
    const response = await createRegistriesPage({ entities }).request('/sandbox/registries');
    const text = await response.text();
    expect(text).toContain('TUI &amp; KERERŪ ORCHARDS LIMITED');
    expect(text).toContain(entities.byKey.get('circleA')?.nzbn);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
