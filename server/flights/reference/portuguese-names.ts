// What Brazilians type where the data has another name: Londres for London, and resorts that fly from elsewhere.

const NAMES = `
  NYC Nova York, Nova Iorque; PHL Filadélfia; MSY Nova Orleans; SFO São Francisco; MEX Cidade do México
  PTY Cidade do Panamá; GUA Cidade da Guatemala; MVD Montevidéu; ASU Assunção; IPC Ilha de Páscoa
  LON Londres; EDI Edimburgo; MRS Marselha; LYS Lião; BOD Bordéus; SXB Estrasburgo; ROM Roma; MIL Milão; VCE Veneza
  FLR Florença; NAP Nápoles; TRN Turim; GOA Gênova; BLQ Bolonha; LIS Lisboa; FNC Madeira; PDL Açores
  TER Ilha Terceira; SVQ Sevilha; PMI Maiorca; MAH Minorca; BIO Bilbau; AMS Amsterdã; BRU Bruxelas; ANR Antuérpia
  LUX Luxemburgo; MUC Munique; CGN Colônia; HAM Hamburgo; BER Berlim; ZRH Zurique; GVA Genebra; EAP Basileia
  VIE Viena; SZG Salzburgo; PRG Praga; BUD Budapeste; WAW Varsóvia; KRK Cracóvia; BUH Bucareste; SOF Sófia
  BEG Belgrado; LJU Liubliana; ATH Atenas; SKG Salônica; CPH Copenhague; STO Estocolmo; GOT Gotemburgo
  HEL Helsinque; MOW Moscou; LED São Petersburgo; IEV Kiev; IST Istambul; ANK Ancara; IZM Esmirna
  TLV Telavive, Jerusalém; AMM Amã; BEY Beirute; DAM Damasco; BGW Bagdá; THR Teerã; MCT Mascate; RUH Riade; JED Jidá
  MED Medina; HRG Hurgada; RAK Marraquexe, Marrakech; TNG Tânger; ALG Argel; TUN Túnis; DKR Dacar; ABJ Abidjã
  ADD Adis Abeba; NBO Nairóbi; JNB Joanesburgo; CPT Cidade do Cabo; SID Ilha do Sal; MRU Maurício; SEZ Seicheles
  DEL Nova Delhi, Nova Déli; BOM Bombaim; BLR Bangalore; CCU Calcutá; KTM Katmandu; MLE Maldivas; SIN Singapura
  BKK Bancoque, Banguecoque; SGN Saigon; DPS Bali; JKT Jacarta; BJS Pequim; SHA Xangai; CAN Cantão; MFM Macau
  TPE Taipé; SEL Seul; TYO Tóquio; OSA Quioto, Kyoto; SYD Sidney; PPT Taiti, Tahiti
  BPS Arraial d'Ajuda, Trancoso; NVT Balneário Camboriú, Itajaí; JJD Jijoca; IOS Itacaré; MCZ Maragogi`

/** By IATA code of a city or an airport. */
export const PORTUGUESE_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES.trim()
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 3), entry.slice(4).split(', ')]),
)
