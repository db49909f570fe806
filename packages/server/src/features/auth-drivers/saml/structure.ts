import { type Said, wrong } from '../said.ts';
import { childrenOf, type Element, isOf, NAMESPACES, within } from './document.ts';

/** What has to be known of a response before its signature is looked at. */
export interface Structure {
  readonly response: Element;
  readonly assertion: Element;
  /** Which of the two is signed: each signature that is there has to hold. */
  readonly signs: { readonly response: boolean; readonly assertion: boolean };
  /** The certificate that it names itself, as base64; null: none. It is believed in nothing. */
  readonly certificate: string | null;
}

const { protocol, assertion: ASSERTION, signature: SIGNATURE } = NAMESPACES;

const TRANSFORMS = [`${SIGNATURE}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'];
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
/** What SHA-1 signs, others can sign as well by now. */
const STRONG = [`${MORE}rsa-sha256`, `${MORE}rsa-sha512`, 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'];
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

const allWithin = (root: Element, name: string) => [...within(root)].filter((element) => element.name === name);
const algorithmOf = (element: Element | undefined) => element?.attributes.Algorithm ?? '';

/** What a service says of why it signs nobody in, as it writes it, without the beginning that all have. */
function statusOf(response: Element): { isSuccess: boolean; code: string } {
  const [status] = childrenOf(response, protocol, 'Status');
  const codes = status ? allWithin(status, 'StatusCode').map(({ attributes }) => attributes.Value ?? '') : [];
  const message = status ? childrenOf(status, protocol, 'StatusMessage').map(({ text }) => text.trim()) : [];
  const parts = [...codes.map((code) => code.replace(/^.*:/, '')), ...message].filter(Boolean);
  return { isSuccess: codes[0]?.endsWith(':status:Success') ?? false, code: parts.join(', ').slice(0, 300) || '?' };
}

/** Does a signature cover the element in which it stands, whole, and nothing else? Null: it does. */
function problemOf(signature: Element, signed: Element): 'weak' | 'altered' | null {
  const [info, ...others] = childrenOf(signature, SIGNATURE, 'SignedInfo');
  if (!info || others.length > 0 || childrenOf(signature, SIGNATURE, 'Object').length > 0) return 'altered';
  const [reference, ...more] = childrenOf(info, SIGNATURE, 'Reference');
  if (!reference || more.length > 0 || allWithin(signature, 'Reference').length !== 1) return 'altered';
  const { ID } = signed.attributes;
  if (!ID || reference.attributes.URI !== `#${ID}`) return 'altered';
  const transforms = allWithin(signature, 'Transform').map(algorithmOf);
  const [canonical] = childrenOf(info, SIGNATURE, 'CanonicalizationMethod');
  const isPlain = transforms.length <= TRANSFORMS.length && transforms.every((one) => TRANSFORMS.includes(one));
  if (!isPlain || algorithmOf(canonical) !== TRANSFORMS[1]) return 'altered';
  const [method] = childrenOf(info, SIGNATURE, 'SignatureMethod');
  const [digest] = childrenOf(reference, SIGNATURE, 'DigestMethod');
  return STRONG.includes(algorithmOf(method)) && DIGESTS.includes(algorithmOf(digest)) ? null : 'weak';
}

/**
 * Looks at a response as it came, strictly: one response with one assertion in its place, signatures of just these two that cover them
 * whole, and no transformation that leaves out a part. So there is only one thing that a reader can take for what is signed.
 */
export function lookAt(root: Element): Structure | Said {
  if (!isOf(root, protocol, 'Response')) return wrong('answer', 'malformed');
  const { isSuccess, code } = statusOf(root);
  if (!isSuccess) return wrong('answer', 'refusedThere', { code });
  if ([...within(root)].some(({ name }) => name.startsWith('Encrypted'))) return wrong('answer', 'encrypted');
  const assertions = allWithin(root, 'Assertion');
  const [assertion] = childrenOf(root, ASSERTION, 'Assertion');
  if (!assertion || assertions.length !== 1 || allWithin(root, 'Response').length !== 1)
    return wrong('answer', 'forbidden');
  const places = [root, assertion].map((place) => ({ place, found: childrenOf(place, SIGNATURE, 'Signature') }));
  const signatures = allWithin(root, 'Signature');
  if (signatures.length === 0) return wrong('signature', 'unsigned');
  const standing = places.flatMap(({ found }) => found);
  if (standing.length !== signatures.length || places.some(({ found }) => found.length > 1))
    return wrong('signature', 'altered');
  for (const { place, found } of places)
    for (const signature of found) {
      const problem = problemOf(signature, place);
      if (problem) return wrong('signature', problem);
    }
  const [response, ofAssertion] = places.map(({ found }) => found.length === 1);
  const [certificate] = standing.flatMap((one) => allWithin(one, 'X509Certificate'));
  return {
    response: root,
    assertion,
    signs: { response: response === true, assertion: ofAssertion === true },
    certificate: certificate?.text ?? null,
  };
}

export const isSaid = (found: object): found is Said => 'word' in found;
