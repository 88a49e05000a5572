const shared = `Albert Alexandra Anzac Beach Bridge Cambridge Cedar Charles Church Clyde College Cook Devon Domain Duke Edward Elizabeth Fern George
Gordon Grange Grey Harbour Hill James Jubilee King Lake Market Mill Milton Moray Nelson Norfolk Oak Park Queen Railway Regent River
Russell Saint_Andrews School Seaview Station Stuart Sussex Tennyson Valley Victoria Wellesley William Windsor York`;

const newZealand = `Bealey Fitzherbert Grampian Halsey Hinemoa Hauraki Huia Kahikatea Kahurangi Kākā Kauri Kererū Kiwi Kōtare Kōtuku Kōwhai Mahoe Mānuka
Matai Miro Moana Ngaio Nīkau Pāua Piwakawaka Pōhutukawa Pūkeko Pūriri Rangatira Rangiora Rātā Rimu Riroriro Ruru Tainui
Tarata Tawa Te_Awa Tītoki Totara Tōtara Tūī Tūtānekai Wairere Wharf`;

const australia = `Acacia Balaclava Banksia Barkly Bass Boronia Bourke Brolga Burke Casuarina Coolibah Correa Currawong Darling Flinders Gawler
Grevillea Hakea Hume Jacaranda Kookaburra Kurrajong Lachlan Lonsdale Macquarie Mallee Melaleuca Mitchell Murray Myall Parkes Rosella
Stawell Sturt Swan Tamarind Telopea Torrens Waratah Wattle Wentworth Yarra`;

const rural = `Back Cemetery Creamery Ferry Golf_Course Gorge Hall Hapua Horseshoe Kaipaki Kakariki Kohekohe Limeworks Maraetai Old_Mill Peach_Orchard
Quarry Rangitatau Riverbank Settlement Stockyard Tauwhare Te_Rahu Waiau Whenua Woolshed`;

const buildings = `Anchor Banyan Cascade Foundry Gantry Harbour Kingfisher Lantern Meridian Northgate Orchard Pavilion Quayside Rātā Sterling
Tideway Tōtara Union Wharfside Zephyr`;

function names(text: string): string[] {
  return text.split(/\s+/).map((name) => name.replaceAll('_', ' '));
}

/** Names for invented streets; weighted so that most streets are a `Street` or a `Road`. */
export const streetNames = {
  NZL: [...names(shared), ...names(newZealand)],
  AUS: [...names(shared), ...names(australia)],
  rural: names(rural),
  buildings: names(buildings),
  buildingTypes: ['House', 'Tower', 'Apartments', 'Building'],
  types:
    `Street Street Street Street Road Road Road Avenue Avenue Place Crescent Drive Terrace Lane Grove Close Parade Way`.split(
      ' ',
    ),
};
