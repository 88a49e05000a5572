import type { Address } from '#contract/addresses.ts';
import type { Random } from './random.ts';

/** Real suburbs with their town and postcode; streets and numbers are invented. */
const newZealand = `Ponsonby|Auckland|1011;Grey Lynn|Auckland|1021;Mount Eden|Auckland|1024;Ōtāhuhu|Auckland|1062;
Manurewa|Auckland|2102;Māngere|Auckland|2022;Takapuna|Auckland|0622;Henderson|Auckland|0612;Howick|Auckland|2014;
Newmarket|Auckland|1023;Te Aro|Wellington|6011;Kelburn|Wellington|6012;Karori|Wellington|6012;Island Bay|Wellington|6023;
Petone|Lower Hutt|5012;Riccarton|Christchurch|8011;Sydenham|Christchurch|8023;Sumner|Christchurch|8081;
Papanui|Christchurch|8053;Roslyn|Dunedin|9010;St Kilda|Dunedin|9012;Hillcrest|Hamilton|3216;Frankton|Hamilton|3204;
Ōtūmoetai|Tauranga|3110;Mount Maunganui|Mount Maunganui|3116;Whakarewarewa|Rotorua|3010;Ahuriri|Napier|4110;
Taradale|Napier|4112;Fitzroy|New Plymouth|4312;Hokowhitu|Palmerston North|4410;Tāhunanui|Nelson|7011;
Kerikeri|Kerikeri|0230;Kamo|Whangārei|0112;Frankton|Queenstown|9300;Windsor|Invercargill|9810;Te Hāpara|Gisborne|4010`;

const australia = `Surry Hills|NSW|2010;Newtown|NSW|2042;Parramatta|NSW|2150;Manly|NSW|2095;Bankstown|NSW|2200;
Chatswood|NSW|2067;Wollongong|NSW|2500;Newcastle|NSW|2300;Fitzroy|VIC|3065;Brunswick|VIC|3056;St Kilda|VIC|3182;
Footscray|VIC|3011;Box Hill|VIC|3128;Geelong|VIC|3220;Dandenong|VIC|3175;West End|QLD|4101;New Farm|QLD|4005;
Southport|QLD|4215;Toowong|QLD|4066;Cairns City|QLD|4870;Fremantle|WA|6160;Subiaco|WA|6008;Joondalup|WA|6027;
Glenelg|SA|5045;Norwood|SA|5067;Unley|SA|5061;Sandy Bay|TAS|7005;Launceston|TAS|7250;Braddon|ACT|2612;
Belconnen|ACT|2617;Darwin City|NT|0800;Alice Springs|NT|0870`;

const elsewhere = `Singapore|SGP|049315;Apia|WSM|;Suva|FJI|;Shanghai|CHN|200001;Mumbai|IND|400001;London|GBR|EC2A 4BX;
Los Angeles|USA|90012;Seoul|KOR|04524;Nukuʻalofa|TON|;Manila|PHL|1000`;

const table = (text: string) => text.split(';').map((line) => line.trim().split('|'));
const places = { NZL: table(newZealand), AUS: table(australia), other: table(elsewhere) };

const streetNames =
  `Rimu Kōwhai Tōtara Rātā Banksia Wattle Acacia Station Church Queen Victoria Beach Hill High Park Mill School
Bridge Lake River Harbour Garden Orchard Ridge Valley Marine Railway Market`.split(/\s+/);
const streetKinds = ['Street', 'Road', 'Avenue', 'Terrace', 'Crescent', 'Place', 'Lane', 'Drive'];

/** An address in a real suburb on an invented street. */
export function generateAddress(random: Random, country: 'NZL' | 'AUS' | 'other'): Address {
  const number = random.between(1, 240);
  const street = `${random.pick(streetNames)} ${random.pick(streetKinds)}`;
  const unit = random.chance(0.2) ? `Unit ${random.between(1, 30)}` : undefined;
  const addressLine1 = unit === undefined ? `${number} ${street}` : `${unit}, ${number} ${street}`;
  if (country === 'other') {
    const [city = '', countryCode = '', postcode = ''] = random.pick(places.other);
    return { addressLine1, city, state: '', postcode, countryCode, provider: 'manual' };
  }
  const [suburb = '', state = '', postcode = ''] = random.pick(places[country]);
  const rural =
    country === 'NZL' && random.chance(0.08) ? { addressLine2: `RD ${random.between(1, 9)}` } : {};
  return { addressLine1, ...rural, suburb, state, postcode, countryCode: country, provider: 'manual' };
}
