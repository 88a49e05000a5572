/**
 * Words of organisations' names that state the kind of organisation rather than which one. Legal forms are those of
 * company law and the registers' abbreviations; general words are frequent in any trade register.
 */

/** Classes of equivalent legal forms across countries. */
export type FormClass =
  | 'limited'
  | 'stock'
  | 'corporation'
  | 'partnership'
  | 'association'
  | 'state'
  | 'sole'
  | 'any';

/** One line per class, starting with private and public companies. Folded, without dots. */
const formLines: readonly (readonly [FormClass, string])[] = [
  [
    'limited',
    `ltd; limited; pty; pty ltd; proprietary limited; pty limited; pte; pte ltd; pvt; pvt ltd; private limited; private limited company;
    llc; lc; limited liability company; limited liability co; company with limited liability; gmbh; mbh; gesellschaft mit beschrankter haftung; ggmbh; ug;
    ooo; obshchestvo s ogranichennoi otvetstvennostyu; obshchestvo s ogranichennoy otvetstvennostyu; obschestvo s ogranichennoy otvetstvennostyu;
    tov; tovarystvo z obmezhenoyu vidpovidalnistyu; too; tdo; odo;
    srl; sarl; sarlu; eurl; societe a responsabilite limitee; societa a responsabilita limitata; societatea cu raspundere limitata; societate cu raspundere limitata;
    sociedad de responsabilidad limitada; sociedad limitada; sl; slu; s de rl; s de rl de cv; ltda; limitada; lda;
    bv; bvba; besloten vennootschap; sp zoo; spzoo; sp z oo; spolka z ograniczona odpowiedzialnoscia; spolka zoo; sro; spol sro; kft; doo; dooel; eood; ood; oy; as oy;
    sia; uab; ou; aps; sdn bhd; sdnbhd; bhd; fze; fzco; fzc; fz llc; dmcc; wll; tnhh; yk; ltd sti; ltd sirketi; limited sirketi; sti; ehf`,
  ],
  [
    'stock',
    `plc; public limited company; ag; aktiengesellschaft; se; sa; sas; sasu; societe anonyme; sociedad anonima; sociedade anonima; societa per azioni; spa; sab de cv; sa de cv; sapi de cv;
    jsc; joint stock company; joint stock co; ojsc; oao; open joint stock company; cjsc; zao; closed joint stock company; pjsc; pao; public joint stock company;
    ao; aktsionernoe obshchestvo; aktsionernoye obshchestvo; publichnoe aktsionernoe obshchestvo; otkrytoe aktsionernoe obshchestvo; zakrytoe aktsionernoe obshchestvo; ado; oat; pat; prat; at;
    nv; naamloze vennootschap; nyrt; zrt; rt; ab; aktiebolag; publ; asa; as; a s; oyj; ad; dd; kk; kabushiki kaisha; tbk; pt; pt tbk; asc; anonim sirketi; anonim sirket; qsc; qpsc; saoc; saog; psc; sal; sae; hf`,
  ],
  ['corporation', 'inc; incorporated; corp; corporation; korporatsiya; na; national association; pbc; pc'],
  [
    'partnership',
    `lp; llp; lllp; limited partnership; limited liability partnership; partnership; partners lp; kg; gmbh and co kg; gmbh co kg; kommanditgesellschaft; ohg; gbr; kgaa; scs; sca; snc; cv; vof; ks; ky; hb; general partnership; gp; slp`,
  ],
  [
    'association',
    `ev; eingetragener verein; ev verein; asbl; ano; avtonomnaya nekommercheskaya organizatsiya; nko; ngo; foundation inc; stichting; stiftung; fundacion; fondazione; cic; incorporated society; ong; pjo`,
  ],
  [
    'state',
    `fgup; gup; mup; federal state unitary enterprise; federalnoe gosudarstvennoe unitarnoe predpriyatie; state enterprise; gp gosudarstvennoe predpriyatie; epe; epic; soe; fgbu; fgku; fgau`,
  ],
  ['sole', 'ip; individualnyi predprinimatel; eirl; ei; sole trader; sole proprietorship; ek'],
  [
    'any',
    'co; company; cie; compagnie; companhia; compania; co ltd; co limited; company limited; co llc; co inc; coltd; and co; gesellschaft',
  ],
];

/** Legal forms by their words, joined by single spaces. */
export const forms: ReadonlyMap<string, FormClass> = new Map(
  formLines.flatMap(([kind, line]) =>
    line.split(';').map((form) => [form.trim().replace(/\s+/g, ' '), kind] as const),
  ),
);

export const maxLegalFormWords = Math.max(...[...forms.keys()].map((form) => form.split(' ').length));

/** Long words of legal forms, in which one wrong letter is tolerated. */
export const formWords: readonly string[] = [
  ...new Set([...forms.keys()].flatMap((form) => form.split(' ')).filter((word) => word.length >= 5)),
];

/** Forms that are never part of a person's name. */
export const formsBesidePeople: ReadonlySet<string> = new Set([
  'ltd',
  'limited',
  'llc',
  'inc',
  'incorporated',
  'gmbh',
  'plc',
  'ooo',
  'pty',
  'llp',
  'corp',
  'jsc',
]);

const generalWords = `
  bank banking banque banco bancorp bankers finance financial financing capital investment investments invest investors investor asset assets fund funds funding trust trustee
  trustees equity securities security insurance assurance reinsurance leasing lease credit savings mortgage loan loans exchange payment payments money transfer remittance
  holding holdings group gruppe groupe gruppa grupo gruppo enterprise enterprises entreprise venture ventures partner partners associates association alliance union consortium
  international global world worldwide universal national general central first new united federal state public private royal continental
  trading trade traders commerce commercial import imports export exports business businesses services service solutions solution systems system
  technology technologies tech technical technological technique digital data electronics electronic electric electrical engineering engineers
  industry industries industrial manufacturing manufacture production products product producer plant factory works mill mills zavod kombinat
  construction building builders development developments developer project projects property properties realty estate real land homes housing
  transport transportation logistics shipping ship ships maritime marine navigation lines line airlines airline airways aviation air cargo freight express travel tours tourism
  energy oil gas petroleum petrochemical chemical chemicals power mining minerals metal metals steel coal gold
  foods food agricultural agriculture agro farm farms fishing medical health healthcare pharmaceutical pharmaceuticals pharma hospital
  research institute institution university college school academy center laboratory laboratories scientific science design bureau office department ministry agency authority
  administration committee council commission organization foundation society party movement front brigade army forces force battalion division
  media communications communication telecom telecommunications network networks software consulting consultants consultancy advisory management managers resources retail wholesale
  store stores shop market markets marketing supply supplies supplier equipment machinery machine machines tools materials motor motors auto automobile automotive
  company corporation limited offshore onshore series class
`;

/** Words shared by many organisations. Like places and numbers, they distinguish only where nothing else does. */
export const generalBusinessWords: ReadonlySet<string> = new Set(
  generalWords.split(/\s+/).filter((word) => word !== ''),
);

/** Short connecting words, in the most frequent languages of organisations' names. */
export const connectives: ReadonlySet<string> = new Set(
  'and the of for in at on to by a an und der die das des fur im et le la les de du des d l y el los las del e di della do da dos das i v s na po with und og och'.split(
    ' ',
  ),
);

/** Canonical spelling of words with several spellings or abbreviations. */
export const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    intl: 'international',
    int: 'international',
    internat: 'international',
    internationale: 'international',
    organisation: 'organization',
    org: 'organization',
    centre: 'center',
    assn: 'association',
    assoc: 'association',
    bros: 'brothers',
    mfg: 'manufacturing',
    dept: 'department',
    govt: 'government',
    univ: 'university',
    natl: 'national',
    eng: 'engineering',
    engg: 'engineering',
    mgmt: 'management',
    svcs: 'services',
    svc: 'service',
    tech: 'technology',
    grp: 'group',
    hldg: 'holding',
    hldgs: 'holdings',
    inst: 'institute',
    dev: 'development',
    ind: 'industry',
    inds: 'industries',
    invt: 'investment',
    trdg: 'trading',
    defence: 'defense',
    labour: 'labor',
    labs: 'laboratories',
    usa: 'us',
    gb: 'uk',
    uae: 'emirates',
    ussr: 'soviet',
    rf: 'russia',
    prc: 'china',
    dprk: 'korea',
    sco: 'scotland',
    deutsche: 'german',
    deutscher: 'german',
    deutschland: 'germany',
    schweiz: 'switzerland',
    suisse: 'switzerland',
    svizzera: 'switzerland',
    nederland: 'netherlands',
    holland: 'netherlands',
    norge: 'norway',
    danmark: 'denmark',
    sverige: 'sweden',
    espana: 'spain',
    italia: 'italy',
    belgique: 'belgium',
    brasil: 'brazil',
    rossiya: 'russia',
    rossiiskaya: 'russian',
    iranian: 'iran',
  }),
);

/** Places in organisations' names, besides names of countries. */
export const placeWords: ReadonlySet<string> = new Set(
  `us uk europe european asia asian pacific africa african america american americas east eastern west western north northern south southern
  middle gulf arabia arab emirates england scotland wales ireland irish british french german italian spanish dutch swiss swedish danish norwegian russian
  ukrainian chinese japanese korean indian turkish iranian syrian iraqi israeli greek hong kong macau dubai london moscow beijing shanghai singapore
  nordic baltic balkan caribbean mediterranean latin soviet crimea siberia korea china russia iran syria taiwan vietnam venezuela britain`.split(
    /\s+/,
  ),
);

const units = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const ordinals = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Numbers in words: 0 to 19, the tens, and ordinals to the twelfth. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...units.map((word, value) => [word, value] as const),
  ...ordinals.flatMap((word, value) => (word === '' ? [] : [[word, value] as const])),
  ...tens.flatMap((word, value) => (word === '' ? [] : [[word, value * 10] as const])),
]);

const romanNumber = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/;

/** Value of a Roman numeral up to XXXIX, or null. */
export function romanValue(word: string): number | null {
  if (!romanNumber.test(word)) return null;
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
  let sum = 0;
  for (let at = 0; at < word.length; at += 1) {
    const own = values[word[at] ?? ''] ?? 0;
    sum += own < (values[word[at + 1] ?? ''] ?? 0) ? -own : own;
  }
  return sum;
}
