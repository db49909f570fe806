import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as samlify from 'samlify';
import { createOwnKey, type OwnKey } from '../../packages/server/src/features/auth-drivers/saml/own-certificate.ts';
import { LOOPBACK } from './openid-peer.ts';

// What it reads was written by the server under test, and is looked at by the tests themselves.
samlify.setSchemaValidator({ validate: async () => 'fine' });

export interface SamlPerson {
  readonly name_id: string;
  readonly uid: string;
}

export interface SamlPeer extends AsyncDisposable {
  /** Its name, which is where it describes itself. */
  entity_id: string;
  /** What the server under test needs to reach it. */
  env: Record<string, string>;
  /** Who is at the browser. */
  who: SamlPerson;
  /** The description of the server under test: the peer takes requests of nobody else. */
  trust(metadata: string): void;
  /** The names of those who have signed out at it, with the sessions that they named. */
  left: { name_id: string; session: string }[];
  /** What its clock shows. */
  now: () => Date;
  /** Its description does not answer. */
  isAway: boolean;
  /** Signs with another key from now on, as services do now and then. */
  rotate(): Promise<void>;
}

/** A day in the past, and one that no test reaches. */
const FROM = new Date('2020-01-01T00:00:00Z');
const UNTIL = new Date('2060-01-01T00:00:00Z');

const TEMPLATE = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{StatusCode}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="{NameIDFormat}">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{SubjectConfirmationDataNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="urn:oid:0.9.2342.19200300.100.1.1" FriendlyName="uid"><saml:AttributeValue>{uid}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`;

const formTo = (address: string, fields: Record<string, string>) =>
  `<!doctype html><form method="post" action="${address}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`;

/** The query as it was signed: SAML 2.0 Bindings §3.4.4.1 signs the text, not what it means. */
function signedPart(url: URL): string {
  const parts = new Map(
    url.search
      .slice(1)
      .split('&')
      .map((part) => [part.split('=')[0] ?? '', part]),
  );
  return ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => parts.get(name) ?? []).join('&');
}

/** `samlify` on loopback as the service of a school: it takes signed requests alone, and signs its assertions. */
export async function startSamlPeer(): Promise<SamlPeer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entity_id = `${origin}/metadata`;
  const redirect = samlify.Constants.namespace.binding.redirect;
  const describe = (key: OwnKey) =>
    samlify.IdentityProvider({
      entityID: entity_id,
      privateKey: key.key,
      signingCert: key.certificate,
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      requestSignatureAlgorithm: samlify.Constants.algorithms.signature.RSA_SHA256,
      nameIDFormat: [samlify.Constants.namespace.format.persistent],
      singleSignOnService: [{ Binding: redirect, Location: `${origin}/sso` }],
      singleLogoutService: [{ Binding: redirect, Location: `${origin}/slo` }],
      loginResponseTemplate: { context: TEMPLATE, attributes: [] },
    });
  const make = async () => describe(await createOwnKey('Peer', FROM, UNTIL));
  let idp = await make();
  let sp: ReturnType<typeof samlify.ServiceProvider> | null = null;
  const peer: SamlPeer = {
    entity_id,
    env: LOOPBACK(origin),
    who: { name_id: 'person-1', uid: 'ada' },
    left: [],
    now: () => new Date(),
    isAway: false,
    async rotate() {
      idp = await make();
    },
    trust(metadata) {
      sp = samlify.ServiceProvider({ metadata, isAssertionEncrypted: false });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const queryOf = (request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', origin);
    return { url, query: Object.fromEntries(url.searchParams), octetString: signedPart(url) };
  };

  /** Whoever is at the browser, for the one who has asked. */
  async function signIn(request: IncomingMessage): Promise<string> {
    if (!sp) throw new Error('the peer trusts nobody yet');
    const { query, octetString } = queryOf(request);
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query, octetString });
    const acs = sp.entityMeta.getAssertionConsumerService('post') as string;
    const now = peer.now().getTime();
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const values = {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      IssueInstant: at(0),
      Destination: acs,
      SubjectRecipient: acs,
      InResponseTo: `${extract.request?.id ?? ''}`,
      Issuer: entity_id,
      StatusCode: samlify.Constants.StatusCode.Success,
      NameIDFormat: samlify.Constants.namespace.format.persistent,
      NameID: peer.who.name_id,
      uid: peer.who.uid,
      SubjectConfirmationDataNotOnOrAfter: at(300),
      ConditionsNotBefore: at(-5),
      ConditionsNotOnOrAfter: at(300),
      Audience: sp.entityMeta.getEntityID(),
      SessionIndex: 'session-1',
    };
    const fill = (template: string) => ({
      id: values.ID,
      context: samlify.SamlLib.replaceTagsByValue(template, values),
    });
    const { context } = await idp.createLoginResponse(sp, { extract }, 'post', {}, fill, false, query.RelayState);
    return formTo(acs, { SAMLResponse: context, RelayState: query.RelayState ?? '' });
  }

  async function signOut(request: IncomingMessage): Promise<string> {
    if (!sp) throw new Error('the peer trusts nobody yet');
    const { query, octetString } = queryOf(request);
    const { extract } = await idp.parseLogoutRequest(sp, 'redirect', { query, octetString });
    peer.left.push({ name_id: `${extract.nameID}`, session: `${extract.sessionIndex}` });
    const { context } = idp.createLogoutResponse(sp, { extract }, 'post', query.RelayState ?? '');
    return formTo(sp.entityMeta.getSingleLogoutService('post') as string, { SAMLResponse: context });
  }

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/metadata')
      return void (peer.isAway ? response.writeHead(503).end() : response.end(idp.getMetadata()));
    const work = pathname === '/sso' ? signIn(request) : pathname === '/slo' ? signOut(request) : null;
    if (work === null) return void response.writeHead(404).end();
    work.then(
      (page) => response.setHeader('content-type', 'text/html').end(page),
      (thrown) => response.writeHead(400).end(String(thrown)),
    );
  });
  return peer;
}
