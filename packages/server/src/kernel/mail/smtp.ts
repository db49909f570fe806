import type { SmtpServer } from './address.ts';
import { type MailContent, toHtml, toPlainText } from './content.ts';

/** A mail on its way. */
export interface OutgoingMail {
  readonly uuid: string;
  readonly to: string;
  readonly content: MailContent;
}

/**
 * What the mail server made of it. `RETRY`: a refusal for now, or no answer at all; `LOST`: nothing can be sent at the
 * moment, `error` says why in one word.
 */
export type MailAnswer =
  | { readonly state: 'SENT' | 'REFUSED' | 'RETRY'; readonly code: number | null }
  | { readonly state: 'LOST'; readonly code: number | null; readonly error: string };

/** Connections that stay open while a round of mails is sent. */
export interface Smtp extends Disposable {
  send(mail: OutgoingMail): Promise<MailAnswer>;
}

/** Open connections of one round, and mails after which one is replaced: what small mail servers take without a complaint. */
export const CONNECTIONS = 2;
const MAILS_PER_CONNECTION = 50;
/** How long the server may take to be reached, to greet and to answer, ms. */
const PATIENCE_MS = 20_000;

/** Opens a way to the mail server; nothing is dialled before the first mail. */
export async function openSmtp(server: SmtpServer, from: string): Promise<Smtp> {
  // A server that never sends does without its memory.
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, user, password } = server;
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: 0,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    ...(user !== null && password !== null ? { auth: { user, pass: password } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ uuid, to, content }) {
      const { unsubscribe } = content;
      const list = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      try {
        await transport.sendMail({
          from: { name: content.sender, address: from },
          to,
          messageId: `<${uuid}@${domain}>`,
          subject: content.subject,
          text: toPlainText(content),
          html: toHtml(content),
          // Nobody's holiday answers a machine (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.language, ...list },
        });
        return { state: 'SENT', code: 250 };
      } catch (thrown) {
        return toAnswer(thrown);
      }
    },
    [Symbol.dispose]() {
      transport.close();
    },
  };
}

/** About this mail: refused for good, or for now; everything else is about the server or the way to it. */
function toAnswer(thrown: unknown): MailAnswer {
  const { code: error = 'unknown', responseCode } = thrown as { code?: string; responseCode?: number };
  const code = responseCode ?? null;
  if (error !== 'EENVELOPE' && error !== 'EMESSAGE') return { state: 'LOST', code, error };
  return { state: code !== null && code < 500 ? 'RETRY' : 'REFUSED', code };
}
