/** The servers that conferences use beyond this one; all of them are the operator's. */
export interface ConferenceSettings {
  /** Servers that help browsers to find each other, as `stun:`, `turn:` and `turns:` addresses. */
  readonly ice: readonly string[];
  /** Shared with the TURN servers: passwords for an hour or two are made of it. Null: they are used without. */
  readonly turnSecret: string | null;
  /** Where larger channels meet; null: browsers carry all conferences. */
  readonly server: RoomServer | null;
}

/** A server for many people in one room. */
export type RoomServer =
  | { readonly kind: 'bbb'; readonly url: string; readonly secret: string; readonly hash: 'sha256' | 'sha512' }
  | { readonly kind: 'jitsi'; readonly url: string; readonly appId: string; readonly secret: string };

const ICE_URL = /^(stuns?|turns?):(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i;

/** An address of the web without a query; `http:` only on this machine, as what goes there is secret. */
function toServerUrl(value: string): string | null {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.search || url.hash) return null;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return null;
  return url.href.replace(/\/$/, '');
}

/** Reads the servers for conferences out of the environment; secrets are never printed. */
export function readConferences(text: (name: string) => string | null, problems: string[]): ConferenceSettings {
  const ice = (text('KREIDE_ICE_SERVERS') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = ice.filter((url) => !ICE_URL.test(url));
  if (wrong.length > 0)
    problems.push(
      `KREIDE_ICE_SERVERS holds ${JSON.stringify(wrong[0])}, expected addresses like stun:turn.example.org:3478 or turns:turn.example.org:443?transport=tcp.`,
    );
  const turnSecret = text('KREIDE_TURN_SECRET');
  if (turnSecret !== null && !ice.some((url) => /^turns?:/i.test(url)))
    problems.push('KREIDE_TURN_SECRET is set, which needs a turn: or turns: address in KREIDE_ICE_SERVERS.');
  const [bbb, jitsi] = [readBbb(text, problems), readJitsi(text, problems)];
  if (bbb && jitsi) problems.push('KREIDE_BBB_URL and KREIDE_JITSI_URL are both set: conferences use one server.');
  return { ice, turnSecret, server: bbb ?? jitsi };
}

function readBbb(text: (name: string) => string | null, problems: string[]): RoomServer | null {
  const [given, secret, hash] = [
    text('KREIDE_BBB_URL'),
    text('KREIDE_BBB_SECRET'),
    text('KREIDE_BBB_HASH') ?? 'sha256',
  ];
  if ((given === null) !== (secret === null)) {
    problems.push('KREIDE_BBB_URL and KREIDE_BBB_SECRET are set together: only one of them is.');
    return null;
  }
  if (hash !== 'sha256' && hash !== 'sha512') {
    problems.push(`KREIDE_BBB_HASH is ${JSON.stringify(hash)}, expected sha256 or sha512.`);
    return null;
  }
  if (given === null || secret === null) return null;
  const url = toServerUrl(given);
  if (url === null) {
    problems.push('KREIDE_BBB_URL is no address like https://bbb.example.org/bigbluebutton/api.');
    return null;
  }
  return { kind: 'bbb', url, secret, hash };
}

function readJitsi(text: (name: string) => string | null, problems: string[]): RoomServer | null {
  const [given, appId, secret] = [text('KREIDE_JITSI_URL'), text('KREIDE_JITSI_APP_ID'), text('KREIDE_JITSI_SECRET')];
  const set = [given, appId, secret].filter((value) => value !== null).length;
  if (set !== 0 && set !== 3) {
    problems.push(
      'KREIDE_JITSI_URL, KREIDE_JITSI_APP_ID and KREIDE_JITSI_SECRET are set together: one of them is not.',
    );
    return null;
  }
  if (given === null || appId === null || secret === null) return null;
  const url = toServerUrl(given);
  if (url === null) {
    problems.push('KREIDE_JITSI_URL is no address like https://meet.example.org.');
    return null;
  }
  return { kind: 'jitsi', url, appId, secret };
}
