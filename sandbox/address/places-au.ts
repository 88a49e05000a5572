/**
 * Real suburbs and towns of Australia with state and postcode (general knowledge of public postal geography; the
 * addresses are invented). A city or region starts with `# city | state | latitude | longitude`; below it `postcode:
 * suburb, suburb` for street deliveries and `PO postcode: suburb` for boxes.
 */
export const australianPlaces = `
# Sydney | NSW | -33.88 | 151.20
2000: Haymarket, Sydney, The Rocks
2007: Ultimo
2009: Pyrmont
2010: Darlinghurst, Surry Hills
2011: Potts Point, Woolloomooloo
2015: Alexandria
2016: Redfern
2017: Waterloo, Zetland
2021: Paddington
2022: Bondi Junction
2024: Bronte
2025: Woollahra
2026: Bondi Beach
2028: Double Bay
2031: Randwick
2034: Coogee
2035: Maroubra
2037: Glebe
2038: Annandale
2039: Rozelle
2040: Leichhardt
2041: Balmain
2042: Newtown
2043: Erskineville
2060: North Sydney
2067: Chatswood
2077: Hornsby
2088: Mosman
2089: Neutral Bay
2095: Manly
2099: Dee Why
2112: Ryde
2121: Epping
2131: Ashfield
2134: Burwood
2144: Auburn
2145: Westmead
2148: Blacktown
2150: Parramatta
2153: Baulkham Hills
2154: Castle Hill
2166: Cabramatta
2170: Liverpool
2195: Lakemba
2200: Bankstown
2203: Dulwich Hill
2204: Marrickville
2217: Kogarah
2220: Hurstville
2230: Cronulla
2560: Campbelltown
2750: Penrith
PO 2001: Sydney
PO 2124: Parramatta
# Newcastle | NSW | -32.93 | 151.77
2300: Newcastle
2303: Hamilton
# Wollongong | NSW | -34.42 | 150.89
2500: Wollongong
# Regional New South Wales | NSW | -33.28 | 149.10
2250: Gosford
2340: Tamworth
2350: Armidale
2444: Port Macquarie
2450: Coffs Harbour
2480: Lismore
2481: Byron Bay
2580: Goulburn
2640: Albury
2650: Wagga Wagga
2780: Katoomba
2795: Bathurst
2800: Orange
2830: Dubbo
2880: Broken Hill
# Canberra | ACT | -35.28 | 149.13
2600: Barton, Deakin, Yarralumla
2602: Ainslie, Dickson, Lyneham
2603: Griffith
2604: Kingston
2606: Phillip
2612: Braddon, Turner
2617: Belconnen, Bruce
2900: Greenway
2902: Kambah
2912: Gungahlin
# Melbourne | VIC | -37.81 | 144.96
3000: Melbourne
3002: East Melbourne
3003: West Melbourne
3006: Southbank
3008: Docklands
3011: Footscray
3013: Yarraville
3016: Williamstown
3020: Sunshine
3030: Werribee
3031: Kensington
3032: Ascot Vale
3040: Essendon
3051: North Melbourne
3052: Parkville
3053: Carlton
3056: Brunswick
3058: Coburg
3065: Fitzroy
3066: Collingwood
3067: Abbotsford
3068: Clifton Hill, Fitzroy North
3070: Northcote
3071: Thornbury
3072: Preston
3073: Reservoir
3084: Heidelberg
3121: Richmond
3122: Hawthorn
3124: Camberwell
3128: Box Hill
3134: Ringwood
3141: South Yarra
3142: Toorak
3150: Glen Waverley
3161: Caulfield North
3168: Clayton
3175: Dandenong
3181: Prahran
3182: St Kilda
3184: Elwood
3186: Brighton
3191: Sandringham
3199: Frankston
3205: South Melbourne
3206: Albert Park
3207: Port Melbourne
PO 3001: Melbourne
# Geelong | VIC | -38.15 | 144.36
3220: Geelong
3228: Torquay
# Regional Victoria | VIC | -36.76 | 144.28
3280: Warrnambool
3350: Ballarat Central
3400: Horsham
3500: Mildura
3550: Bendigo
3564: Echuca
3630: Shepparton
3677: Wangaratta
3690: Wodonga
3844: Traralgon
3850: Sale
3875: Bairnsdale
# Brisbane | QLD | -27.47 | 153.03
4000: Brisbane City, Spring Hill
4005: New Farm, Teneriffe
4006: Fortitude Valley
4007: Ascot, Hamilton
4012: Nundah
4030: Lutwyche
4032: Chermside
4059: Red Hill
4064: Paddington
4066: Toowong
4067: St Lucia
4068: Indooroopilly
4101: South Brisbane, West End
4102: Woolloongabba
4103: Annerley
4109: Sunnybank
4151: Coorparoo
4152: Carindale
4171: Bulimba
4178: Wynnum
PO 4001: Brisbane
# Gold Coast | QLD | -28.00 | 153.41
4215: Southport
4217: Surfers Paradise
4218: Broadbeach
4220: Burleigh Heads
4225: Coolangatta
# Sunshine Coast | QLD | -26.65 | 153.07
4551: Caloundra
4558: Maroochydore
4567: Noosa Heads
# Regional Queensland | QLD | -23.38 | 150.51
4305: Ipswich
4350: Toowoomba City
4655: Pialba
4670: Bundaberg Central
4680: Gladstone Central
4700: Rockhampton City
4740: Mackay
4810: Townsville City
4825: Mount Isa City
4870: Cairns City
# Adelaide | SA | -34.93 | 138.60
5000: Adelaide
5006: North Adelaide
5015: Port Adelaide
5019: Semaphore
5022: Henley Beach
5043: Marion
5045: Glenelg
5048: Brighton
5061: Unley
5066: Burnside
5067: Norwood
5082: Prospect
5092: Modbury
5095: Mawson Lakes
5108: Salisbury
5112: Elizabeth
PO 5001: Adelaide
# Regional South Australia | SA | -35.12 | 139.27
5211: Victor Harbor
5251: Mount Barker
5253: Murray Bridge
5290: Mount Gambier
5352: Tanunda
5600: Whyalla
5606: Port Lincoln
5700: Port Augusta
# Perth | WA | -31.95 | 115.86
6000: Perth
6004: East Perth
6005: West Perth
6007: Leederville
6008: Subiaco
6009: Nedlands
6010: Claremont
6011: Cottesloe
6019: Scarborough
6027: Joondalup
6050: Mount Lawley
6052: Inglewood
6056: Midland
6062: Morley
6100: Victoria Park
6107: Cannington
6112: Armadale
6151: South Perth
6152: Como
6153: Applecross
6160: Fremantle
6162: South Fremantle
6168: Rockingham
# Regional Western Australia | WA | -33.33 | 115.64
6210: Mandurah
6230: Bunbury
6280: Busselton
6330: Albany
6430: Kalgoorlie
6530: Geraldton
6714: Karratha
6725: Broome
# Hobart | TAS | -42.88 | 147.33
7000: Hobart, North Hobart, West Hobart
7004: Battery Point
7005: Sandy Bay
7008: New Town
7009: Moonah
7010: Glenorchy
7018: Bellerive
7050: Kingston
PO 7001: Hobart
# Northern Tasmania | TAS | -41.43 | 147.14
7250: Launceston
7310: Devonport
7315: Ulverstone
7320: Burnie
# Darwin | NT | -12.46 | 130.84
0800: Darwin City
0810: Casuarina, Nightcliff, Rapid Creek
0820: Fannie Bay, Larrakeyah, Parap, Stuart Park
0830: Palmerston City
PO 0801: Darwin
# Regional Northern Territory | NT | -23.70 | 133.88
0850: Katherine
0870: Alice Springs
`;
