import { countries } from '#rules/countries.ts';
import { alpha3ByAlpha2 } from './country-codes.ts';

/** Names used by lists and forms in addition to rules/countries.ts, and demonyms of those. */
const otherNames: Record<string, string> = {
  ARE: 'uae|emirati|emirates',
  BHS: 'bahamas the|bahamian',
  BIH: 'bosnia|bosnia herzegovina|bosnian',
  BLR: 'byelorussia',
  BOL: 'plurinational state of bolivia|bolivia plurinational state of|bolivian',
  BRN: 'brunei darussalam',
  CAF: 'car',
  CHN: 'peoples republic of china|prc|mainland china|chinese',
  CIV: 'cote d ivoire|ivory coast|ivorian',
  COD: 'democratic republic of the congo|dem rep of the congo|drc|congo democratic republic of the|congo kinshasa|zaire|congolese drc',
  COG: 'republic of the congo|congo|congo brazzaville|congo republic of the|congolese',
  COM: 'comoran',
  CPV: 'cape verde|cape verdean',
  CZE: 'czech republic|czech',
  ESH: 'sahrawi',
  FSM: 'micronesia|federated states of micronesia',
  GBR: 'uk|great britain|britain|england|scotland|wales|northern ireland|united kingdom of great britain and northern ireland|british|english|scottish|welsh',
  GMB: 'gambia the|gambian',
  HKG: 'hong kong sar|china hong kong special administrative region|hong kong china',
  IMN: 'man isle of',
  IRN: 'islamic republic of iran|iran islamic republic of|persia|iranian',
  KNA: 'saint kitts and nevis',
  KOR: 'south korea|republic of korea|korea south|korea republic of|south korean',
  LAO: 'lao peoples democratic republic|lao|laotian',
  LCA: 'saint lucia',
  LBY: 'libyan arab jamahiriya|libyan',
  MAC: 'macau|macao|china macao special administrative region',
  MDA: 'republic of moldova|moldova republic of|moldovan',
  MKD: 'macedonia|macedonia the former yugoslav republic of|north macedonia the republic of|republic of north macedonia|macedonian',
  MMR: 'burma|myanmar burma|burmese',
  NLD: 'holland|netherlands the|netherlands kingdom of the|dutch',
  PRK: 'north korea|democratic peoples republic of korea|korea north|dprk|korea democratic peoples republic of|north korean',
  PSE: 'state of palestine|palestine|palestinian territories|occupied palestinian territory|palestinian|region gaza|region west bank|gaza|west bank',
  RUS: 'russian federation|russian',
  SRB: 'republic of serbia|serbian',
  STP: 'sao tome and principe',
  SWZ: 'swaziland',
  SYR: 'syrian arab republic|syrian',
  TLS: 'east timor',
  TUR: 'turkey|turkiye|turkish',
  TWN: 'taiwan province of china|chinese taipei|taiwanese',
  TZA: 'united republic of tanzania|tanzania united republic of|tanzanian',
  UKR: 'region crimea|crimea|ukrainian',
  USA: 'us|u s|u s a|united states of america|america|american',
  VAT: 'holy see|vatican city state|vatican',
  VCT: 'saint vincent and the grenadines',
  VEN: 'bolivarian republic of venezuela|venezuela bolivarian republic of|venezuelan',
  VGB: 'virgin islands british',
  VIR: 'virgin islands u s|us virgin islands',
  VNM: 'viet nam|vietnamese',
};

/** Demonyms of countries whose names are all in rules/countries.ts. */
const demonyms: Record<string, string> = {
  AFG: 'afghan',
  ALB: 'albanian',
  DZA: 'algerian',
  AGO: 'angolan',
  ARG: 'argentine|argentinian',
  ARM: 'armenian',
  AUS: 'australian',
  AUT: 'austrian',
  AZE: 'azerbaijani',
  BHR: 'bahraini',
  BGD: 'bangladeshi',
  BRB: 'barbadian',
  BEL: 'belgian',
  BLZ: 'belizean',
  BEN: 'beninese',
  BTN: 'bhutanese',
  BWA: 'botswanan',
  BRA: 'brazilian',
  BGR: 'bulgarian',
  BFA: 'burkinabe',
  BDI: 'burundian',
  KHM: 'cambodian',
  CMR: 'cameroonian',
  CAN: 'canadian',
  TCD: 'chadian',
  CHL: 'chilean',
  COL: 'colombian',
  CRI: 'costa rican',
  HRV: 'croatian|croat',
  CUB: 'cuban',
  CYP: 'cypriot',
  DNK: 'danish|dane',
  DJI: 'djiboutian',
  ECU: 'ecuadorian',
  EGY: 'egyptian',
  SLV: 'salvadoran|salvadorean',
  ERI: 'eritrean',
  EST: 'estonian',
  ETH: 'ethiopian',
  FJI: 'fijian',
  FIN: 'finnish|finn',
  FRA: 'french',
  GAB: 'gabonese',
  GEO: 'georgian',
  DEU: 'german',
  GHA: 'ghanaian',
  GRC: 'greek',
  GTM: 'guatemalan',
  GIN: 'guinean',
  GUY: 'guyanese',
  HTI: 'haitian',
  HND: 'honduran',
  HUN: 'hungarian',
  ISL: 'icelandic|icelander',
  IND: 'indian',
  IDN: 'indonesian',
  IRQ: 'iraqi',
  IRL: 'irish',
  ISR: 'israeli',
  ITA: 'italian',
  JAM: 'jamaican',
  JPN: 'japanese',
  JOR: 'jordanian',
  KAZ: 'kazakh|kazakhstani',
  KEN: 'kenyan',
  KIR: 'i kiribati',
  KWT: 'kuwaiti',
  KGZ: 'kyrgyz|kyrgyzstani',
  LVA: 'latvian',
  LBN: 'lebanese',
  LBR: 'liberian',
  LTU: 'lithuanian',
  MDG: 'malagasy',
  MWI: 'malawian',
  MYS: 'malaysian',
  MDV: 'maldivian',
  MLI: 'malian|region northern mali',
  MLT: 'maltese',
  MRT: 'mauritanian',
  MUS: 'mauritian',
  MEX: 'mexican',
  MNG: 'mongolian',
  MNE: 'montenegrin',
  MAR: 'moroccan',
  MOZ: 'mozambican',
  NAM: 'namibian',
  NPL: 'nepali|nepalese',
  NZL: 'new zealander|aotearoa|aotearoa new zealand',
  NIC: 'nicaraguan',
  NER: 'nigerien',
  NGA: 'nigerian',
  NOR: 'norwegian',
  OMN: 'omani',
  PAK: 'pakistani',
  PAN: 'panamanian',
  PNG: 'papua new guinean',
  PRY: 'paraguayan',
  PER: 'peruvian',
  PHL: 'filipino|filipina|philippine',
  POL: 'polish|pole',
  PRT: 'portuguese',
  QAT: 'qatari',
  ROU: 'romanian',
  RWA: 'rwandan',
  WSM: 'samoan',
  SAU: 'saudi|saudi arabian',
  SEN: 'senegalese',
  SLE: 'sierra leonean',
  SGP: 'singaporean',
  SVK: 'slovak|slovakian',
  SVN: 'slovenian|slovene',
  SLB: 'solomon islander',
  SOM: 'somali',
  ZAF: 'south african',
  SSD: 'south sudanese',
  ESP: 'spanish|spaniard',
  LKA: 'sri lankan',
  SDN: 'sudanese',
  SUR: 'surinamese',
  SWE: 'swedish|swede',
  CHE: 'swiss',
  TJK: 'tajik|tajikistani',
  THA: 'thai',
  TGO: 'togolese',
  TON: 'tongan',
  TTO: 'trinidadian',
  TUN: 'tunisian',
  TKM: 'turkmen',
  TUV: 'tuvaluan',
  UGA: 'ugandan',
  URY: 'uruguayan',
  UZB: 'uzbek|uzbekistani',
  VUT: 'ni vanuatu',
  YEM: 'yemeni',
  ZMB: 'zambian',
  ZWE: 'zimbabwean',
};

/** Texts in place of a country that mean none, or one without a code. */
const noCountry = new Set([
  '',
  'na',
  'n a',
  'none',
  'unknown',
  'none identified',
  'region kafia kingi',
  'undetermined',
  'not available',
  'kosovo',
  'xk',
  'xkx',
  'former soviet union',
  'ussr',
  'su',
  'soviet union',
  'former yugoslavia',
  'yugoslavia',
  'netherlands antilles',
  'stateless',
  'european union',
  'eu',
  'international',
  'zz',
]);

const key = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/^(?:the|possibly|formerly|former|republic of) (?=\S)/, '')
    .replace(/^st /, 'saint ');

const byWord = new Map<string, string>();
for (const { code, name } of countries) {
  byWord.set(code.toLowerCase(), code);
  byWord.set(key(name), code);
}
for (const [two, three] of alpha3ByAlpha2) byWord.set(two.toLowerCase(), three);
for (const words of [demonyms, otherNames]) {
  for (const [code, names] of Object.entries(words))
    for (const name of names.split('|')) byWord.set(key(name), code);
}

/** Result of reading a country: its code; `none` for no country with a code; `unknown`. */
export type CountryWord = { code: string } | 'none' | 'unknown';

/**
 * Reads a code (alpha-2, alpha-3), English name or nationality as ISO 3166-1 alpha-3. Subdivisions in OpenSanctions'
 * form (`gb-nir`) yield the country.
 */
export function getCountry(text: string): CountryWord {
  // NA is Namibia, but in lower case the UN's "not available".
  const twoLetters = /^[A-Z]{2}$/.test(text.trim()) ? alpha3ByAlpha2.get(text.trim()) : undefined;
  if (twoLetters !== undefined) return { code: twoLetters };
  const nameKey = key(text);
  if (noCountry.has(nameKey)) return 'none';
  const code = byWord.get(nameKey) ?? byWord.get(nameKey.replace(/ nationality$| national$| citizen$/, ''));
  if (code !== undefined) return { code };
  const part = /^([a-z]{2})-[a-z0-9]{1,4}$/i.exec(text.trim())?.[1];
  const whole = part === undefined ? undefined : alpha3ByAlpha2.get(part.toUpperCase());
  return whole === undefined ? 'unknown' : { code: whole };
}
