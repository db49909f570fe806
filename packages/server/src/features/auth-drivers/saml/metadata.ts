import { X509Certificate } from 'node:crypto';
import { childrenOf, DocumentRefused, type Element, isOf, NAMESPACES, readDocument, within } from './document.ts';

/** A certificate by which a service signs. */
export interface IdpCertificate {
  readonly pem: string;
  readonly subject: string;
  readonly fingerprint: string;
  readonly from: Date;
  readonly until: Date;
}

/** A service of SAML, as it describes itself. */
export interface IdpDescription {
  readonly entity_id: string;
  /** The page that browsers are sent to. */
  readonly sign_in: string;
  /** The page that ends a session there; null: it has none. */
  readonly sign_out: string | null;
  /** Also those that are over, or not good yet. */
  readonly certificates: readonly IdpCertificate[];
  /** Until when it says that this is so; null: without an end. */
  readonly valid_until: Date | null;
}

export type MetadataProblem =
  | 'notXml'
  | 'notMetadata'
  | 'severalServices'
  | 'noService'
  | 'noAddress'
  | 'noCertificate'
  | 'notCertificate';

/** A description that nobody can be signed in with, and why. */
export class MetadataRefused extends Error {
  readonly problem: MetadataProblem;
  constructor(problem: MetadataProblem) {
    super(`metadata is refused: ${problem}`);
    this.problem = problem;
  }
}

export const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const nameIn = (text: string) => /(?:^|\n)CN=([^\n]+)/.exec(text)?.[1] ?? text.replaceAll('\n', ', ');

/** What a certificate says of itself; null: the text is none. */
export function readCertificate(text: string): IdpCertificate | null {
  const plain = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(plain)) return null;
  try {
    const found = new X509Certificate(Buffer.from(plain, 'base64'));
    return {
      pem: found.toString(),
      subject: nameIn(found.subject),
      fingerprint: found.fingerprint256,
      from: new Date(found.validFrom),
      until: new Date(found.validTo),
    };
  } catch {
    return null;
  }
}

/** Services of which a description tells: itself, or what a federation has put into one. */
function servicesIn(root: Element): Element[] {
  const entities = [...within(root)].filter((element) => isOf(element, NAMESPACES.metadata, 'EntityDescriptor'));
  if (entities.length === 0) throw new MetadataRefused('notMetadata');
  return entities.filter((entity) => childrenOf(entity, NAMESPACES.metadata, 'IDPSSODescriptor').length > 0);
}

/** The address of a page that takes what it is asked as a part of its address. */
function addressOf(role: Element, name: string): string | null {
  const found = childrenOf(role, NAMESPACES.metadata, name).find(
    ({ attributes }) => attributes.Binding === REDIRECT_BINDING,
  );
  const address = URL.parse(found?.attributes.Location ?? '');
  return address && (address.protocol === 'https:' || address.protocol === 'http:') ? address.href : null;
}

function certificatesOf(role: Element): IdpCertificate[] {
  const keys = childrenOf(role, NAMESPACES.metadata, 'KeyDescriptor').filter(
    ({ attributes }) => attributes.use === undefined || attributes.use === 'signing',
  );
  const texts = keys
    .flatMap((key) => [...within(key)])
    .filter((element) => isOf(element, NAMESPACES.signature, 'X509Certificate'))
    .map(({ text }) => text);
  if (texts.length === 0) throw new MetadataRefused('noCertificate');
  const found = texts.map(readCertificate);
  if (found.includes(null)) throw new MetadataRefused('notCertificate');
  return [...new Map(found.flatMap((one) => (one ? [[one.fingerprint, one] as const] : []))).values()];
}

/** Reads what a service of SAML says of itself (SAML 2.0 Metadata); throws `MetadataRefused`. */
export function readMetadata(xml: string): IdpDescription {
  let root: Element;
  try {
    // Whoever has written a description by hand may have written comments.
    root = readDocument(xml.replace(/^\uFEFF/, ''), { hasComments: true });
  } catch (thrown) {
    if (thrown instanceof DocumentRefused) throw new MetadataRefused('notXml');
    throw thrown;
  }
  const [entity, other] = servicesIn(root);
  if (!entity) throw new MetadataRefused('noService');
  if (other) throw new MetadataRefused('severalServices');
  const [role] = childrenOf(entity, NAMESPACES.metadata, 'IDPSSODescriptor');
  const sign_in = role ? addressOf(role, 'SingleSignOnService') : null;
  const { entityID: entity_id = '', validUntil } = entity.attributes;
  if (!role || !sign_in || entity_id.trim() === '' || entity_id.length > 300) throw new MetadataRefused('noAddress');
  const end = validUntil === undefined ? Number.NaN : Date.parse(validUntil);
  return {
    entity_id,
    sign_in,
    sign_out: addressOf(role, 'SingleLogoutService'),
    certificates: certificatesOf(role),
    valid_until: Number.isNaN(end) ? null : new Date(end),
  };
}

/** Those by which it may sign now. */
export const goodCertificates = ({ certificates }: IdpDescription, now: Date): IdpCertificate[] =>
  certificates.filter(({ from, until }) => from.getTime() <= now.getTime() && until.getTime() > now.getTime());

/** By its own words it is not believed any more (SAML 2.0 Metadata §2.3.2). */
export const isOver = (idp: IdpDescription, now: Date): idp is IdpDescription & { readonly valid_until: Date } =>
  idp.valid_until !== null && idp.valid_until.getTime() <= now.getTime();
