import { createPublicKey, type KeyObject } from 'node:crypto';
import { SaxesParser } from 'saxes';

/** What an office server says of itself (WOPI discovery): what it edits and where, and what it signs its requests with. */
export interface Discovery {
  /** By the extension: the address of the editor, with its placeholders. */
  readonly edit: ReadonlyMap<string, string>;
  /** What it signs with now, and what it signed with before; the second is missing until the first was changed. */
  readonly keys: readonly KeyObject[];
}

/** Why what a server has answered is no help. */
export type DiscoveryProblem = 'not_understood' | 'no_proof' | 'other_address' | 'no_editing';

/** Extensions are what names end with: letters and digits. */
const EXTENSION = /^[a-z0-9]{1,10}$/;
const MAXIMUM_ACTIONS = 2000;

interface Read {
  readonly actions: readonly { readonly ext: string; readonly url: string }[];
  readonly proof: Readonly<Record<string, string>> | null;
  readonly isDiscovery: boolean;
}

function read(text: string): Read | null {
  const actions: { ext: string; url: string }[] = [];
  let proof: Record<string, string> | null = null;
  let root: string | null = null;
  try {
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    // Entities of a document type of its own could grow without end, and no office server has one.
    parser.on('doctype', () => {
      throw new Error('a document type');
    });
    parser.on('opentag', ({ name, attributes }) => {
      root ??= name;
      if (name === 'proof-key') proof = attributes;
      const { name: action, ext = '', urlsrc = '' } = attributes;
      if (name !== 'action' || action !== 'edit' || actions.length >= MAXIMUM_ACTIONS) return;
      actions.push({ ext: ext.toLowerCase(), url: urlsrc });
    });
    parser.write(text).close();
  } catch {
    return null;
  }
  return { actions, proof, isDiscovery: root === 'wopi-discovery' };
}

/** A public key of RSA from its parts, as discovery has them; null: it is none. */
function toKey(modulus: string | undefined, exponent: string | undefined): KeyObject | null {
  if (!modulus || !exponent) return null;
  const [n, e] = [modulus, exponent].map((part) => Buffer.from(part, 'base64').toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'RSA', n: n ?? '', e: e ?? '' }, format: 'jwk' });
  } catch {
    return null;
  }
}

/** The address without its placeholders, which are no part of a URL. */
const plain = (url: string): string => url.replace(/<[^<>]*>/g, '');

/**
 * Reads what the office server at an origin answers. Its editors have to lie at the same origin, which is the one that the
 * operator has named and to which pages of ours may send somebody; and it has to sign its requests.
 */
export function parseDiscovery(text: string, origin: string): Discovery | DiscoveryProblem {
  const found = read(text);
  if (!found?.isDiscovery) return 'not_understood';
  const named = found.actions.filter(({ ext, url }) => EXTENSION.test(ext) && URL.canParse(plain(url)));
  if (named.length === 0) return 'no_editing';
  const own = named.filter(({ url }) => new URL(plain(url)).origin === origin);
  if (own.length === 0) return 'other_address';
  const { proof } = found;
  const keys = [toKey(proof?.modulus, proof?.exponent), toKey(proof?.oldmodulus, proof?.oldexponent)];
  if (keys[0] === null) return 'no_proof';
  return {
    edit: new Map(own.toReversed().map(({ ext, url }) => [ext, url])),
    keys: keys.filter((key) => key !== null && key !== undefined),
  };
}

/** What is filled in for a placeholder; everything else that an address offers is left out. */
const FILLED: Readonly<Record<string, 'language' | 'source'>> = {
  UI_LLCC: 'language',
  DC_LLCC: 'language',
  WOPI_SOURCE: 'source',
};

/** The address that edits one file: that of discovery, for somebody’s language and the place of the file at our server. */
export function toEditorAddress(urlsrc: string, values: { language: string; source: string }): string {
  const filled = urlsrc.replace(/<([^<>=]+)=([A-Z_]+)&?>/g, (_, name: string, placeholder: string) => {
    const key = FILLED[placeholder];
    return key ? `${name}=${encodeURIComponent(values[key])}&` : '';
  });
  const url = new URL(plain(filled));
  if (![...url.searchParams.keys()].some((key) => key.toLowerCase() === 'wopisrc'))
    url.searchParams.set('WOPISrc', values.source);
  url.searchParams.set('lang', values.language);
  return url.href;
}
