import type { SAML } from '@node-saml/node-saml';
import type { ValuesOf } from '../compared.ts';
import { fine, type Said, wrong } from '../said.ts';
import { type Expected, type Named, type ReadOf, readAssertion } from './assertion.ts';
import { type OwnParts, toClient } from './client.ts';
import { childrenOf, DocumentRefused, type Element, isOf, NAMESPACES, readDocument } from './document.ts';
import { goodCertificates, type IdpDescription, isOver, readCertificate } from './metadata.ts';
import { isSaid, lookAt, type Structure } from './structure.ts';

const { assertion: ASSERTION } = NAMESPACES;

interface Asked {
  readonly idp: IdpDescription;
  readonly own: OwnParts;
  readonly expected: Expected;
  readonly read: ReadOf;
  readonly now: Date;
}

const issuerOf = (element: Element) => childrenOf(element, ASSERTION, 'Issuer')[0]?.text.trim();

function readStrictly(xml: string): Element | Said {
  try {
    return readDocument(xml);
  } catch (thrown) {
    if (!(thrown instanceof DocumentRefused)) throw thrown;
    return wrong('answer', thrown.reason);
  }
}

/** Why a signature does not hold: whose it says that it is. */
function sayUnproven({ certificate }: Structure, idp: IdpDescription, now: Date): Said {
  const used = certificate === null ? null : readCertificate(certificate);
  const known = idp.certificates.map(({ subject }) => subject).join(', ');
  if (used && !idp.certificates.some(({ fingerprint }) => fingerprint === used.fingerprint))
    return wrong('signature', 'otherKey', { subject: used.subject, known });
  const over = used ?? idp.certificates[0];
  if (over && over.until.getTime() <= now.getTime())
    return wrong('signature', 'keyOver', { subject: over.subject, until: over.until.toISOString() });
  return used ? wrong('signature', 'altered') : wrong('signature', 'otherKey', { subject: '-', known });
}

/** The assertion as it was signed, and nothing besides; null: it is not, by none of the certificates. */
async function proven(client: SAML, encoded: string): Promise<Element | null> {
  const found = await client.validatePostResponseAsync({ SAMLResponse: encoded }).catch(() => null);
  const xml = found?.profile?.getAssertionXml?.();
  if (xml === undefined) return null;
  const element = readStrictly(xml);
  return isSaid(element) || !isOf(element, ASSERTION, 'Assertion') ? null : element;
}

/**
 * Judges what a service has sent through a browser (SAML 2.0 Profiles §4.1.4): first what it is made of, then who has signed it, then what it
 * says. What is read of somebody comes out of what was signed alone. The first failure is the last step.
 */
export async function judgeResponse(
  encoded: string,
  { idp, own, expected, read, now }: Asked,
): Promise<{ steps: Said[]; named: Named | null; valuesOf: ValuesOf }> {
  const end = (...steps: Said[]) => ({ steps, named: null, valuesOf: () => [] });
  const plain = encoded.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return end(wrong('answer', 'malformed'));
  const xml = Buffer.from(plain, 'base64').toString('utf8');
  const root = readStrictly(xml);
  if (isSaid(root)) return end(root);
  const structure = lookAt(root);
  if (isSaid(structure)) return end(structure);
  const { response, assertion } = structure;
  const issuers = [issuerOf(response) ?? issuerOf(assertion), issuerOf(assertion)];
  const other = issuers.find((one) => one !== idp.entity_id);
  if (issuers.includes(undefined) || other !== undefined)
    return end(wrong('answer', 'otherIssuer', { issuer: other ?? '-', name: idp.entity_id }));
  const answer = fine('answer', 'answer', { name: idp.entity_id });
  if (isOver(idp, now)) return end(answer, wrong('metadata', 'metadataOver', { until: idp.valid_until.toISOString() }));
  const certificates = goodCertificates(idp, now);
  const [first] = idp.certificates;
  if (certificates.length === 0)
    return end(
      answer,
      wrong('signature', 'keyOver', { subject: first?.subject ?? '-', until: first?.until.toISOString() ?? '' }),
    );
  const client = await toClient({ ...own, idp, certificates, signs: structure.signs });
  const signed = await proven(client, plain);
  if (!signed) return end(answer, sayUnproven(structure, idp, now));
  const used = structure.certificate === null ? null : readCertificate(structure.certificate);
  const shown = certificates.find(({ fingerprint }) => fingerprint === used?.fingerprint) ?? certificates[0];
  const signature = fine('signature', 'signature', {
    subject: shown?.subject ?? '-',
    until: shown?.until.toISOString() ?? '',
  });
  if (issuerOf(signed) !== idp.entity_id) return end(answer, wrong('signature', 'altered'));
  const { Destination, InResponseTo } = response.attributes;
  const { acs_url, request_id } = expected;
  // A response that is signed itself has to say where it goes (SAML 2.0 Bindings §3.5.5.2).
  if ((Destination ?? (structure.signs.response ? '' : acs_url)) !== acs_url)
    return end(
      answer,
      signature,
      wrong('recipient', 'otherDestination', { found: Destination ?? '-', address: acs_url }),
    );
  if ((InResponseTo ?? request_id) !== request_id) return end(answer, signature, wrong('recipient', 'otherRequest'));
  const { steps, ...person } = readAssertion(signed, expected, read, now);
  return { steps: [answer, signature, ...steps], ...person };
}
