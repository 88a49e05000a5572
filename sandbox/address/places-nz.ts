/**
 * Real towns, suburbs and postcodes of New Zealand, with rural deliveries and box lobbies (general knowledge of public
 * postal geography; the addresses are fictitious). A town starts with `# mail town | territory | region | latitude |
 * longitude`. Below it:
 * - `postcode: suburb, suburb` urban deliveries;
 * - `RD n postcode: locality` a rural delivery;
 * - `PO postcode: lobby` boxes.
 */
export const newZealandPlaces = `
# Auckland | Auckland | Auckland | -36.86 | 174.77
1010: Auckland Central, Grafton
1011: Freemans Bay, Herne Bay, Ponsonby, Saint Marys Bay
1021: Grey Lynn, Kingsland
1022: Point Chevalier, Westmere
1023: Epsom, Newmarket
1024: Mount Eden
1025: Mount Albert, Sandringham
1026: Avondale, Waterview
1041: Mount Roskill
1042: Hillsborough, Lynfield, Three Kings
1050: Remuera
1051: Ellerslie, Greenlane
1052: Parnell
1060: Mount Wellington
1061: Onehunga, Penrose
1062: Ōtāhuhu
1071: Kohimarama, Mission Bay, Ōrākei, Saint Heliers
1072: Glen Innes, Meadowbank, Panmure, Point England, Saint Johns
0600: Blockhouse Bay, New Lynn, New Windsor
0602: Glen Eden, Kelston
0604: Green Bay, Titirangi
0610: Te Atatū Peninsula, Te Atatū South
0612: Henderson, Rānui
0614: Massey
0618: Hobsonville, West Harbour
0620: Castor Bay, Forrest Hill, Milford
0622: Bayswater, Hauraki, Takapuna
0624: Devonport
0626: Beach Haven, Birkdale, Birkenhead
0627: Northcote
0629: Glenfield
0630: Browns Bay, Campbells Bay, Mairangi Bay, Murrays Bay, Torbay
0632: Albany, Greenhithe, Unsworth Heights
2010: Highland Park, Pakuranga
2012: Bucklands Beach, Half Moon Bay
2013: East Tāmaki
2014: Howick
2022: Māngere, Māngere Bridge
2023: Ōtara
2024: Favona, Māngere East
2025: Papatoetoe
2102: Manurewa
2103: Clendon Park, Weymouth
2104: Manukau
PO 1140: Shortland Street
PO 1141: Wellesley Street
PO 1142: Victoria Street West
PO 1149: Newmarket
PO 0740: Takapuna
# Papakura | Auckland | Auckland | -37.06 | 174.94
2110: Papakura
2112: Takanini
RD 2 2582: Ardmore
RD 3 2583: Hunua
# Pukekohe | Auckland | Auckland | -37.20 | 174.90
2120: Pukekohe
RD 4 2679: Puni
# Howick | Auckland | Auckland | -36.94 | 174.97
RD 1 2571: Whitford
# Albany | Auckland | Auckland | -36.68 | 174.66
RD 3 0793: Coatesville
RD 4 0794: Dairy Flat
# Warkworth | Auckland | Auckland | -36.40 | 174.66
0910: Warkworth
RD 2 0982: Sandspit
RD 5 0985: Leigh
# Ōrewa | Auckland | Auckland | -36.59 | 174.69
0931: Ōrewa
# Whangārei | Whangarei District | Northland | -35.72 | 174.32
0110: Maunu, Onerahi, Raumanga, Woodhill
0112: Kamo, Kensington, Mairtown, Tikipunga
RD 3 0173: Ngunguru
RD 4 0174: Parua Bay
RD 9 0179: Maungatapere
PO 0140: Whangārei
# Kerikeri | Far North District | Northland | -35.23 | 173.95
0230: Kerikeri
RD 1 0294: Kapiro
# Kaitāia | Far North District | Northland | -35.11 | 173.26
0410: Kaitāia
RD 1 0481: Ahipara
# Hamilton | Hamilton City | Waikato | -37.79 | 175.28
3200: Forest Lake, Nawton, Pukete, Te Rapa
3204: Dinsdale, Frankton, Hamilton Central, Hamilton Lake
3206: Glenview, Melville
3210: Chartwell, Flagstaff, Huntington, Rototuna
3214: Claudelands, Enderley, Fairfield
3216: Hamilton East, Hillcrest, Silverdale
RD 1 3281: Horsham Downs
RD 2 3282: Rukuhia
RD 3 3283: Tamahere
RD 4 3284: Matangi
RD 8 3288: Te Kōwhai
RD 9 3289: Whatawhata
PO 3240: Waikato Mail Centre
# Cambridge | Waipa District | Waikato | -37.89 | 175.47
3432: Leamington
3434: Cambridge
RD 2 3494: Karāpiro
RD 4 3496: Te Miro
# Taupō | Taupo District | Waikato | -38.69 | 176.08
3330: Acacia Bay, Hilltop, Taupō
RD 1 3377: Kinloch
PO 3351: Taupō
# Thames | Thames-Coromandel District | Waikato | -37.14 | 175.54
3500: Thames
# Tauranga | Tauranga City | Bay of Plenty | -37.69 | 176.17
3110: Bellevue, Bethlehem, Brookfield, Judea, Matua, Ōtūmoetai
3112: Gate Pā, Greerton, Hairini, Maungatapu, Parkvale, Welcome Bay
RD 2 3172: Ōmokoroa
RD 3 3173: Pyes Pā
RD 7 3179: Whakamārama
PO 3140: Tauranga
# Mount Maunganui | Tauranga City | Bay of Plenty | -37.64 | 176.19
3116: Mount Maunganui
# Pāpāmoa | Tauranga City | Bay of Plenty | -37.71 | 176.29
3118: Pāpāmoa Beach
# Rotorua | Rotorua District | Bay of Plenty | -38.14 | 176.25
3010: Fenton Park, Glenholme, Lynmore, Ngongotahā, Ōwhata
3015: Fordlands, Springfield, Western Heights
RD 2 3072: Ngongotahā Valley
RD 4 3074: Rotoiti
RD 5 3076: Lake Tarawera
RD 7 3097: Hamurana
PO 3040: Rotorua
# Whakatāne | Whakatane District | Bay of Plenty | -37.96 | 176.99
3120: Whakatāne
# Gisborne | Gisborne District | Gisborne | -38.66 | 178.02
4010: Elgin, Kaiti, Mangapapa, Te Hapara, Whataupoko
RD 1 4071: Ormond
RD 2 4072: Patutahi
PO 4040: Gisborne
# Napier | Napier City | Hawke's Bay | -39.50 | 176.90
4110: Ahuriri, Bluff Hill, Maraenui, Marewa, Napier South, Onekawa
4112: Greenmeadows, Tamatea, Taradale
RD 2 4182: Eskdale
RD 3 4183: Meeanee
PO 4140: Napier
# Hastings | Hastings District | Hawke's Bay | -39.64 | 176.84
4120: Camberley, Flaxmere, Frimley, Mahora, Raureka
4122: Akina, Mayfair, Parkvale
RD 5 4175: Twyford
PO 4156: Hastings
# Havelock North | Hastings District | Hawke's Bay | -39.67 | 176.88
4130: Havelock North
# New Plymouth | New Plymouth District | Taranaki | -39.06 | 174.08
4310: Frankleigh Park, Moturoa, Spotswood, Vogeltown, Westown
4312: Bell Block, Fitzroy, Merrilands, Strandon
RD 1 4371: Hurworth
RD 4 4374: Tataraimaka
PO 4340: New Plymouth
# Whanganui | Whanganui District | Manawatū-Whanganui | -39.93 | 175.05
4500: Aramoho, Durie Hill, Saint Johns Hill, Whanganui East
4501: Castlecliff, Gonville, Springvale
RD 4 4574: Westmere
PO 4540: Whanganui
# Palmerston North | Palmerston North City | Manawatū-Whanganui | -40.36 | 175.61
4410: Hokowhitu, Terrace End
4412: Awapuni, Cloverlea, Highbury
4414: Kelvin Grove, Milson, Roslyn
RD 4 4474: Linton
RD 10 4470: Whakarongo
PO 4440: Palmerston North
# Levin | Horowhenua District | Manawatū-Whanganui | -40.62 | 175.29
5510: Levin
RD 20 5570: Ōhau
# Paraparaumu | Kapiti Coast District | Wellington | -40.92 | 175.00
5032: Paraparaumu, Raumati Beach, Raumati South
# Masterton | Masterton District | Wellington | -40.95 | 175.66
5810: Lansdowne, Masterton
PO 5840: Masterton
# Wellington | Wellington City | Wellington | -41.29 | 174.77
6011: Mount Victoria, Oriental Bay, Te Aro, Thorndon, Wellington Central
6012: Karori, Kelburn, Northland, Wadestown, Wilton
6021: Brooklyn, Hataitai, Mount Cook, Newtown
6022: Kilbirnie, Lyall Bay, Miramar, Seatoun, Strathmore Park
6023: Berhampore, Houghton Bay, Island Bay, Melrose
6035: Crofton Downs, Khandallah, Ngaio
6037: Churton Park, Johnsonville, Newlands
5028: Tawa
PO 6140: Wellington
PO 6141: Marion Square
PO 6143: The Terrace
# Porirua | Porirua City | Wellington | -41.13 | 174.84
5022: Elsdon, Tītahi Bay
5024: Cannons Creek, Papakōwhai, Paremata, Whitby
5026: Plimmerton, Pukerua Bay
# Lower Hutt | Lower Hutt City | Wellington | -41.21 | 174.90
5010: Alicetown, Belmont, Boulcott, Hutt Central, Maungaraki
5011: Avalon, Epuni, Naenae, Taitā, Waterloo
5012: Petone
5013: Eastbourne
5014: Wainuiomata
5019: Stokes Valley
PO 5040: Lower Hutt
# Upper Hutt | Upper Hutt City | Wellington | -41.12 | 175.07
5018: Birchville, Ebdentown, Tōtara Park, Trentham, Wallaceville
# Nelson | Nelson City | Nelson | -41.27 | 173.28
7010: Atawhai, Maitai, Nelson South, The Wood, Toi Toi
7011: Stoke, Tāhunanui
PO 7040: Nelson
# Richmond | Tasman District | Tasman | -41.34 | 173.18
7020: Richmond
# Upper Moutere | Tasman District | Tasman | -41.27 | 173.01
RD 2 7175: Upper Moutere
# Motueka | Tasman District | Tasman | -41.11 | 173.01
7120: Motueka
RD 3 7198: Riwaka
# Blenheim | Marlborough District | Marlborough | -41.51 | 173.96
7201: Redwoodtown, Springlands, Witherlea
RD 2 7272: Fairhall
RD 3 7273: Rapaura
PO 7240: Blenheim
# Greymouth | Grey District | West Coast | -42.45 | 171.21
7805: Greymouth
PO 7840: Greymouth
# Christchurch | Christchurch City | Canterbury | -43.53 | 172.63
8011: Christchurch Central, Phillipstown, Riccarton
8013: Edgeware, Richmond
8014: Merivale, Saint Albans
8022: Cashmere, Huntsbury, Saint Martins
8023: Beckenham, Opawa, Sydenham
8024: Addington, Somerfield, Spreydon
8025: Halswell, Hoon Hay
8041: Ilam, Upper Riccarton
8042: Avonhead, Hornby, Russley
8051: Belfast, Casebrook, Redwood
8052: Fendalton, Northcote, Strowan
8053: Bishopdale, Bryndwr, Burnside, Papanui
8061: Avonside, Dallington, New Brighton
8062: Bromley, Linwood, Woolston
8081: Mount Pleasant, Redcliffs, Sumner
8083: Burwood, North New Brighton, Parklands
RD 2 7672: Tai Tapu
RD 4 7674: Broadfield
RD 5 7675: Weedons
RD 6 7676: West Melton
PO 8140: Christchurch
PO 8440: Riccarton
# Rangiora | Waimakariri District | Canterbury | -43.30 | 172.59
7400: Rangiora
RD 1 7471: Fernside
RD 2 7472: Loburn
# Kaiapoi | Waimakariri District | Canterbury | -43.38 | 172.65
7630: Kaiapoi
RD 2 7692: Ōhoka
# Rolleston | Selwyn District | Canterbury | -43.59 | 172.38
7614: Rolleston
# Ashburton | Ashburton District | Canterbury | -43.90 | 171.75
7700: Allenton, Hampstead
# Timaru | Timaru District | Canterbury | -44.39 | 171.25
7910: Gleniti, Highfield, Parkside, Waimataitai
PO 7940: Timaru
# Ōamaru | Waitaki District | Otago | -45.09 | 170.97
9400: Ōamaru
# Dunedin | Dunedin City | Otago | -45.87 | 170.50
9010: Maori Hill, North East Valley, Opoho, Roslyn, Wakari
9011: Belleknowes, Kenmure, Mornington
9012: Caversham, Saint Clair, Saint Kilda, South Dunedin
9013: Andersons Bay, Musselburgh, Waverley
9016: Dunedin Central, North Dunedin
9018: Abbotsford, Fairfield, Green Island
RD 2 9077: Harington Point
PO 9054: Dunedin
# Mosgiel | Dunedin City | Otago | -45.87 | 170.35
9024: Mosgiel
# Queenstown | Queenstown-Lakes District | Otago | -45.03 | 168.69
9300: Fernhill, Frankton, Kelvin Heights
RD 1 9371: Dalefield
PO 9348: Queenstown
# Cromwell | Central Otago District | Otago | -45.04 | 169.20
9310: Cromwell
RD 2 9384: Bannockburn
RD 3 9383: Tarras
# Wānaka | Queenstown-Lakes District | Otago | -44.70 | 169.14
9305: Wānaka
RD 2 9382: Lake Hāwea
# Invercargill | Invercargill City | Southland | -46.41 | 168.36
9810: Gladstone, Waikiwi, Windsor
9812: Georgetown, Hawthorndale, Newfield, Strathern
RD 1 9871: Woodlands
RD 9 9879: Ōtatara
PO 9840: Invercargill
`;
