const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text has the form of a record's id: a UUID in lower case. */
export const isRecordId = (text: string): boolean => uuid.test(text);
