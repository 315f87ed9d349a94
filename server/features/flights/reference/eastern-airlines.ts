// Airlines of Africa, Asia and Oceania, by hand, as the package's data is outdated for many and lacks others: code,
// ICAO code, ticket prefix, country and name, with a dash for what is not known.

export const EASTERN_AIRLINES = `
  LY ELY 114 IL El Al
  RJ RJA 512 JO Royal Jordanian
  ME MEA 076 LB Middle East Airlines
  RB SYR 070 SY Syrian Airlines
  EK UAE 176 AE Emirates
  EY ETD 607 AE Etihad Airways
  FZ FDB 141 AE flydubai
  3L ADY - AE Air Arabia Abu Dhabi
  QR QTR 157 QA Qatar Airways
  GF GFA 072 BH Gulf Air
  KU KAC 229 KW Kuwait Airways
  WY OMA 910 OM Oman Air
  OV OMS - OM SalamAir
  SV SVA 065 SA Saudia
  XY KNE 593 SA flynas
  F3 FAD - SA flyadeal
  RX RXI - SA Riyadh Air
  MS MSR 077 EG EgyptAir
  SM MSC 381 EG Air Cairo
  AT RAM 147 MA Royal Air Maroc
  TU TAR 199 TN Tunisair
  BJ LBT 796 TN Nouvelair
  AH DAH 124 DZ Air Algérie
  SF DTH - DZ Tassili Airlines
  LN LAA 148 LY Libyan Airlines
  UZ BRQ - LY Buraq Air
  DT DTA 118 AO TAAG Angola Airlines
  TM LAM 068 MZ LAM Mozambique Airlines
  VR TCV 696 CV Cabo Verde Airlines
  ET ETH 071 ET Ethiopian Airlines
  KQ KQA 706 KE Kenya Airways
  JM JMA - KE Jambojet
  WB RWD 459 RW RwandAir
  UR UGD - UG Uganda Airlines
  SA SAA 083 ZA South African Airways
  4Z LNK 749 ZA Airlink
  FA SFR - ZA FlySafair
  GE - - ZA LIFT
  WV - - NA FlyNamibia
  P0 PFZ - ZM Proflight Zambia
  P4 APK 710 NG Air Peace
  W3 ARA 725 NG Arik Air
  QI IAN - NG Ibom Air
  AW AFW - GH Africa World Airlines
  KP SKK - TG ASKY
  HF VRE - CI Air Côte d’Ivoire
  HC SZN - SN Air Sénégal
  MD MGY - MG Madagascar Airlines
  MK MAU 239 MU Air Mauritius
  AI AIC 098 IN Air India
  6E IGO 312 IN IndiGo
  SG SEJ 775 IN SpiceJet
  QP AKJ - IN Akasa Air
  9I LLR - IN Alliance Air
  S5 SDG - IN Star Air
  PK PIA 214 PK Pakistan International Airlines
  PA ABQ - PK Airblue
  PF SIF - PK AirSial
  UL ALK 603 LK SriLankan Airlines
  BS UBG - BD US-Bangla Airlines
  U4 BHA - NP Buddha Air
  YT NYT - NP Yeti Airlines
  H9 HIM - NP Himalaya Airlines
  TG THA 217 TH Thai Airways
  VZ TVJ - TH Thai VietJet Air
  XJ TAX - TH Thai AirAsia X
  VN HVN 738 VN Vietnam Airlines
  VJ VJC 978 VN VietJet Air
  QH BAV - VN Bamboo Airways
  K6 KHV 188 KH Air Cambodia
  UB UBA - MM Myanmar National Airlines
  8M MMA - MM Myanmar Airways International
  SQ SIA 618 SG Singapore Airlines
  TR TGW 668 SG Scoot
  MH MAS 232 MY Malaysia Airlines
  OD MXD 816 MY Batik Air Malaysia
  GA GIA 126 ID Garuda Indonesia
  JT LNI 990 ID Lion Air
  ID BTK - ID Batik Air
  IU SJV - ID Super Air Jet
  SJ SJY 977 ID Sriwijaya Air
  IP PAS - ID Pelita Air
  PR PAL 079 PH Philippine Airlines
  Z2 APG - PH Philippines AirAsia
  CX CPA 160 HK Cathay Pacific
  UO HKE - HK HK Express
  HB HGB - HK Greater Bay Airlines
  CI CAL 297 TW China Airlines
  BR EVA 695 TW EVA Air
  JX SJX 189 TW Starlux Airlines
  IT TTW - TW Tigerair Taiwan
  JL JAL 131 JP Japan Airlines
  NH ANA 205 JP All Nippon Airways
  GK JJP - JP Jetstar Japan
  ZG TZP - JP ZIPAIR Tokyo
  6J SNJ - JP Solaseed Air
  HD ADO - JP Air Do
  KE KAL 180 KR Korean Air
  OZ AAR 988 KR Asiana Airlines
  TW TWB 722 KR T’way Air
  RS ASV - KR Air Seoul
  YP APZ - KR Air Premia
  RF EOK - KR Aero K
  CA CCA 999 CN Air China
  MU CES 781 CN China Eastern Airlines
  CZ CSN 784 CN China Southern Airlines
  HU CHH 880 CN Hainan Airlines
  MF CXA 731 CN XiamenAir
  9C CQH 089 CN Spring Airlines
  KN CUA - CN China United Airlines
  G5 HXA - CN China Express Airlines
  GS GCR - CN Tianjin Airlines
  JD CBJ 898 CN Capital Airlines
  8L LKE 859 CN Lucky Air
  TV TBA 088 CN Tibet Airlines
  PN CHB - CN West Air
  QF QFA 081 AU Qantas
  JQ JST 041 AU Jetstar
  VA VOZ 795 AU Virgin Australia
  ZL RXA - AU Rex Airlines
  NZ ANZ 086 NZ Air New Zealand
  FJ FJI 260 FJ Fiji Airways
  CG TOK - PG PNG Air
  ON RON - NR Nauru Airlines
  PH PAO - WS Samoa Airways`
