import type { NameIdFormat } from '@kreide/core/features/auth-drivers';
import type { SAML } from '@node-saml/node-saml';
import type { IdpCertificate, IdpDescription } from './metadata.ts';
import type { OwnKey } from './own-certificate.ts';

/** The addresses of this product for the service of one school. */
export interface OwnAddresses {
  readonly entity_id: string;
  readonly acs_url: string;
  readonly logout_url: string;
  readonly metadata_url: string;
}

/** This product as the service of a school sees it. */
export interface OwnParts {
  readonly addresses: OwnAddresses;
  readonly key: OwnKey;
  readonly name_id_format: NameIdFormat;
}

const FORMATS: Readonly<Record<NameIdFormat, string>> = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};

/** The addresses of a school; the name is that of the description, as federations have it. */
export function addressesOf(appUrl: string, slink: string): OwnAddresses {
  const base = `${appUrl.replace(/\/$/, '')}/v1/auth/saml/${slink}`;
  const metadata_url = `${base}/metadata`;
  return { entity_id: metadata_url, metadata_url, acs_url: `${base}/acs`, logout_url: `${base}/logout` };
}

interface ClientParts extends OwnParts {
  readonly idp: IdpDescription;
  /** Those that are believed. */
  readonly certificates: readonly IdpCertificate[];
  /** The signatures that have to hold: those that an answer has. */
  readonly signs?: { readonly response: boolean; readonly assertion: boolean };
  /** Of the request that is made. */
  readonly request_id?: string;
}

/** The library of the protocol; loaded when the first school uses it. */
const load = () => import('@node-saml/node-saml');

/**
 * The client of a service, which writes and signs requests and proves signatures. What an assertion says is not read here: `assertion.ts`
 * does it, with the clock of this server and in words.
 */
export async function toClient({
  addresses,
  key,
  name_id_format,
  idp,
  certificates,
  ...more
}: ClientParts): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await load();
  const { signs = { response: true, assertion: true }, request_id } = more;
  class Client extends SAML {
    protected override async processValidlySignedAssertionAsync(xml: string) {
      const named = { issuer: idp.entity_id, nameID: '', nameIDFormat: '' };
      return { profile: { ...named, getAssertionXml: () => xml }, loggedOut: false };
    }
  }
  return new Client({
    callbackUrl: addresses.acs_url,
    issuer: addresses.entity_id,
    logoutCallbackUrl: addresses.logout_url,
    entryPoint: idp.sign_in,
    logoutUrl: idp.sign_out ?? idp.sign_in,
    idpCert: certificates.map(({ pem }) => pem),
    privateKey: key.key,
    publicCert: key.certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: FORMATS[name_id_format],
    // How somebody has proven who they are is the business of the service.
    disableRequestedAuthnContext: true,
    wantAuthnResponseSigned: signs.response,
    wantAssertionsSigned: signs.assertion,
    validateInResponseTo: ValidateInResponseTo.never,
    ...(request_id === undefined ? {} : { generateUniqueId: () => request_id }),
  });
}

/** The description of this product for the service (SAML 2.0 Metadata). */
export async function writeMetadata({ addresses, key, name_id_format }: OwnParts): Promise<string> {
  const { generateServiceProviderMetadata } = await load();
  return generateServiceProviderMetadata({
    issuer: addresses.entity_id,
    callbackUrl: addresses.acs_url,
    logoutCallbackUrl: addresses.logout_url,
    identifierFormat: FORMATS[name_id_format],
    wantAssertionsSigned: true,
    privateKey: key.key,
    publicCerts: key.certificate,
    signatureAlgorithm: 'sha256',
  });
}
