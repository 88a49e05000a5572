/**
 * Words of people's names that are not names themselves, and equivalent names. General knowledge of naming customs:
 * forms of address and rank, articles and words of descent, and the diminutives and national forms of dictionaries of
 * first names. Compiled for Assay, not taken from a list.
 */

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Forms of address, honorifics, ranks and offices, before or after names. */
export const titles: ReadonlySet<string> = new Set(
  words(`
    mr mrs ms miss mx dr doctor prof professor sir madam madame dame lord lady hon honourable honorable rev reverend father pastor
    bishop archbishop cardinal rabbi imam saint st capt captain major maj lt lieutenant col colonel gen general brig brigadier adm
    admiral sgt sergeant cmdr commander marshal president praesident prasident minister senator judge justice ambassador governor
    secretary chairman engineer eng ing dipl herr frau monsieur senor senora don dona dom king queen prince princess duke count baron emir
    haji hajji hadji haj hajj hadj alhaj alhaji sheikh shaikh shaykh sheik cheikh chaykh sayyid seyyed mullah mulla mollah maulana mawlana
    moulana maulavi maulawi mawlawi maulvi molvi moulavi qari hafiz ustad ustaz ustadh ayatollah hojjatoleslam hujjat agha mirza
    begum bibi effendi bey pasha shri sri smt kumari datuk dato tan tun tengku tunku raden
    alias aka fka nee fnu lnu na unknown
  `),
);

/** After names: generations and degrees. */
export const suffixes: ReadonlySet<string> = new Set(
  words('jr junior sr senior ii iii iv esq phd md mba msc bsc qc kc obe cbe mbe ret retd'),
);

/** Articles, prepositions and words of descent; those on one line are equivalent. */
const particleGroups = [
  'al el ul ur as ar an az ad ash at the',
  'bin ben ibn bn ibni bini',
  'bint binti binte bt',
  'abu abou aboo abi bu',
  'umm um oum',
  'van von vom vander',
  'de di da do du des dos das del della dello dalla degli der den het d',
  'la le les lo los las l',
  'y e und i',
  'zu zum zur',
  'ter ten te',
  'af av',
  'walad wald ould uld oulad',
  'ap ab',
  'mac mc',
];

/** Each particle and the representative of its line. */
export const particles: ReadonlyMap<string, string> = new Map(
  particleGroups.flatMap((line) => {
    const members = words(line);
    return members.map((member) => [member, members[0] ?? member] as const);
  }),
);

/** First halves of names "servant of …": Abd al-Rahman, Abdel Rahman, Abdul-Rahman, and Abdurrahman as one word. */
export const servantTerms: ReadonlySet<string> = new Set(
  words('abd abdul abdel abdal abdol abdoul abdur abdou abdu'),
);

/** Names so common in their regions that sharing one says little; compared by sound, so any spelling counts. */
export const commonNames: readonly string[] = words(`
  muhammad mohammed mohamed mohammad mohamad ahmed ahmad ali hasan hassan hussein husain husayn ibrahim ismail khalid yusuf omar umar osman uthman mahmud
  mahmoud mustafa abdullah abdallah abdul khan shah
  kim lee li park pak choe ri wang zhang chen liu yang huang nguyen tran le
  singh kaur kumar
  jose maria juan luis carlos garcia rodriguez martinez hernandez lopez gonzalez perez sanchez silva santos
  john james david michael robert william mary smith jones brown williams johnson
  ivan ivanov aleksandr sergei vladimir
`);

/** First names and their diminutives; one name per line. */
const nicknameLines = `
  abigail abby gail
  abraham abe bram
  adelaide addie
  agnes aggie
  albert al bert bertie
  aleksandr alexander alex sasha sandy sascha alec alejandro alessandro alexandre oleksandr iskander xander
  aleksandra alexandra alex sasha sandra
  alfred alf alfie fred
  amanda mandy
  andrew andy drew andrei andrej andrey andreas andre andres andrea andrzej
  angela angie angelika
  anna ann anne annie anya hannah nancy ana
  anthony tony antony antonio anton antoine ant
  archibald archie
  arthur art artie arturo artur
  barbara barb babs
  bartholomew bart
  benjamin ben benny benji
  bernard bernie bernhard bernardo
  catherine katherine kathryn kate katie kathy cathy kay katharina ekaterina yekaterina catalina caterina katarina kitty
  charles charlie chuck carlos karl carl carlo chas
  charlotte lottie charlie
  christina christine chris chrissy tina cristina kristina
  christopher chris kit christoph kristof cristobal topher
  clifford cliff
  daniel dan danny daniil danilo
  david dave davey davy dawid
  deborah deb debbie
  dmitri dmitry dmitrii dima dmytro dimitri dimitrios
  dominic dominick dom nick domenico domingo
  donald don donnie
  dorothy dot dottie dolly
  douglas doug
  edward ed eddie ted teddy ned eduardo edouard eduard
  edwin ed
  eleanor ellie nell nora leonor
  elizabeth liz lizzie beth betty bess eliza lisa elisabeth libby elspeth isabel isabella elsa
  emanuel manuel manny emmanuel
  emily em millie
  eric rick erik
  ernest ernie ernst ernesto
  eugene gene yevgeny evgeny evgeni evgenii yevgeniy eugen yevhen
  evangeline eva
  florence flo flossie
  frances fran fanny francesca francisca
  francis frank fran francisco francesco franz francois paco
  frederick fred freddie freddy friedrich fritz frederic federico fryderyk fredrik
  gabriel gabe
  geoffrey geoff jeff jeffrey
  george georg georges jorge giorgio jerzy yuri yuriy yury georgi georgiy
  gerald gerry jerry gerard gerhard
  gregory greg grigory grigori grigoriy gregorio
  gustav gus gustavo
  harold harry hal
  helen nell elena olena helena yelena helene
  henry harry hank hal heinrich henri enrique henrik enrico henryk
  herbert herb bert
  hugh hugo hughie
  ignatius ignacio inigo
  igor ihor
  irene irina iryna
  isaac ike itzhak yitzhak ishaq
  jacob jake jakob yakov jacobo
  jacqueline jackie
  james jim jimmy jamie jaime diego santiago iago
  janet jan
  jennifer jen jenny
  jessica jess jessie
  joan joanna jo johanna giovanna juana jeanne
  john johnny jack juan jean johann johannes hans jan ivan ioannis giovanni joao jon sean ian jonny yahya evan
  jonathan jon jonny nathan
  joseph joe joey jose josef giuseppe jozef yosef pepe iosif yusuf yousef youssef
  joshua josh
  judith judy
  julia julie yulia yuliya giulia
  julian jules julio julius
  kenneth ken kenny
  laurence lawrence larry lorenzo laurent lars lauri
  leonard leo len lenny leonid leonardo
  leo lev leon
  leslie les
  louis lou louie luis ludwig luigi lewis
  lucas luke luca lukas
  margaret maggie meg peggy marge margie greta margarita marguerite rita daisy
  mark marcus marco marc marek marcos
  martha marty patty
  martin marty marten martino
  mary maria marie molly polly mariya miriam maryam mariam
  matthew matt mateo matteo matthias mathieu matvei mattias
  maurice mauricio maurizio moritz
  maximilian max maxim maksim
  michael mike mick mickey mikhail miguel michel mikael mikhael misha michele mihai mykhailo mykhaylo micheal mitch
  natalia natasha natalie nataliya nathalie
  nathaniel nat nate nathan
  nicholas nick nicky nikolai nikolay nicolas klaus niklas nicola mykola nikola kolya nico nicolae
  oliver ollie oli olivier
  pamela pam
  patricia pat patty trish tricia
  patrick pat paddy rick patricio
  paul pavel pablo paolo pawel pavlo
  peter pete pedro pierre piotr petr pyotr petro pietro petros piet
  philip phil philippe felipe filippo filip philipp
  rachel rae
  raymond ray ramon raimundo
  rebecca becky becca
  richard rick dick rich richie ricardo riccardo ricky
  robert rob bob bobby robbie roberto bert rupert
  roderick rod rory rodrigo
  roger rog rogelio ruggero
  ronald ron ronnie ronaldo reynaldo reinaldo
  rudolf rudy rolf rodolfo
  samuel sam sammy
  samantha sam
  sarah sally sara
  sergei sergey serhii serhiy sergio serge sergej sergejs
  simon shimon semyon simeon simone
  solomon sol suleiman suleyman sulayman
  sophia sophie sofia sofiya
  stanley stan
  stephen steven steve stephan stefan esteban etienne stepan stefano stevie
  susan sue susie suzanne suzy susanna
  tatiana tanya tatyana
  terence terry
  theodore ted teddy theo fyodor fedor teodor
  theresa terry tess teresa tracy
  thomas tom tommy tomas tommaso
  timothy tim timmy timofei
  valentina val
  veronica ronnie
  victor vic viktor vittorio
  victoria vicky tori viktoria
  vincent vince vinny vicente vincenzo
  virginia ginny
  vladimir vova volodymyr wladimir vlad volodya wolodymyr vladimiro
  walter walt wally
  wilhelm william will bill billy willy liam guillermo guillaume willem guglielmo vilhelm
  winifred winnie freda
  yaroslav slava
  zachary zach zack
`;

const nicknameGroupMembers: readonly (readonly string[])[] = nicknameLines.split('\n').map(words);

/** Every first name or diminutive, with its line numbers. */
export const nicknameGroups: ReadonlyMap<string, readonly number[]> = (() => {
  const groups = new Map<string, number[]>();
  nicknameGroupMembers.forEach((members, line) => {
    for (const member of members) groups.set(member, [...(groups.get(member) ?? []), line]);
  });
  return groups;
})();

/** Russian, Ukrainian and Bulgarian patronymics, which are omitted as often as written. */
export const patronymic = /.{3,}(ovich|evich|ovych|evych|ovic|ovitch|evitch|yevich|ovna|evna|ivna|ovich)$/;

/** Equivalents of a first name: diminutives, full forms, and forms in other languages. */
export function getNicknames(name: string): string[] {
  const groups = nicknameGroups.get(name);
  return groups === undefined ? [] : groups.flatMap((group) => nicknameGroupMembers[group] ?? []);
}
