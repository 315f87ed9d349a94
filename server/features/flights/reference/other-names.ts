// What else Brazilians type for a place, besides the name we show: older spellings, and resorts that fly from there.

const NAMES = `
  NYC Nova Iorque; SFO São Francisco; LYS Lião; BOD Bordéus; FNC Madeira; PDL Açores; PMI Maiorca; BIO Bilbau
  EAP Basileia; SKG Salônica; IZM Esmirna; TLV Telavive, Jerusalém; HRG Hurgada; RAK Marraquexe; ABJ Abidjã
  MRU Maurício; SEZ Seicheles; DEL Nova Déli; BOM Bombaim; MLE Maldivas; BKK Bancoque, Banguecoque; SGN Saigon
  DPS Bali; OSA Quioto, Kyoto; SYD Sidney; PPT Taiti, Tahiti; BPS Arraial d'Ajuda, Trancoso
  NVT Balneário Camboriú, Itajaí; JJD Jijoca; IOS Itacaré; MCZ Maragogi`

/** By IATA code of a city or an airport. */
export const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES.trim()
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 3), entry.slice(4).split(', ')]),
)
