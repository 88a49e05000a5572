import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adoptStarters, readOnboarding, saveCompanyDetails } from '#contract/company/onboarding.ts';
import {
  changeTemplate,
  createTemplate,
  discardTemplateDraft,
  listTemplates,
  publishTemplate,
  readTemplate,
  readTemplateImpact,
  saveTemplateDraft,
  type Template,
} from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  draftTemplate,
  publish,
  publishedTemplate,
  type SentContent,
  sampleClient,
  sampleContent,
  sampleQuestion,
} from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('risk assessment templates on %s', (engine) => {
  let test: TestApi;
  let owner: TestPerson;
  beforeAll(async () => {
    test = await openTestApi(engine);
    owner = test.companies.a.owner;
  });
  afterAll(() => test?.close());

  const save = (template: Pick<Template, 'id' | 'version'>, content: SentContent, as: TestPerson = owner) =>
    test.request(
      saveTemplateDraft,
      { params: { id: template.id }, body: { version: template.version, name: 'Saved', content } },
      { as },
    );
  const change = (template: Pick<Template, 'id' | 'version'>, what: 'makeDefault' | 'archive' | 'restore') =>
    test.request(
      changeTemplate,
      { params: { id: template.id }, body: { version: template.version, change: what } },
      { as: owner },
    );
  const sendPublish = (template: Template, more: { changeNote?: string; seenContentHash?: string } = {}) =>
    test.request(
      publishTemplate,
      {
        params: { id: template.id },
        body: {
          version: template.version,
          changeNote: 'As agreed',
          seenContentHash: template.shown.contentHash,
          ...more,
        },
      },
      { as: owner },
    );
  const getEvents = async (id: string) =>
    (
      await test.database.asSuperuser(
        `SELECT action FROM assay.audit_events WHERE resource_type = 'riskTemplate' AND resource_id = $1 ORDER BY seq`,
        [id],
      )
    ).rows.map(({ action }) => action);

  describe('creating', () => {
    it('starts empty, from the library, or as a copy, and offers the library', async () => {
      const create = (body: unknown) => test.request(createTemplate, { body: body as never }, { as: owner });
      const shared = { name: 'New', resourceType: 'clients' };
      const empty = (await create({ ...shared, from: { source: 'empty' } })).response;
      expect(empty).toMatchObject({ published: null, draft: { number: 1, questions: 0 }, uses: 0 });
      expect(empty.problems.map(({ refuses }) => refuses)).not.toContain('draft');
      expect(empty.problems.length).toBeGreaterThan(0);

      const started = (await create({ ...shared, from: { source: 'library', key: 'clients-nzl' } })).response;
      expect(started.problems).toEqual([]);
      const copy = (await create({ ...shared, name: 'Copy', from: { source: 'template', id: started.id } }))
        .response;
      expect(copy.shown.contentHash).toBe(started.shown.contentHash);
      expect(copy.name).toBe('Copy');

      const { library } = (await test.request(listTemplates, { query: {} }, { as: owner })).response;
      expect(library.map(({ key }) => key).sort()).toEqual([
        'activities-aus',
        'activities-nzl',
        'clients-aus',
        'clients-nzl',
      ]);
      const noted = library.find(({ key }) => key === 'clients-nzl');
      expect(noted?.questions).toBe(started.shown.questions);
    });

    it('rejects a source that is missing, of another type, or another company’s', async () => {
      const theirs = await draftTemplate(test, test.companies.b.owner);
      const create = (from: unknown) =>
        test.request(
          createTemplate,
          { body: { name: 'New', resourceType: 'clients', from } as never },
          { as: owner },
        );
      expect((await create({ source: 'library', key: 'activities-nzl' })).problem.fields).toHaveProperty(
        'from.key',
      );
      expect((await create({ source: 'library', key: 'none' })).problem.fields).toHaveProperty('from.key');
      expect((await create({ source: 'template', id: theirs.id })).problem.fields).toHaveProperty('from.id');
      expect((await create({ source: 'template', id: crypto.randomUUID() })).status).toBe(422);
    });

    it('returns 403 for a member without a designation, and allows the compliance officer', async () => {
      const { a } = test.companies;
      const officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
      const body = { name: 'New', resourceType: 'clients' as const, from: { source: 'empty' as const } };
      expect((await test.request(createTemplate, { body }, { as: a.staff })).problem.code).toBe(
        'role.forbidden',
      );
      expect((await test.request(createTemplate, { body }, { as: officer })).status).toBe(201);
    });

    it('creates one template for a form sent twice', async () => {
      const body = { name: 'Once', resourceType: 'activities' as const, from: { source: 'empty' as const } };
      const send = (name: string) =>
        test.request(createTemplate, { body: { ...body, name }, requestKey: 'one-form' }, { as: owner });
      const first = await send('Once');
      expect((await send('Once')).response.id).toBe(first.response.id);
      expect((await send('Twice')).problem.code).toBe('idempotencyKey.reused');
    });
  });

  describe('drafts', () => {
    it('stores an unfinished draft and lists what it lacks', async () => {
      const draft = await draftTemplate(test, owner);
      const unfinished = sampleContent(
        [sampleQuestion('q', { text: '', options: [{ key: 'a', label: 'A', score: null }] })],
        { thresholds: { medium: 70, high: 65 } },
      );
      const saved = (await save(draft, unfinished)).response;
      const codes = saved.problems.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(['thresholds.order', 'option.unscored', 'text.missing']));
      expect(saved.version).toBe(draft.version + 1);
      expect(saved.name).toBe('Saved');
    });

    const circular = (key: string, of: string) =>
      sampleQuestion(key, { showWhen: { op: 'answered', question: of } });
    it.each<[string, SentContent, string]>([
      [
        'two questions with one key',
        sampleContent([sampleQuestion('q'), sampleQuestion('q')]),
        'sections[0].questions[1].key',
      ],
      [
        'too many questions',
        sampleContent(Array.from({ length: 500 }, (_, i) => sampleQuestion(`q${i}`))),
        'sections',
      ],
      [
        'a weight out of range',
        sampleContent(undefined, {
          factorWeights: { customer: 99, service: 1, channel: 1, country: 1, transaction: 1, screening: 1 },
        }),
        'factorWeights.customer',
      ],
    ])('rejects %s as a field error, and retains the saved draft', async (_, content, path) => {
      const draft = await draftTemplate(test, owner);
      const refused = await save(draft, content);
      expect(refused.problem.fields?.[path]?.[0]).toMatch(/\w/);
      const after = (await test.request(readTemplate, { params: { id: draft.id }, query: {} }, { as: owner }))
        .response;
      expect(after.shown.contentHash).toBe(draft.shown.contentHash);
    });

    it('stores circular conditions for correction, and does not publish them', async () => {
      const draft = await draftTemplate(test, owner, {
        content: sampleContent([circular('a', 'b'), circular('b', 'a')]),
      });
      expect(draft.problems.map(({ code }) => code)).toContain('condition.circular');
      const refused = await sendPublish(draft);
      expect(
        Object.values(refused.problem.fields ?? {})
          .flat()
          .join(' '),
      ).toMatch(/circle|each other|itself/i);
    });

    it('creates a draft from the published version, and discards it', async () => {
      const published = await publishedTemplate(test, owner);
      const saved = (await save(published, sampleContent([sampleQuestion('other')]))).response;
      expect(saved).toMatchObject({
        draft: { number: 2 },
        published: { number: 1 },
        shown: { status: 'draft' },
      });
      const discarded = await test.request(
        discardTemplateDraft,
        { params: { id: saved.id }, body: { version: saved.version } },
        { as: owner },
      );
      expect(discarded.response).toMatchObject({ draft: null, archivedAt: null, published: { number: 1 } });
      const again = await test.request(
        discardTemplateDraft,
        { params: { id: saved.id }, body: { version: discarded.response.version } },
        { as: owner },
      );
      expect(again.problem.detail).toContain('no draft');
    });

    it('archives a template that was never published when its draft is discarded', async () => {
      const draft = await draftTemplate(test, owner);
      const body = { version: draft.version };
      const gone = (
        await test.request(discardTemplateDraft, { params: { id: draft.id }, body }, { as: owner })
      ).response;
      expect(gone.archivedAt).not.toBeNull();
      const listed = async (archived: boolean) =>
        (await test.request(listTemplates, { query: { archived } }, { as: owner })).response.templates.map(
          ({ id }) => id,
        );
      expect(await listed(false)).not.toContain(draft.id);
      expect(await listed(true)).toContain(draft.id);
      const saved = await save({ id: draft.id, version: gone.version }, sampleContent());
      expect(saved.problem.detail).toContain('archived');
    });

    it('returns why a template cannot be made the default, archived or restored', async () => {
      const chosen = await publishedTemplate(test, owner, { name: 'Chosen', makeDefault: true });
      const spare = await publishedTemplate(test, owner, { name: 'Spare' });
      const unpublished = await draftTemplate(test, owner);
      const { response: archived } = await change(spare, 'archive');
      const why = async (...of: Parameters<typeof change>) => (await change(...of)).problem.detail;
      expect(await why(chosen, 'makeDefault')).toContain('is the default already');
      expect(await why(chosen, 'archive')).toContain('This is the default template');
      expect(await why(chosen, 'restore')).toContain('is not archived');
      expect(await why(unpublished, 'makeDefault')).toContain('Publish this template first');
      const put = { id: spare.id, version: archived.version };
      expect(await why(put, 'makeDefault')).toContain('Restore it first');
      expect(await why(put, 'archive')).toContain('is archived already');
    });

    it('neither discards nor publishes the draft of an archived template', async () => {
      await publishedTemplate(test, owner, { makeDefault: true });
      const template = await publishedTemplate(test, owner, { name: 'Put away' });
      const saved = (await save(template, sampleContent([sampleQuestion('other')]))).response;
      const { response: archived } = await change(saved, 'archive');
      const discard = (version: number) =>
        test.request(discardTemplateDraft, { params: { id: saved.id }, body: { version } }, { as: owner });
      for (const { problem } of [
        await discard(archived.version),
        await sendPublish({ ...saved, version: archived.version }),
      ]) {
        expect(problem.detail).toBe('This template is archived. Restore it first, then change it.');
      }
      expect((await discard(saved.version)).problem.code).toBe('record.versionConflict');
    });

    it('rejects a concurrent update with the saved draft', async () => {
      const draft = await draftTemplate(test, owner);
      const both = await Promise.all(
        ['one', 'two'].map((key) => save(draft, sampleContent([sampleQuestion(key)]))),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = both.find(({ status }) => status === 200)?.response;
      const lost = both.find(({ status }) => status === 409)?.problem;
      expect(lost?.code).toBe('record.versionConflict');
      expect(lost?.detail).toContain(`${owner.name} changed this template after you opened it.`);
      expect((lost?.current as Template | undefined)?.shown.contentHash).toBe(won?.shown.contentHash);
    });
  });

  describe('publishing', () => {
    it('retires the former version, retains both, and records the event', async () => {
      const first = await publishedTemplate(test, owner);
      const draft = (await save(first, sampleContent([sampleQuestion('second')]))).response;
      const second = await publish(test, owner, draft);
      expect(second.versions.map(({ number, status }) => [number, status])).toEqual([
        [2, 'published'],
        [1, 'retired'],
      ]);
      expect(second.published).toMatchObject({
        number: 2,
        changeNote: 'As agreed',
        publishedBy: { id: owner.id },
      });
      const old = await test.request(
        readTemplate,
        { params: { id: first.id }, query: { versionId: first.shown.id } },
        { as: owner },
      );
      expect(old.response.shown).toMatchObject({ status: 'retired', content: first.shown.content });
      expect(await getEvents(first.id)).toEqual([
        'template.created',
        'template.draftSaved',
        'template.published',
        'template.draftSaved',
        'template.published',
      ]);
    });

    it('requires a note, a preview of this draft’s impact, and a draft', async () => {
      const draft = await draftTemplate(test, owner);
      expect((await sendPublish(draft, { changeNote: ' ' })).problem.fields).toHaveProperty('changeNote');
      const seen = draft.shown.contentHash;
      const changed = (await save(draft, sampleContent([sampleQuestion('changed')]))).response;
      const unseen = await sendPublish(changed, { seenContentHash: seen });
      expect(unseen.problem.fields?.seenContentHash?.[0]).toContain('changed since the impact preview');
      const published = (await sendPublish(changed)).response;
      expect((await sendPublish(published)).problem.detail).toContain('no draft');
    });

    it('rejects a concurrent publication', async () => {
      const draft = await draftTemplate(test, owner);
      const both = await Promise.all([sendPublish(draft), sendPublish(draft)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.problem.code).toBe('record.versionConflict');
    });

    it('protects published and retired versions in the database against every role', async () => {
      const first = await publishedTemplate(test, owner);
      const second = await publish(
        test,
        owner,
        (await save(first, sampleContent([sampleQuestion('x')]))).response,
      );
      const change = (id: string, set: string) =>
        test.database.asSuperuser(`UPDATE assay.risk_template_versions SET ${set} WHERE id = $1`, [id]);
      const never = /never changes/;
      for (const { id } of second.versions) {
        await expect(change(id, `content = '{}'`)).rejects.toThrow(never);
        await expect(change(id, `change_note = 'Another'`)).rejects.toThrow(never);
        await expect(change(id, `status = 'draft'`)).rejects.toThrow(never);
        const remove = test.database.asSuperuser('DELETE FROM assay.risk_template_versions WHERE id = $1', [
          id,
        ]);
        await expect(remove).rejects.toThrow(never);
      }
      const draft = await draftTemplate(test, owner);
      await expect(change(draft.shown.id, `status = 'retired'`)).rejects.toThrow(never);
      const retired = second.versions.find(({ status }) => status === 'retired');
      await expect(change(retired?.id ?? '', `status = 'published'`)).rejects.toThrow(never);
    });
  });

  describe('the default', () => {
    it('is exactly one for each resource type under concurrent changes', async () => {
      const { owner: other } = await test.addCompany('Default Limited');
      const drafts = [];
      for (let count = 0; count < 4; count += 1) drafts.push(await draftTemplate(test, other));
      const published = await Promise.all(
        drafts.map((draft) => publish(test, other, draft, { makeDefault: true })),
      );
      const list = async () =>
        (await test.request(listTemplates, { query: {} }, { as: other })).response.templates;
      expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
      const now = await list();
      await Promise.all(
        published.map(({ id }) =>
          test.request(
            changeTemplate,
            {
              params: { id },
              body: { version: now.find((item) => item.id === id)?.version ?? 0, change: 'makeDefault' },
            },
            { as: other },
          ),
        ),
      );
      const after = await list();
      expect(after.filter(({ isDefault }) => isDefault)).toHaveLength(1);
      expect(after[0]?.isDefault).toBe(true);
    });

    it('is the first published one, and cannot be archived', async () => {
      const { owner: other } = await test.addCompany('First Limited');
      const first = await publish(test, other, await draftTemplate(test, other));
      const second = await publish(test, other, await draftTemplate(test, other));
      expect([first.isDefault, second.isDefault]).toEqual([true, false]);
      const archive = (template: Template) =>
        test.request(
          changeTemplate,
          { params: { id: template.id }, body: { version: template.version, change: 'archive' } },
          { as: other },
        );
      expect((await archive(first)).problem.detail).toContain('Make another template the default first');
      expect((await archive(second)).response.archivedAt).not.toBeNull();
    });

    it('rejects each invalid change with its reason', async () => {
      const draft = await draftTemplate(test, owner);
      expect((await change(draft, 'makeDefault')).problem.detail).toContain('Publish this template first');
      expect((await change(draft, 'restore')).problem.detail).toContain('not archived');
      const archived = (await change(draft, 'archive')).response;
      const at = { id: draft.id, version: archived.version };
      expect((await change(at, 'archive')).problem.detail).toContain('archived already');
      expect((await change(at, 'makeDefault')).problem.detail).toContain('Restore it');
      expect((await change(at, 'restore')).response.archivedAt).toBeNull();
      expect((await change(at, 'restore')).problem.code).toBe('record.versionConflict');
    });
  });

  describe('impact', () => {
    it('returns the matrix, named records, records to reassess, and differences', async () => {
      const { owner: other } = await test.addCompany('Impact Limited');
      const template = await publish(test, other, await draftTemplate(test, other));
      const levels = ['low', 'low', 'medium', 'high'] as const;
      for (const [index, level] of levels.entries()) {
        const { id: clientId } = await sampleClient(test, other, `Impactson ${index}`);
        const officer = await test.addMember(await getCompany(other), {
          designations: ['complianceOfficer'],
        });
        await approvedAssessment(test, other, { clientId, template }, [{ key: 'q', value: level }], officer);
      }
      const harsher = sampleContent(
        [
          sampleQuestion('q', {
            options: [
              { key: 'low', label: 'Low', score: 0 },
              { key: 'medium', label: 'Medium', score: 90 },
              { key: 'high', label: 'High', score: 100, prohibit: true },
            ],
          }),
          sampleQuestion('new', { weight: 0 }),
        ],
        { thresholds: { medium: 40, high: 65 } },
      );
      const saved = await test.request(
        saveTemplateDraft,
        {
          params: { id: template.id },
          body: { version: template.version, name: 'Harsher', content: harsher },
        },
        { as: other },
      );
      const impact = (await test.request(readTemplateImpact, { params: { id: template.id } }, { as: other }))
        .response;
      expect(impact).toMatchObject({
        contentHash: saved.response.shown.contentHash,
        assessed: 4,
        matrix: {
          low: { low: 2, medium: 0, high: 0, none: 0 },
          medium: { low: 0, medium: 0, high: 1, none: 0 },
          high: { low: 0, medium: 0, high: 1, none: 0 },
        },
        changesTotal: 1,
        changes: [
          { name: 'Hinemoa Impactson 2', from: 'medium', to: 'high', fromScore: '50.0', toScore: '90.0' },
        ],
        needsNewTotal: 4,
        prohibitedTotal: 1,
      });
      expect(impact.needsNew[0]).toMatchObject({ unanswered: ['new'] });
      const words = impact.differences.map(({ what }) => what);
      expect(words).toEqual(expect.arrayContaining(['Medium from', 'New question']));
    });

    it('returns 404 without a draft', async () => {
      const published = await publishedTemplate(test, owner);
      const refused = await test.request(readTemplateImpact, { params: { id: published.id } }, { as: owner });
      expect(refused.problem).toMatchObject({
        code: 'record.notFound',
        detail: expect.stringContaining('no draft'),
      });
    });

    const getCompany = async (person: TestPerson) =>
      String(
        (await test.database.asSuperuser('SELECT company_id FROM assay.members WHERE id = $1', [person.id]))
          .rows[0]?.company_id,
      );
  });

  it('adopts the starters of the company’s countries once', async () => {
    const company = await test.addCompany('Starting Limited');
    const as = { as: company.owner };
    const adopt = async (version: number, regulatedIn: ('NZL' | 'AUS')[]) => {
      await test.request(
        saveCompanyDetails,
        {
          body: {
            version,
            legalName: 'Starting Limited',
            sector: 'accounting',
            regulatedIn,
            address: {
              countryCode: 'NZL',
              addressLine1: '1 Sample Street',
              state: 'Wellington',
              postcode: '6011',
            },
          },
        },
        as,
      );
      const { starters } = (await test.request(readOnboarding, {}, as)).response;
      await test.request(adoptStarters, { body: { keys: starters.map(({ key }) => key) } }, as);
    };
    const names = async () =>
      (await test.request(listTemplates, { query: {} }, { as: company.owner })).response.templates.map(
        ({ name, isDefault, published }) => [name, isDefault, published?.number],
      );
    await adopt(1, ['NZL']);
    expect(await names()).toEqual([
      ['Client risk, New Zealand', true, 1],
      [expect.stringContaining('New Zealand'), true, 1],
    ]);
    await adopt(2, ['NZL', 'AUS']);
    expect(await names()).toHaveLength(4);
  });

  it('lists templates of one type alone, and counts uses', async () => {
    const { owner: other } = await test.addCompany('Counting Limited');
    const template = await publish(test, other, await draftTemplate(test, other));
    await draftTemplate(test, other, { resourceType: 'activities' });
    const { id: clientId } = await sampleClient(test, other);
    await approvedAssessment(test, other, { clientId, template });
    const query = { resourceType: 'clients' as const };
    const { response: answer } = await test.request(listTemplates, { query }, { as: other });
    expect(answer.templates.map(({ id, uses }) => [id, uses])).toEqual([[template.id, 1]]);
    expect(answer.library.every(({ resourceType }) => resourceType === 'clients')).toBe(true);
  });
});
