import { describe, expect, it } from 'vitest';
import { guessColumns, isRedundantColumn } from '#rules/clients/client-import-columns.ts';

/** The columns that a file's headings are taken for, by heading; without those that are ignored. */
function guess(headings: string): Record<string, string> {
  const all = headings.split(',');
  const columns = guessColumns(all);
  return Object.fromEntries(
    all.flatMap((heading, place) => (columns[place] ? [[heading, columns[place]]] : [])),
  );
}

describe('headings of other systems', () => {
  it('of Xero, whose street address comes before its postal address', () => {
    expect(
      guess(
        '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POCity,PORegion,POPostalCode,POCountry,SAAttentionTo,SAAddressLine1,SAAddressLine2,SACity,SARegion,SAPostalCode,SACountry,PhoneNumber,FaxNumber,MobileNumber,BankAccountName,LegalName',
      ),
    ).toEqual({
      EmailAddress: 'email',
      FirstName: 'givenNames',
      LastName: 'familyName',
      SAAddressLine1: 'addressLine1',
      SAAddressLine2: 'addressLine2',
      SACity: 'city',
      SARegion: 'state',
      SAPostalCode: 'postcode',
      SACountry: 'addressCountry',
      PhoneNumber: 'phone',
      LegalName: 'legalName',
    });
  });

  it('of Xero with a contact name alone and one address', () => {
    expect(guess('*ContactName,EmailAddress,POAddressLine1,POCity,POPostalCode')).toEqual({
      '*ContactName': 'fullName',
      EmailAddress: 'email',
      POAddressLine1: 'addressLine1',
      POCity: 'city',
      POPostalCode: 'postcode',
    });
  });

  it('of Salesforce', () => {
    expect(
      guess(
        'Salutation,First Name,Last Name,Account Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Mobile,Email,Birthdate,Contact ID',
      ),
    ).toEqual({
      'First Name': 'givenNames',
      'Last Name': 'familyName',
      'Account Name': 'legalName',
      'Mailing Street': 'addressLine1',
      'Mailing City': 'city',
      'Mailing State/Province': 'state',
      'Mailing Zip/Postal Code': 'postcode',
      'Mailing Country': 'addressCountry',
      Phone: 'phone',
      Email: 'email',
      Birthdate: 'dateOfBirth',
      'Contact ID': 'externalId',
    });
  });

  it('of Google', () => {
    expect(
      guess(
        'First Name,Middle Name,Last Name,Nickname,Organization Name,Birthday,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Labels',
      ),
    ).toEqual({
      'First Name': 'givenNames',
      'Middle Name': 'middleNames',
      'Last Name': 'familyName',
      'Organization Name': 'legalName',
      Birthday: 'dateOfBirth',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone',
      'Address 1 - Street': 'addressLine1',
      'Address 1 - City': 'city',
      'Address 1 - Region': 'state',
      'Address 1 - Postal Code': 'postcode',
      'Address 1 - Country': 'addressCountry',
      Labels: 'tags',
    });
  });

  it('of Outlook, whose home address comes before that of work', () => {
    expect(
      guess(
        'Title,First Name,Middle Name,Last Name,Company,Department,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home Street 2,Home City,Home State,Home Postal Code,Home Country/Region,Mobile Phone,Birthday,E-mail Address',
      ),
    ).toEqual({
      'First Name': 'givenNames',
      'Middle Name': 'middleNames',
      'Last Name': 'familyName',
      Company: 'legalName',
      'Home Street': 'addressLine1',
      'Home Street 2': 'addressLine2',
      'Home City': 'city',
      'Home State': 'state',
      'Home Postal Code': 'postcode',
      'Home Country/Region': 'addressCountry',
      'Mobile Phone': 'phone',
      Birthday: 'dateOfBirth',
      'E-mail Address': 'email',
    });
  });

  it('of MYOB', () => {
    expect(
      guess(
        'Co./Last Name,First Name,Card ID,Addr 1 - Line 1,Addr 1 - Line 2,Addr 1 - City,Addr 1 - State,Addr 1 - Postcode,Addr 1 - Country,Phone # 1,Email,A.B.N.',
      ),
    ).toEqual({
      'Co./Last Name': 'familyName',
      'First Name': 'givenNames',
      'Card ID': 'externalId',
      'Addr 1 - Line 1': 'addressLine1',
      'Addr 1 - Line 2': 'addressLine2',
      'Addr 1 - City': 'city',
      'Addr 1 - State': 'state',
      'Addr 1 - Postcode': 'postcode',
      'Addr 1 - Country': 'addressCountry',
      'Phone # 1': 'phone',
      Email: 'email',
      'A.B.N.': 'abn',
    });
  });

  it('of Actionstep, whose phone numbers lack their area', () => {
    expect(
      guess(
        'id,displayName,isCompany,companyName,salutation,firstName,middleName,lastName,suffix,preferredName,physicalAddressLine1,physicalAddressLine2,physicalCity,physicalStateProvince,physicalCounty,physicalPostCode,physicalCountry,mailingAddressLine1,mailingAddressLine2,mailingCity,mailingStateProvince,mailingPostCode,mailingCountry,phone1Label,phone1Country,phone1Area,phone1Number,fax,sms,email,website,occupation,taxNumber,birthTimestamp,countryIdOfBirth,importExternalReference',
      ),
    ).toEqual({
      isCompany: 'clientType',
      companyName: 'legalName',
      firstName: 'givenNames',
      middleName: 'middleNames',
      lastName: 'familyName',
      physicalAddressLine1: 'addressLine1',
      physicalAddressLine2: 'addressLine2',
      physicalCity: 'city',
      physicalStateProvince: 'state',
      physicalPostCode: 'postcode',
      physicalCountry: 'addressCountry',
      email: 'email',
      occupation: 'occupation',
      birthTimestamp: 'dateOfBirth',
      importExternalReference: 'externalId',
    });
    expect(guess('Participant ID,Participant Name,Participant Type')).toEqual({
      'Participant ID': 'externalId',
      'Participant Name': 'fullName',
    });
  });

  it('of the fields of a card in LEAP, with the tags before them', () => {
    expect(
      guess(
        '[Card] Card Type,[People] First Name,[People] Last Name,[People] Salutation,[Organisation] Trading Name,[Registered Office] Suburb,[PO Box] PO Box,[PO Box] Suburb,[DX] Suburb,[Fax] Fax Number,[Phone] Work Phone,[Email] Email (Work),[Calc] Age',
      ),
    ).toEqual({
      '[People] First Name': 'givenNames',
      '[People] Last Name': 'familyName',
      '[Organisation] Trading Name': 'tradingNames',
      '[Registered Office] Suburb': 'suburb',
      '[Phone] Work Phone': 'phone',
      '[Email] Email (Work)': 'email',
    });
    expect(guess('[Address] Postal Address')).toEqual({ '[Address] Postal Address': 'address' });
  });

  it.each([
    ['Client #', 'externalId'],
    ['Client', 'fullName'],
    ['File #', 'externalId'],
    ['Surname (legal)', 'familyName'],
    ['Date of Birth (dd/mm/yyyy)', 'dateOfBirth'],
    ['Given Names [legal]', null],
    ['D.O.B.', 'dateOfBirth'],
    ['d.o.b', 'dateOfBirth'],
    ['A.C.N.', 'acn'],
    ['Phone No.', 'phone'],
    ['Tel. No.', 'phone'],
    ['T/A', 'tradingNames'],
    ['dateOfBirth', 'dateOfBirth'],
    ['PostalCode', 'postcode'],
    ['Physical Post Code', 'postcode'],
    ['ABN', 'abn'],
    ['NZBN', 'nzbn'],
    ['PO Box', null],
    ['Home team', null],
    ['#', null],
    ['()', null],
    ['', null],
  ] as const)('“%s” alone is taken for %s', (heading, field) => {
    expect(guessColumns([heading])).toEqual([field]);
  });

  it.each(['*ContactName', 'ContactName', 'Display Name', 'Client'])(
    '“%s” repeats the parts of a name beside it',
    (heading) => {
      expect(isRedundantColumn(heading, [null, 'familyName'])).toBe(true);
      expect(isRedundantColumn(heading, [null, 'email'])).toBe(false);
    },
  );

  it('takes the parts of one address, not of two', () => {
    expect(guess('Street,City,Postcode,Home City,Business Street')).toEqual({
      Street: 'addressLine1',
      City: 'city',
      Postcode: 'postcode',
    });
    expect(guess('Postal City,Residential Street,Residential City,Country')).toEqual({
      'Residential Street': 'addressLine1',
      'Residential City': 'city',
    });
  });
});
