/** Time zones of Australia, New Zealand and their islands, by tz database name. */
export const timeZones = [
  { zone: 'Pacific/Auckland', label: 'New Zealand' },
  { zone: 'Pacific/Chatham', label: 'Chatham Islands' },
  { zone: 'Australia/Sydney', label: 'New South Wales, Australian Capital Territory' },
  { zone: 'Australia/Melbourne', label: 'Victoria' },
  { zone: 'Australia/Brisbane', label: 'Queensland' },
  { zone: 'Australia/Adelaide', label: 'South Australia' },
  { zone: 'Australia/Perth', label: 'Western Australia' },
  { zone: 'Australia/Hobart', label: 'Tasmania' },
  { zone: 'Australia/Darwin', label: 'Northern Territory' },
  { zone: 'Australia/Broken_Hill', label: 'Broken Hill' },
  { zone: 'Australia/Lord_Howe', label: 'Lord Howe Island' },
  { zone: 'Pacific/Norfolk', label: 'Norfolk Island' },
  { zone: 'Indian/Christmas', label: 'Christmas Island' },
  { zone: 'Indian/Cocos', label: 'Cocos (Keeling) Islands' },
] as const;

export type TimeZone = (typeof timeZones)[number]['zone'];

export const isTimeZone = (text: string): text is TimeZone => timeZones.some(({ zone }) => zone === text);
