import { isIP } from 'node:net';

/** The mail server of this installation, as `KREIDE_SMTP_URL` names it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: TLS from the first byte. `starttls`: TLS is demanded before anything is said. `none`: without, for a
   * relay on this machine or one that the operator trusts.
   */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly user: string | null;
  readonly password: string | null;
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host));

/**
 * `smtps://user:password@mail.example.org` (port 465) or `smtp://mail.example.org:587`, which demands STARTTLS unless
 * the server is this machine or the address ends in `?tls=off`. Undefined: no such address.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\/\S+$/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlain = search === '?tls=off';
  const isImplicit = protocol === 'smtps:';
  if (host === '' || hash !== '' || !['', '/'].includes(pathname)) return undefined;
  if ((search !== '' && !isPlain) || (isImplicit && isPlain) || (username === '') !== (password === ''))
    return undefined;
  const tls = isImplicit ? 'implicit' : isPlain || isThisMachine(host) ? 'none' : 'starttls';
  try {
    return {
      host,
      tls,
      port: port ? Number(port) : isImplicit ? 465 : 587,
      user: decodeURIComponent(username) || null,
      password: decodeURIComponent(password) || null,
    };
  } catch {
    return undefined;
  }
}

/** One plain address, as it stands in an envelope. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]+\.?[^\s@<>(),;:"\\[\]]+$/.test(text) && text.length <= 254;
}
