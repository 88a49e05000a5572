/** Duration of a draft's impact over the API, database included: 10,000 current assessments of a 40-question template. */
import { saveTemplateDraft } from '#contract/risk/risk-templates.ts';
import { openTestApi } from '#tests/support/api/api.ts';
import { publishedTemplate, type SentContent } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { median } from './load.ts';
import { sampleAssessment, sampleTemplate } from './risk-scoring.ts';
import { sized } from './sizes.ts';

const assessments = sized(10_000, 20);
const questions = 40;
const runs = sized(5, 1);
/** Rows of one INSERT. */
const batch = Math.min(500, assessments);

for (const engine of testEngines) {
  const test = await openTestApi(engine);
  const { a } = test.companies;
  const content = sampleTemplate(questions) as SentContent;
  const template = await publishedTemplate(test, a.owner, { content });
  for (let first = 0; first < assessments; first += batch) {
    const rows = Array.from({ length: batch }, (_, at) => sampleAssessment(first + at, questions));
    await test.database.asSuperuser(
      `INSERT INTO assay.risk_assessments (company_id, id, resource_type, resource_id, template_id, template_version_id,
         status, answers, scored, score_tenths, computed_level, final_level, assessed_by, approved_by, created_at,
         created_by, updated_at, updated_by)
       SELECT $1, gen_random_uuid(), 'clients', gen_random_uuid(), $2, $3, 'approved', row, '{}', 400, 'medium', 'medium',
         $4, $4, now(), $4, now(), $4 FROM jsonb_array_elements($5::jsonb) AS row`,
      [a.id, template.id, template.shown.id, a.owner.id, JSON.stringify(rows)],
    );
  }
  await test.database.asSuperuser('ANALYZE assay.risk_assessments');
  const draft = { ...content, thresholds: { medium: 30, high: 60 } };
  await test.request(
    saveTemplateDraft,
    { params: { id: template.id }, body: { version: template.version, name: template.name, content: draft } },
    { as: a.owner },
  );
  const took: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    const response = await test.fetch(`/api/v1/risk-templates/${template.id}/impact`, {
      headers: { Authorization: `Bearer ${a.owner.token}` },
    });
    const { assessed } = (await response.json()) as { assessed: number };
    took.push(performance.now() - started);
    if (assessed !== assessments) throw new Error(`Only ${assessed} were looked at.`);
  }
  took.sort((a, b) => a - b);
  const ms = (value = 0) => `${Math.round(value)} ms`;
  console.log(
    `impact of ${assessments} assessments, ${questions} questions, ${engine}: median ${ms(median(took))}, from ${ms(took[0])} to ${ms(took.at(-1))}`,
  );
  await test.close();
}
