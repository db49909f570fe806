import { isMailAddress, type MailSettings, parseSmtpUrl } from '../mail/index.ts';

/** The mail server and the address that mails come from, which are set together; its password is never printed. */
export function readMail(text: (name: string) => string | null, problems: string[]): MailSettings | null {
  const [url, from] = [text('KREIDE_SMTP_URL'), text('KREIDE_MAIL_FROM')];
  const server = url === null ? undefined : parseSmtpUrl(url);
  if (url !== null && !server)
    problems.push(
      'KREIDE_SMTP_URL is no address like smtps://user:password@mail.example.org or smtp://mail.example.org:587; in a password /, @, #, ? and % are written %2F, %40, %23, %3F and %25.',
    );
  if (from !== null && !isMailAddress(from))
    problems.push(`KREIDE_MAIL_FROM is ${JSON.stringify(from)}, expected one address like kreide@school.example.`);
  if ((url === null) !== (from === null))
    problems.push('KREIDE_SMTP_URL and KREIDE_MAIL_FROM are set together: only one of them is.');
  // Checked above, as what it is there.
  const operator = text('KREIDE_SUPPORT_MAIL') ?? undefined;
  return server && from ? { server, from, ...(operator && { operator }) } : null;
}
