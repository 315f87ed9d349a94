// A delivery failure report in Postfix's format.

interface ReportFields {
  readonly action?: string
  readonly diagnostic?: string
}

const UNKNOWN = 'smtp; 550 5.1.1 <ana@cliente.example>: Recipient address\n    rejected: User unknown'

export function deliveryReport(
  mailId: string,
  { action = 'failed', diagnostic = UNKNOWN }: ReportFields = {},
): string {
  return `Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: avisos@agencia.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="=_cut/1"
Message-ID: <20261116110000.1@mx.example>

This is a MIME-encapsulated message.

--=_cut/1
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered.

--=_cut/1
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Original-Envelope-Id: ${mailId}
Arrival-Date: Mon, 16 Nov 2026 11:00:00 +0000 (UTC)

Final-Recipient: rfc822; ana@cliente.example
Original-Recipient: rfc822;ana@cliente.example
Action: ${action}
Status: 5.1.1
Diagnostic-Code: ${diagnostic}

--=_cut/1
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Agencia <avisos@agencia.example>
To: ana@cliente.example
Message-ID: <${mailId}@agencia.example>
Subject: Sua fatura

--=_cut/1--
`
}
