import type { FieldSource, PackedBusinessVerification, PackedVerification } from './records.ts';

/** The parts that a check matches, by the fields that a reader of the pack looks for. */
const fieldOfPart = { name: 'name', dob: 'dateOfBirth', address: 'address' } as const;

const registryWords = { nzbn: 'NZBN register', abr: 'ABN Lookup', asic: 'ASIC register' };

/**
 * Which sources agree with what is recorded of a client: checks of identity that stand, and extracts of registers. What no line
 * names rests on whoever entered it. Source: domain 11.12, "source per field".
 */
export function sourcesOfFields(
  individual: readonly PackedVerification[],
  business: readonly PackedBusinessVerification[],
): FieldSource[] {
  const checks = individual.flatMap((verification) =>
    verification.checks
      .filter(({ current, result }) => current && result === 'pass')
      .flatMap((check) =>
        check.matched.flatMap((part) => {
          if (part !== 'name' && part !== 'dob' && part !== 'address') return [];
          const document = verification.documents.find(({ id }) => id === check.documentId);
          const source = check.source?.label ?? 'Seen by a person of the company';
          return [
            {
              field: fieldOfPart[part],
              source: document ? `${source}, ${document.label}` : source,
              at: check.at,
            },
          ];
        }),
      ),
  );
  const extracts = business.flatMap(({ extract }) =>
    extract === null
      ? []
      : (['name', 'registration'] as const).map((field) => ({
          field,
          source: `${registryWords[extract.registry]}, as “${extract.name}”`,
          at: extract.at,
        })),
  );
  return [...checks, ...extracts];
}
