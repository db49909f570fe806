import type { FastifyRequest } from 'fastify';
import { refuse } from './failures.ts';

/** Where the files of schools lie. */
export const DAV_PATH = '/dav/files';

/** An address of this server: the school, and the names that lead to something. */
export interface DavAddress {
  readonly slink: string;
  readonly names: readonly string[];
  /** It ends with a slash. */
  readonly isFolder: boolean;
}

/** Most names of an address, and most characters of it. */
const MAXIMUM = { names: 40, characters: 8000 };

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function decodeName(part: string): string {
  try {
    const name = decodeURIComponent(part);
    // Nothing has such a name; the database would not even look for it.
    if (/[/\\\p{Cc}]/u.test(name) || name === '.' || name === '..' || !name.isWellFormed()) return refuse(400);
    return name.normalize('NFC');
  } catch {
    return refuse(400);
  }
}

/** The parts of a path as it was sent. A name that nothing can have, `..` and a fragment are refused with 400. */
export function parsePath(sent: string): DavAddress {
  const [path = ''] = sent.split('?');
  if (path.length > MAXIMUM.characters) return refuse(414);
  if (path.includes('#') || !path.startsWith(`${DAV_PATH}/`)) return refuse(400);
  const parts = path.slice(DAV_PATH.length + 1).split('/');
  const [slink = '', ...names] = parts.filter((part) => part !== '').map(decodeName);
  if (names.length > MAXIMUM.names) return refuse(414);
  return { slink: slink.toLowerCase(), names, isFolder: parts.at(-1) === '' };
}

export const toHref = ({ slink, names, isFolder }: DavAddress): string =>
  [DAV_PATH, encodeURIComponent(slink), ...names.map(encodeURIComponent)].join('/') + (isFolder ? '/' : '');

/** Where something is copied or moved to: on this server and in the same school, or refused with 502. */
export function parseDestination(
  { request, hosts }: { readonly request: FastifyRequest; readonly hosts: readonly string[] },
  { slink }: DavAddress,
): DavAddress {
  const sent = headerOf(request, 'destination');
  if (sent === undefined) return refuse(400);
  let path = sent;
  if (!sent.startsWith('/')) {
    if (!URL.canParse(sent)) return refuse(400);
    // Proxies say another scheme than the program: the host decides.
    if (!hosts.includes(new URL(sent).host)) return refuse(502);
    path = sent.replace(/^[^:]+:\/\/[^/]*/, '');
  }
  if (!path.startsWith(`${DAV_PATH}/`)) return refuse(502);
  const address = parsePath(path);
  return address.slink === slink ? address : refuse(502);
}

export type Depth = 0 | 1 | 'infinity';

/** How deep a call goes; `fallback` where it does not say it. */
export function parseDepth(request: FastifyRequest, fallback: Depth): Depth {
  const sent = headerOf(request, 'depth')?.trim().toLowerCase();
  if (sent === undefined) return fallback;
  if (sent === '0' || sent === '1') return sent === '0' ? 0 : 1;
  return sent === 'infinity' ? 'infinity' : refuse(400);
}

/** Whether what lies at the destination gives way. */
export function parseOverwrite(request: FastifyRequest): boolean {
  const sent = headerOf(request, 'overwrite')?.trim().toUpperCase();
  if (sent === undefined || sent === 'T') return true;
  return sent === 'F' ? false : refuse(400);
}

/** How long a lock holds: what a program asks for within these bounds, seconds. */
const LOCK_SECONDS = { least: 30, usual: 600, most: 3600 };

export function parseTimeout(request: FastifyRequest): number {
  const wishes = (headerOf(request, 'timeout') ?? '').split(',').map((one) => one.trim().toLowerCase());
  for (const wish of wishes) {
    if (wish === 'infinite') return LOCK_SECONDS.most;
    const seconds = /^second-(\d{1,10})$/.exec(wish)?.[1];
    if (seconds !== undefined) return Math.min(Math.max(Number(seconds), LOCK_SECONDS.least), LOCK_SECONDS.most);
  }
  return LOCK_SECONDS.usual;
}

export const TOKEN_PREFIX = 'urn:uuid:';

/** The token of a lock without its prefix; null: it is none of ours. */
export function toToken(sent: string): string | null {
  const uuid = sent.startsWith(TOKEN_PREFIX) ? sent.slice(TOKEN_PREFIX.length).toLowerCase() : '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid) ? uuid : null;
}

/** A condition on something: that it has an ETag, or that a lock holds it, or that it does not. */
export interface IfCondition {
  readonly isNot: boolean;
  readonly etag: string | null;
  readonly token: string | null;
}

/** Conditions that hold together, of the address that is asked for or of another; one list of all has to hold. */
export interface IfList {
  readonly path: string | null;
  readonly conditions: readonly IfCondition[];
}

const IF_MAXIMUM = 8000;
const CONDITION = /^\s*(Not\s+)?(?:<([^>]*)>|\[((?:W\/)?"[^"]*")\])/i;

function takeList(sent: string): { conditions: IfCondition[]; rest: string } {
  const conditions: IfCondition[] = [];
  let rest = sent;
  while (!/^\s*\)/.test(rest)) {
    const match = CONDITION.exec(rest);
    if (!match) return refuse(400);
    const [whole, not, token, etag] = match;
    conditions.push({ isNot: not !== undefined, token: token ?? null, etag: etag ?? null });
    rest = rest.slice(whole.length);
  }
  if (conditions.length === 0) return refuse(400);
  return { conditions, rest: rest.replace(/^\s*\)/, '') };
}

/** The lists of `If`; null: it was not sent. What cannot be read is refused with 400. */
export function parseIf(request: FastifyRequest): IfList[] | null {
  const sent = headerOf(request, 'if');
  if (sent === undefined) return null;
  if (sent.length > IF_MAXIMUM) return refuse(400);
  const lists: IfList[] = [];
  let rest = sent.trim();
  let path: string | null = null;
  while (rest !== '') {
    const tag: RegExpExecArray | null = /^<([^>]*)>\s*/.exec(rest);
    if (tag) {
      path = tag[1] ?? '';
      rest = rest.slice(tag[0].length);
    }
    if (!rest.startsWith('(')) return refuse(400);
    const taken = takeList(rest.slice(1));
    lists.push({ path, conditions: taken.conditions });
    rest = taken.rest.trim();
  }
  return lists.length > 0 ? lists : refuse(400);
}

export { headerOf };
