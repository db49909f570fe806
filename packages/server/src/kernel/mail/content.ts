import type { Language } from '@kreide/core/kernel';
import { markup } from '../text/markup.ts';

/** What a mail says, in the language of its receiver; how it looks is the same for all. */
export interface MailContent {
  readonly language: Language;
  /** Name of the school: the sender, and the head of the mail. */
  readonly sender: string;
  /** Colour of the school's branding, `#rrggbb`. */
  readonly color: string;
  readonly subject: string;
  /** One paragraph each. */
  readonly lines: readonly string[];
  /** What the mail asks to do. */
  readonly action: { readonly text: string; readonly url: string } | null;
  /** Why it came, below everything else. */
  readonly reason: string;
  /** How to get no more of them: `url` is a page for people, `oneClick` what mail programs call (RFC 8058). */
  readonly unsubscribe: { readonly text: string; readonly url: string; readonly oneClick: string } | null;
}

/** The mail as plain text. */
export function toPlainText({ sender, lines, action, reason, unsubscribe }: MailContent): string {
  const blocks = [
    sender,
    ...lines,
    ...(action ? [`${action.text}:\n${action.url}`] : []),
    ['-- ', reason, ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.url}`] : [])].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The mail as a page without pictures, scripts and anything that tells whether it was opened. */
export function toHtml({ language, sender, color, subject, lines, action, reason, unsubscribe }: MailContent): string {
  const link = (url: string, text: string, style: string) => markup`<a href="${url}" style="${style}">${text}</a>`;
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#ffffff;text-decoration:none;font-weight:600`;
  const paragraphs = lines.map((line) => markup`<p style="margin:0 0 16px">${line}</p>`);
  const foot = unsubscribe && markup`<br>${link(unsubscribe.url, unsubscribe.text, 'color:#595959')}`;
  return markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f4f2;color:#1f1f1f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0;padding:16px 24px;border-radius:12px 12px 0 0;background:${color};color:#ffffff;font-weight:600">${sender}</p>
<div style="padding:24px;border-radius:0 0 12px 12px;background:#ffffff">${paragraphs}${action && link(action.url, action.text, button)}</div>
<p style="margin:16px 24px;color:#595959;font-size:14px">${reason}${foot}</p>
</div></body></html>
`.text;
}
