interface ListedPerson {
  reference?: string;
  name?: readonly string[];
  born?: string;
  comment?: string;
}

const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** A list in the form of the UN's consolidated one, with fictional people. */
export function unXml({ generated, people }: { generated: string; people: readonly ListedPerson[] }): string {
  const individuals = people.map(
    ({ reference, name = [], born, comment = '' }) => `<INDIVIDUAL>
      ${name.map((part, index) => `<${parts[index]}>${part}</${parts[index]}>`).join('')}
      <UN_LIST_TYPE>Invented</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER>
      <COMMENTS1>${comment}</COMMENTS1>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${born}</DATE></INDIVIDUAL_DATE_OF_BIRTH>
    </INDIVIDUAL>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${generated}T00:00:09.554Z">
  <INDIVIDUALS>${individuals.join('\n')}</INDIVIDUALS>
  <ENTITIES></ENTITIES>
</CONSOLIDATED_LIST>
`;
}
