import type { DavLock, DavProperty } from '../queries/dav.ts';
import { TOKEN_PREFIX } from './headers.ts';
import { isFolder, type Resource } from './resources.ts';
import { childOf, DAV, elementsOf, escapeXml, isOf, type XmlElement } from './xml.ts';

/** A property of the protocol: its value as XML; null: the thing has none. */
interface Shown {
  readonly resource: Resource;
  /** The name that it has where it was found. */
  readonly name: string;
  readonly locks: readonly DavLock[];
  readonly now: Date;
  /** Bytes that are used and left; only in the answer about one folder. */
  readonly room: { readonly used: number; readonly left: number } | null;
}

export const etagOf = (resource: Resource): string | null =>
  (resource.kind === 'entry' || resource.kind === 'chatFile') && resource.row.sha256
    ? `"${resource.row.sha256.toString('base64url')}"`
    : null;

const contentOf = ({ resource }: Shown) =>
  resource.kind === 'chatFile' || (resource.kind === 'entry' && resource.row.file_id !== null) ? resource.row : null;

function changedOf({ resource }: Shown): string | null {
  if (resource.kind === 'entry') return resource.row.updated_at;
  if (resource.kind === 'chatFile') return resource.row.updated_at ?? resource.row.created_at;
  return resource.kind === 'chat' ? resource.last_at : null;
}

const createdOf = ({ resource }: Shown) =>
  resource.kind === 'entry' || resource.kind === 'chatFile' ? resource.row.created_at : null;

export const writeLock = (lock: DavLock, href: string, now: Date): string =>
  `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${lock.is_exclusive ? 'exclusive' : 'shared'}/></D:lockscope>` +
  `<D:depth>${lock.is_deep ? 'infinity' : '0'}</D:depth>${lock.owner}` +
  `<D:timeout>Second-${Math.max(1, Math.round((Date.parse(lock.expires_at) - now.getTime()) / 1000))}</D:timeout>` +
  `<D:locktoken><D:href>${TOKEN_PREFIX}${lock.token}</D:href></D:locktoken>` +
  `<D:lockroot><D:href>${href}</D:href></D:lockroot></D:activelock>`;

const LOCKS = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');

type Live = (shown: Shown, href: string) => string | null;
const dateOf = (at: string | null, write: (date: Date) => string) => (at === null ? null : write(new Date(at)));

/** The properties that the protocol names and that have a true value here. */
const LIVE: Readonly<Record<string, Live>> = {
  resourcetype: ({ resource }) => (isFolder(resource) ? '<D:collection/>' : ''),
  displayname: ({ name }) => escapeXml(name),
  creationdate: (shown) => dateOf(createdOf(shown), (date) => date.toISOString()),
  getlastmodified: (shown) => dateOf(changedOf(shown), (date) => date.toUTCString()),
  getcontentlength: (shown) => contentOf(shown)?.size.toString() ?? null,
  getcontenttype: (shown) => contentOf(shown)?.mime ?? null,
  getetag: ({ resource }) => etagOf(resource),
  supportedlock: ({ resource }) => (resource.kind === 'entry' ? LOCKS : ''),
  lockdiscovery: ({ locks, now }, href) => locks.map((lock) => writeLock(lock, href, now)).join(''),
};
/** Those that are told to whoever asks for them alone: they cost a question of their own. */
const ASKED: Readonly<Record<string, Live>> = {
  'quota-used-bytes': ({ room }) => room?.used.toString() ?? null,
  'quota-available-bytes': ({ room }) => room?.left.toString() ?? null,
};
export const isLive = (name: string): boolean => Object.hasOwn(LIVE, name) || Object.hasOwn(ASKED, name);

/** What a program wants to know: everything, the names of everything, or some properties. */
export type Wish =
  | { readonly kind: 'all' | 'names' }
  | { readonly kind: 'some'; readonly names: readonly Pick<XmlElement, 'uri' | 'local'>[] };

/** Most properties that are asked for at once. */
const WISHES = 200;

/** The body of PROPFIND; null: it has none. Answers null for what is no such body. */
export function toWish(body: XmlElement | null): Wish | null {
  if (body === null) return { kind: 'all' };
  if (!isOf(body, 'propfind')) return null;
  const prop = childOf(body, 'prop');
  if (prop) {
    const names = elementsOf(prop);
    return names.length <= WISHES ? { kind: 'some', names } : null;
  }
  if (childOf(body, 'propname')) return { kind: 'names' };
  return childOf(body, 'allprop') ? { kind: 'all' } : null;
}

export const wantsRoom = (wish: Wish): boolean =>
  wish.kind === 'some' && wish.names.some(({ uri, local }) => uri === DAV && Object.hasOwn(ASKED, local));

const status = (inner: string, code: string) =>
  inner === '' ? '' : `<D:propstat><D:prop>${inner}</D:prop><D:status>HTTP/1.1 ${code}</D:status></D:propstat>`;
const live = (name: string, value: string) => (value === '' ? `<D:${name}/>` : `<D:${name}>${value}</D:${name}>`);
const emptyOf = ({ uri, local }: Pick<XmlElement, 'uri' | 'local'>) =>
  uri === DAV ? `<D:${local}/>` : `<${local} xmlns="${escapeXml(uri)}"/>`;

/** One thing of an answer with what was asked of it. */
export function writeResponse(href: string, shown: Shown, dead: readonly DavProperty[], wish: Wish): string {
  let found = '';
  let missing = '';
  if (wish.kind === 'some')
    for (const asked of wish.names) {
      const read = asked.uri === DAV && isLive(asked.local) ? (LIVE[asked.local] ?? ASKED[asked.local]) : undefined;
      const value = read?.(shown, href) ?? null;
      const kept = dead.find(({ namespace, name }) => namespace === asked.uri && name === asked.local);
      if (value !== null) found += live(asked.local, value);
      else if (kept) found += kept.content;
      else missing += emptyOf(asked);
    }
  else {
    for (const [name, read] of Object.entries(LIVE)) {
      const value = read(shown, href);
      if (value !== null) found += live(name, wish.kind === 'names' ? '' : value);
    }
    for (const one of dead)
      found += wish.kind === 'names' ? emptyOf({ uri: one.namespace, local: one.name }) : one.content;
  }
  const said = status(found, '200 OK') + status(missing, '404 Not Found');
  return `<D:response><D:href>${href}</D:href>${said === '' ? '<D:propstat><D:prop/><D:status>HTTP/1.1 200 OK</D:status></D:propstat>' : said}</D:response>`;
}
