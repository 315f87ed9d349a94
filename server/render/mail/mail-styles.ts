// The look of mails. Mail programs drop most of CSS, so the styles are inline, for light; those that know dark read the
// classes page, card, plain, edged, text, soft, link, line and code. No quotes here: they would end the attribute.

export const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
export const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
const SIZE = 'font-size:16px;line-height:25px'
export const SMALL = 'font-size:13px;line-height:20px;color:#5c6773'
export const CARD = `padding:28px 24px 12px;background:#ffffff;border:1px solid #dfe3e8;border-radius:10px;${SIZE}`
export const TITLE = `margin:0 0 20px;font-size:22px;line-height:30px;color:#141a22;${WRAP}`
export const HEADING = `margin:24px 0 4px;font-size:17px;line-height:25px;color:#141a22;${WRAP}`
export const PARAGRAPH = `margin:0 0 16px;color:#2a3340;${WRAP}`
export const TABLE = 'width:100%;table-layout:fixed;border-collapse:collapse;margin:0 0 20px'
export const CELL = `padding:7px 0;vertical-align:top;border-top:1px solid #e6e9ed;color:#2a3340;${WRAP}`
const MONOSPACED =
  'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px;line-height:22px'
const BOX = 'padding:12px 14px;background:#f2f4f7;border:1px solid #dfe3e8;border-radius:8px;color:#2a3340'
/** Broken wherever the line ends, and never by a character. */
export const CODE = `${BOX};${WRAP};${MONOSPACED}`
/** What mail programs show beside the subject; nothing of it is seen in the mail. */
export const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:transparent'
export const NAME =
  'margin:0;padding:2px 12px 14px;font-size:17px;line-height:24px;font-weight:600;color:#141a22'
export const BUTTON = 'display:inline-block;padding:12px 22px;font-weight:600;text-decoration:none'
export const LOGO = 'display:block;border:0;padding:6px;background:#ffffff;border-radius:8px'
export const DARK = `
      @media (prefers-color-scheme: dark) {
        .page { background: #12161c !important }
        .card { background: #1d232c !important }
        .plain { border-color: #323b47 !important }
        .edged { border-right-color: #323b47 !important; border-bottom-color: #323b47 !important }
        .edged { border-left-color: #323b47 !important }
        .text { color: #e8ecf1 !important }
        .soft { color: #a3aebb !important }
        .link { color: #8ab8ff !important }
        .line { border-color: #323b47 !important }
        .code { background: #12161c !important; border-color: #323b47 !important }
      }`
