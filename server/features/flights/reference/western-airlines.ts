// Airlines of the Americas and Europe, by hand, as the package's data is outdated for many and lacks others: code,
// ICAO code, ticket prefix, country and name, with a dash for what is not known.

export const WESTERN_AIRLINES = `
  AD AZU 577 BR Azul Linhas Aéreas
  G3 GLO 127 BR GOL Linhas Aéreas
  JJ TAM 957 BR LATAM Airlines Brasil
  2Z PTB - BR Voepass Linhas Aéreas
  PZ LAP 692 PY LATAM Airlines Paraguay
  LA LAN 045 CL LATAM Airlines
  LP LPE 544 PE LATAM Airlines Peru
  XL LNE 462 EC LATAM Airlines Ecuador
  4C ARE 035 CO LATAM Airlines Colombia
  H2 SKU 605 CL SKY Airline
  JA JAT - CL JetSMART
  WJ JES - AR JetSMART Argentina
  JZ JAP - PE JetSMART Perú
  AR ARG 044 AR Aerolíneas Argentinas
  FO FBZ - AR Flybondi
  AV AVA 134 CO Avianca
  VE EFY - CO Clic
  P5 RPB 845 CO Wingo
  OB BOV 930 BO Boliviana de Aviación
  ZP AZP - PY Paranair
  PY SLM 192 SR Surinam Airways
  CM CMP 230 PA Copa Airlines
  AM AMX 139 MX Aeromexico
  Y4 VOI 036 MX Volaris
  VB VIV - MX Viva
  2I SRU - PE Star Perú
  5Z KEM - ZA CemAir
  Q6 VOC - CR Volaris Costa Rica
  LR LRC - CR Avianca Costa Rica
  TA TAI 202 SV Avianca El Salvador
  2K GLG 547 EC Avianca Ecuador
  DM DWI - DO Arajet
  QL LER - VE LASER Airlines
  BW BWA 106 TT Caribbean Airlines
  5L - - AG LIAT 20
  WM WIA 295 SX Winair
  TX FWI 427 GP Air Caraïbes
  AA AAL 001 US American Airlines
  DL DAL 006 US Delta Air Lines
  UA UAL 016 US United Airlines
  AS ASA 027 US Alaska Airlines
  HA HAL 173 US Hawaiian Airlines
  B6 JBU 279 US JetBlue
  WN SWA 526 US Southwest Airlines
  NK NKS 487 US Spirit Airlines
  F9 FFT 422 US Frontier Airlines
  G4 AAY 268 US Allegiant Air
  MX MXY - US Breeze Airways
  XP VXP - US Avelo Airlines
  9E EDV - US Endeavor Air
  MQ ENY - US Envoy Air
  OH JIA - US PSA Airlines
  PT PDT - US Piedmont Airlines
  YX RPA - US Republic Airways
  AC ACA 014 CA Air Canada
  WS WJA 838 CA WestJet
  TS TSC 649 CA Air Transat
  F8 FLE - CA Flair Airlines
  QK JZA - CA Jazz Aviation
  PB - - CA PAL Airlines
  YN CRQ - CA Air Creebec
  4N ANT - CA Air North
  8P PCO - CA Pacific Coastal Airlines
  JV BLS - CA Bearskin Airlines
  TP TAP 047 PT TAP Air Portugal
  S4 RZO 331 PT Azores Airlines
  SP SAT 737 PT SATA Air Açores
  NI PGA - PT Portugália Airlines
  IB IBE 075 ES Iberia
  UX AEA 996 ES Air Europa
  VY VLG 030 ES Vueling
  V7 VOE - ES Volotea
  E9 EVE - ES Iberojet
  2W WFL - ES World2Fly
  PM CNF - ES Canaryfly
  AF AFR 057 FR Air France
  SS CRL 923 FR Corsair International
  TO TVF - FR Transavia France
  XK CCM 146 FR Air Corsica
  BF FBU - FR French bee
  UU REU 760 RE Air Austral
  TN THT 244 PF Air Tahiti Nui
  SB ACI 063 NC Aircalin
  PJ SPM - PM Air Saint-Pierre
  BA BAW 125 GB British Airways
  VS VIR 932 GB Virgin Atlantic
  U2 EZY - GB easyJet
  EC EJU - AT easyJet Europe
  DS EZS - CH easyJet Switzerland
  BY TOM - GB TUI Airways
  LM LOG - GB Loganair
  W9 WUK - GB Wizz Air UK
  EI EIN 053 IE Aer Lingus
  FR RYR - IE Ryanair
  RK RUK - GB Ryanair UK
  AL MAY - MT Malta Air
  KM KMM 643 MT KM Malta Airlines
  LH DLH 220 DE Lufthansa
  EW EWG 104 DE Eurowings
  4Y OCN - DE Discover Airlines
  VL LHX - DE Lufthansa City Airlines
  DE CFG 881 DE Condor
  LX SWR 724 CH Swiss International Air Lines
  OS AUA 257 AT Austrian Airlines
  SN BEL 082 BE Brussels Airlines
  TB JAF - BE TUI fly Belgium
  KL KLM 074 NL KLM Royal Dutch Airlines
  HV TRA - NL Transavia
  OR TFL - NL TUI fly Netherlands
  AZ ITY 055 IT ITA Airways
  NO NOS - IT Neos
  XZ AEZ - IT Aeroitalia
  SK SAS 117 SE Scandinavian Airlines
  DY NOZ 328 NO Norwegian Air Shuttle
  D8 NSZ - SE Norwegian Air Sweden
  N0 NBT - NO Norse Atlantic Airways
  AY FIN 105 FI Finnair
  FI ICE 108 IS Icelandair
  BT BTI 657 LV airBaltic
  LO LOT 080 PL LOT Polish Airlines
  QS TVS - CZ Smartwings
  W6 WZZ - HU Wizz Air
  W4 WMT - MT Wizz Air Malta
  RO ROT 281 RO TAROM
  H4 HYS - RO HiSky
  5F FIA - MD FlyOne
  OA OAL 050 GR Olympic Air
  ZB ABN - AL Air Albania
  4O MNE - ME Air Montenegro
  CY CYP - CY Cyprus Airways
  TK THY 235 TR Turkish Airlines
  VF TKJ - TR AJet
  4M MGA - TR Mavi Gök Airlines
  PC PGT 624 TR Pegasus Airlines
  XC CAI - TR Corendon Airlines
  SU AFL 555 RU Aeroflot
  FV SDM 195 RU Rossiya Airlines
  S7 SBI 421 RU S7 Airlines
  DP PBD - RU Pobeda
  N4 NWS - RU Nordwind Airlines
  HZ SHU - RU Aurora
  KC KZR 465 KZ Air Astana
  FS AYN - KZ FlyArystan
  DV VSV - KZ SCAT Airlines
  SZ SMR - TJ Somon Air`
