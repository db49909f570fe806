import { SignedXml } from 'xml-crypto';
import type { OwnKey } from '../../packages/server/src/features/auth-drivers/saml/own-certificate.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';

/** What stands in an answer; a test changes what it breaks. */
export interface AnswerParts {
  readonly issuer: string;
  /** Of the assertion, where it is another one. */
  readonly assertion_issuer?: string;
  /** How somebody has proven who they are (AuthnContext), as it is written. */
  readonly context?: string;
  readonly destination: string;
  readonly recipient: string;
  readonly audience: string;
  readonly in_response_to: string;
  readonly confirmed_for: string;
  readonly issued: Date;
  readonly begins: Date;
  readonly ends: Date;
  readonly status: string;
  /** As XML. */
  readonly name_id: string;
  readonly attributes: string;
  /** Before the document. */
  readonly prolog: string;
}

const PREFIXES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

export const nameId = (name: string, format = 'persistent') =>
  `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:${format}">${name}</saml:NameID>`;
export const attribute = (name: string, ...values: string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

/** An assertion about somebody, unsigned. */
export function writeAssertion(parts: AnswerParts, id = '_assertion'): string {
  const [issued, begins, ends] = [parts.issued, parts.begins, parts.ends].map((date) => date.toISOString());
  return `<saml:Assertion ${PREFIXES} ID="${id}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${parts.assertion_issuer ?? parts.issuer}</saml:Issuer><saml:Subject>${parts.name_id}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${parts.recipient}" InResponseTo="${parts.confirmed_for}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${begins}" NotOnOrAfter="${ends}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}" SessionIndex="session-1">${parts.context ?? ''}</saml:AuthnStatement><saml:AttributeStatement>${parts.attributes}</saml:AttributeStatement></saml:Assertion>`;
}

/** A response around whatever it holds, unsigned. */
export function writeResponse(parts: AnswerParts, content: string, id = '_response'): string {
  return `${parts.prolog}<samlp:Response ${PREFIXES} ID="${id}" Version="2.0" IssueInstant="${parts.issued.toISOString()}" Destination="${parts.destination}" InResponseTo="${parts.in_response_to}"><saml:Issuer>${parts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${parts.status}"/></samlp:Status>${content}</samlp:Response>`;
}

interface Signing {
  readonly transforms?: string[];
  readonly algorithm?: 'rsa-sha256' | 'rsa-sha1';
  /** Without the certificate in it. */
  readonly isBare?: boolean;
}

/** The same, with a signature of one of its elements in the place where SAML has it. */
export function signElement(
  xml: string,
  element: 'Response' | 'Assertion',
  key: OwnKey,
  signing: Signing = {},
): string {
  const { transforms = [ENVELOPED, EXCLUSIVE], algorithm = 'rsa-sha256', isBare = false } = signing;
  const isOld = algorithm === 'rsa-sha1';
  const signed = new SignedXml({
    privateKey: key.key,
    ...(isBare ? {} : { publicCert: key.certificate }),
    signatureAlgorithm: isOld ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : `${MORE}${algorithm}`,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  const path = `//*[local-name(.)='${element}']`;
  const digestAlgorithm = isOld ? 'http://www.w3.org/2000/09/xmldsig#sha1' : `${XMLENC}sha256`;
  signed.addReference({ xpath: path, transforms, digestAlgorithm });
  signed.computeSignature(xml, { location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signed.getSignedXml();
}

/** The description of a service with these keys. */
export function writeIdpMetadata(
  entity_id: string,
  keys: readonly { certificate: string }[],
  more: { address?: string; attributes?: string; sign_out?: boolean } = {},
): string {
  const { address = 'https://idp.school.example/sso', attributes = '', sign_out = true } = more;
  const binding = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"';
  const certificates = keys.map(
    ({ certificate }) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----.*-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const end = sign_out ? `<md:SingleLogoutService ${binding} Location="https://idp.school.example/slo"/>` : '';
  return `<?xml version="1.0"?><!-- as its maker has it --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity_id}" ${attributes}><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.join('')}${end}<md:SingleSignOnService ${binding} Location="${address}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
