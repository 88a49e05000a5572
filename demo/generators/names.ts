import type { Random } from './random.ts';

/** Parts of names of one heritage; names are random combinations. */
interface NameParts {
  given: readonly string[];
  family: readonly string[];
}

const words = (text: string) => text.trim().split(/\s+/);

const european: NameParts = {
  given:
    words(`James Olivia Jack Charlotte William Isla Oliver Amelia Noah Mia Thomas Grace Liam Ella George Sophie
    Lucas Emily Henry Ruby Leo Ava Hugo Harriet Theodore Lucy Arthur Zoë Finn Chloé Samuel Hannah Benjamin Georgia
    Daniel Alice Max Eleanor Joshua Matilda Patrick Siobhán Connor Niamh Angus Fiona Hamish Catriona Lachlan Morag
    Callum Bridget Stefan Ingrid Björn Astrid Lars Freya Matteo Giulia Luca Chiara Nikolaos Eleni Dimitri Katerina
    Józef Zofia Pavel Anežka Miloš Jelena René Élodie Jürgen Käthe`),
  family:
    words(`Smith Jones Williams Brown Wilson Taylor Anderson Campbell Thompson Robinson Walker Harris Martin
    Clarke Mitchell Stewart Scott Murray Reid Ross Fraser Mackenzie MacDonald McLeod McIntyre O'Brien O'Connor
    O'Sullivan Kelly Murphy Byrne Gallagher Fitzgerald Hughes Evans Morgan Griffiths Llewellyn Turner Parker Cooper
    Ward Bell Bennett Carter Collins Edwards Foster Gibson Hamilton Henderson Hill Hunter Johnston Kennedy Lawson
    Marshall Nicholson Palmer Phillips Richardson Rogers Russell Sanderson Shaw Simpson Spencer Sutherland Wallace
    Watson Webb Whitfield Young Hartley-Moore Ashby-Clarke Novák Dvořák Kowalski Wiśniewski Petrović Jovanović
    Papadopoulos Georgiou Rossi Bianchi Esposito Müller Schäfer Weiß Jørgensen Lindström Östberg van-der-Berg
    de-Vries Dubois Lefèvre García Muñoz`),
};

const maori: NameParts = {
  given:
    words(`Aroha Tāne Mere Wiremu Anahera Nikau Hine Rawiri Kiri Mikaere Ngaio Hēmi Moana Tama Ataahua Pāora Mārama
    Kauri Huia Matiu Whetū Rangi Tūī Hōne Rūhia Tāmati Pania Ihaia Erena Wīremu Kahurangi Manaia Te-Ariki Rongo`),
  family:
    words(`Tāmihana Parata Ngata Kīngi Wharepapa Tūhoe Pōmare Rangihuna Hēnare Waititi Te-Awa Te-Rangi Pēwhairangi
    Moananui Kāretu Tautahi Harawira Nikora Rāpata Whaanga Mātene Paki Tūrei Ruwhiu Hākaraia Wētere Tīpoki Kōpua
    Mōrehu Tawhara`),
};

const pasifika: NameParts = {
  given:
    words(`Sione Mele Tevita Ana Semisi Losa Ioane Sina Viliami Lupe Fetu Malia Tavita Leilani Pita Salote Manu
    Tala Siaosi Fa'afetai Tupou Alofa Ma'ake Teuila Lagi Filipo`),
  family:
    words(`Faleolo Tuilagi Fonoti Latu Vea Tau'alupe Lemalu Falaniko Taufa Moala Fa'asavalu Mahe Tongia Vaifale
    Leota Tupua Sopoaga Finau Ma'afu Koloa Vaea Havili Tuipulotu Matagi Seuli`),
};

const chinese: NameParts = {
  given:
    words(`Wei Mei Jun Xiu Hao Ling Ming Yan Li-Hua Jian Xiao-Ling Bo Fang Chen-Yu Hui Zhi-Wei Lan Tao Qing Yu-Ting
    Feng Jing Kai Rui Shu-Fen Yi-Lin`),
  family:
    words(`Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang
    Song Deng Feng Cao Peng Lü Ouyang Szeto`),
};

const indian: NameParts = {
  given:
    words(`Priya Arjun Ananya Rohan Kavya Vikram Isha Aditya Meera Sanjay Nisha Rahul Lakshmi Harpreet Gurdeep Simran
    Jaspreet Manpreet Deepa Kiran Ravi Pooja Suresh Anjali Nikhil Divya Ganesh Usha Farhan Ayesha`),
  family:
    words(`Singh Patel Kaur Sharma Kumar Gupta Reddy Nair Iyer Desai Mehta Joshi Rao Pillai Chowdhury Banerjee
    Mukherjee Sandhu Gill Dhillon Grewal Malhotra Kapoor Verma Mishra Fernando Perera Khan Qureshi Rahman`),
};

const others: NameParts = {
  given:
    words(`Minh Linh Duy Hương Thảo Ji-Woo Min-Jun Seo-Yeon Haruto Yuki Sakura Maria-José Juan Rosario Ahmed Fatima
    Yusuf Layla Omar Zahra Thabo Naledi Kwame Abena Siti Budi Arif Mateo Camila Reza`),
  family:
    words(`Nguyễn Trần Lê Phạm Hoàng Kim Park Choi Jeong Tanaka Suzuki Yamamoto Watanabe Santos Reyes dela-Cruz
    Bautista Haddad Mansour Al-Sayed Hosseini Mokoena Dlamini Mensah Owusu Wijaya Santoso Silva Rojas Ibáñez`),
};

/** Roughly the mix of a firm's clients in Auckland or Sydney. */
const heritages: readonly { parts: NameParts; upTo: number }[] = [
  { parts: european, upTo: 0.5 },
  { parts: maori, upTo: 0.62 },
  { parts: pasifika, upTo: 0.7 },
  { parts: chinese, upTo: 0.8 },
  { parts: indian, upTo: 0.9 },
  { parts: others, upTo: 1 },
];

const openings =
  words(`Al Ar Ash Bar Bel Bran Cal Car Dal Der Dor Ed El Fal Far Gal Gar Hal Har Hol Jar Kel Kes Lan Lor Mar
  Mel Mer Nor Or Pel Per Ral Ros Sel Sten Tal Tan Thor Tor Ul Val Ver Wes Win Yar`);
const middles = words('a e i o an en er in on ar el ing al or is');
const endings =
  words(`bourne brook bury by combe cott croft dale den field ford gate grove ham hurst ley low mere more
  ridge shaw stead stone ton vale wick wood worth yard`);

const rejoin = (text: string) =>
  text.replace(/^(van-der|dela|de|Te)-/, (start) => `${start.replaceAll('-', ' ')} `.replace('  ', ' '));

/** A rare family name composed of syllables, for the long tail of a real list. */
function rareFamilyName(random: Random): string {
  return random.pick(openings) + (random.chance(0.5) ? random.pick(middles) : '') + random.pick(endings);
}

/** The names of an invented person. */
export interface GeneratedName {
  givenNames: string;
  middleNames?: string;
  familyName: string;
  otherNames: string[];
}

/** Generates a person's names from one heritage, or sometimes two. */
export function generatePersonName(random: Random): GeneratedName {
  const heritage = () => {
    const position = random.next();
    return (heritages.find(({ upTo }) => position < upTo) ?? { parts: european }).parts;
  };
  const first = heritage();
  const second = random.chance(0.12) ? heritage() : first;
  const givenNames = rejoin(random.pickEarlier(first.given));
  const familyName = rejoin(random.chance(0.3) ? rareFamilyName(random) : random.pickEarlier(second.family));
  const middle = random.chance(0.35) ? rejoin(random.pickEarlier(first.given)) : undefined;
  return {
    givenNames,
    ...(middle !== undefined && middle !== givenNames ? { middleNames: middle } : {}),
    familyName,
    otherNames: random.chance(0.06) ? [`${givenNames} ${rareFamilyName(random)}`] : [],
  };
}

const businessAdjectives =
  words(`Southern Harbour Kauri Silver Golden Coastal Northern Alpine Pacific Tasman Blue Red Green
  Kōwhai Tūī Rimu Banksia Wattle Bluegum Capricorn Meridian Anchor Beacon Summit Riverside Lakeside Union Crown
  Central Eastern Western First Summit Copper Ironbark Jacaranda Pōhutukawa Tōtara Mānuka Kererū Lyrebird`);
const businessNouns =
  words(`Bay Ridge Point Creek Valley Rock Bridge Star Gate Field Tree Hill Stone Port Cove Plains Reef
  Sands Forest Falls Springs Crossing Quay Junction Terrace Meadow`);
const businessTrades =
  words(`Holdings Investments Properties Developments Trading Imports Exports Construction Plumbing
  Electrical Consulting Advisory Accounting Dental Physio Motors Transport Logistics Farms Orchards Dairy Vineyards
  Fisheries Catering Bakery Café Media Software Systems Analytics Engineering Architects Landscapes Realty Jewellers
  Bullion Pharmacy Nurseries Joinery Roofing`);

/** Name of an invented business, without a legal form. */
export function generateBusinessName(random: Random): string {
  const opening = random.chance(0.4) ? rareFamilyName(random) : random.pick(businessAdjectives);
  const noun = random.chance(0.5) ? ` ${random.pick(businessNouns)}` : '';
  return `${opening}${noun} ${random.pick(businessTrades)}`;
}
