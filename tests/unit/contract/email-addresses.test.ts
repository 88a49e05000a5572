import { describe, expect, it } from 'vitest';
import { clientInput } from '#contract/clients/client-input.ts';
import { newDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { emailAddress, signInAddress } from '#contract/fields.ts';
import { toAsciiAddress } from '#rules/identifiers/email-addresses.ts';

const check = (text: string) => {
  const parsed = emailAddress.safeParse(text);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message;
};

describe('an email address', () => {
  it.each([
    ['ivy@sample.co.nz', 'ivy@sample.co.nz', 'ivy@sample.co.nz'],
    [" I.O'Neill+aml@Sample.CO.NZ ", "i.o'neill+aml@sample.co.nz", "i.o'neill+aml@sample.co.nz"],
    ['ivy@sample.māori.nz', 'ivy@sample.māori.nz', 'ivy@sample.xn--mori-qsa.nz'],
    ['Ivy@Sample.MĀORI.nz', 'ivy@sample.māori.nz', 'ivy@sample.xn--mori-qsa.nz'],
    ['ivy@sample.ma\u0304ori.nz', 'ivy@sample.māori.nz', 'ivy@sample.xn--mori-qsa.nz'],
    ['info@bäckerei.example', 'info@bäckerei.example', 'info@xn--bckerei-5wa.example'],
    ['a@xn--bckerei-5wa.example', 'a@xn--bckerei-5wa.example', 'a@xn--bckerei-5wa.example'],
    ['b@例え.テスト', 'b@例え.テスト', 'b@xn--r8jz45g.xn--zckzah'],
    ['b@例え。テスト', 'b@例え.テスト', 'b@xn--r8jz45g.xn--zckzah'],
    ['b@ｓａｍｐｌｅ．co．nz', 'b@sample.co.nz', 'b@sample.co.nz'],
    ['c@مثال.إختبار', 'c@مثال.إختبار', 'c@xn--mgbh0fb.xn--kgbechtv'],
    ['d@東京shop.example', 'd@東京shop.example', 'd@xn--shop-4x5f052k.example'],
    ['e@почта.example', 'e@почта.example', 'e@xn--80a1acny.example'],
    ['f@123.co.nz', 'f@123.co.nz', 'f@123.co.nz'],
  ])('“%s” is shown as “%s” and sent to “%s”', (typed, shown, sent) => {
    expect(check(typed)).toBe(shown);
    expect(toAsciiAddress(shown)).toBe(sent);
    expect(check(sent)).toBe(sent);
  });

  it.each([
    '',
    'ivy',
    '@sample.nz',
    'ivy@',
    'ivy@sample',
    'ivy@sample..nz',
    'ivy@.sample.nz',
    'ivy@sample.nz.',
    'ivy@sample。。nz',
    'ivy hall@sample.nz',
    'ivy@sam ple.nz',
    'ivy@sam\u00adple.nz',
    'ivy@sam\u200bple.nz',
    'ivy@sam\u202eple.nz',
    'ivy..hall@sample.nz',
    '.ivy@sample.nz',
    'ivy@hall@sample.nz',
    'ivy@sample.nz, ana@sample.nz',
    'Ivy <ivy@sample.nz>',
    'a@-x.nz',
    'a@x-.nz',
    'a@x_y.nz',
    'a@x%2e.nz',
    'a@x.nz:25',
    'a@x.nz/y',
    'a@xn--zzzzzz99999.nz',
    'a@1.2.3.4',
    'a@[1.2.3.4]',
    'a@0x7f.1',
    'a@１.２.３.４',
    'a@\u0304x.nz',
    `a@${'x'.repeat(64)}.nz`,
  ])('“%s” is rejected', (typed) => {
    expect(check(typed)).toBe('Enter an email address such as name@example.co.nz');
    expect(toAsciiAddress(typed)).toBe(typed);
  });

  it('with other letters before the @ is rejected with the reason', () => {
    for (const typed of ['wāta@sample.nz', '用户@例え.テスト', 'ｉvy@sample.nz'])
      expect(check(typed)).toContain('Use only the letters a to z');
  });

  it('with a domain of alphabets that look alike is rejected with the reason', () => {
    for (const typed of ['a@p\u0430ypal.nz', 'a@sample.\u03bfrg', 'a@\u043f\u03bf.example'])
      expect(check(typed)).toContain('alphabets that look alike');
  });

  it('is at most 254 characters long, as it is sent too', () => {
    const local = 'a'.repeat(240);
    expect(check(`${local}@sample.nz`)).toBe(`${local}@sample.nz`);
    expect(check(`${local}@bäcker.nz`)).toBe('Use at most 254 characters');
    expect(check(`${'a'.repeat(300)}@x.nz`)).toBe('Use at most 254 characters');
  });

  it('follows one rule for clients, imports and recipients of requests', () => {
    const client = { clientType: 'individual', individual: { givenNames: 'Ana', familyName: 'Sample' } };
    const request = { recipientName: 'Ana', dueOn: '2099-01-01', items: [] };
    const email = 'ivy@sample.māori.nz';
    expect(clientInput.safeParse({ ...client, email }).data?.email).toBe(email);
    const paths = (parsed: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
      parsed.error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(paths(clientInput.safeParse({ ...client, email: 'ivy@sample..nz' }))).toEqual(['email']);
    expect(paths(newDocumentRequest.safeParse({ ...request, recipientEmail: email }))).not.toContain(
      'recipientEmail',
    );
    expect(paths(newDocumentRequest.safeParse({ ...request, recipientEmail: 'ivy@sample..nz' }))).toContain(
      'recipientEmail',
    );
  });

  it('of a sign-in has one spelling, the one in ASCII', () => {
    expect(signInAddress.parse('Ivy@sample.māori.nz')).toBe('ivy@sample.xn--mori-qsa.nz');
    expect(signInAddress.parse('ivy@sample.xn--mori-qsa.nz')).toBe('ivy@sample.xn--mori-qsa.nz');
  });
});
