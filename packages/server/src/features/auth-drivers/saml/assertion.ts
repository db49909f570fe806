import { NAME_ID } from '@kreide/core/features/auth-drivers';
import type { ValuesOf } from '../compared.ts';
import { type NamedPerson, toNamedPerson } from '../proposing.ts';
import { fine, type Said, wrong } from '../said.ts';
import { childrenOf, type Element, NAMESPACES, within } from './document.ts';

/** Clocks of services are that much off, ms. */
const CLOCK_TOLERANCE = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Longest name or value that is kept of somebody. */
const LONGEST = 500;

const { assertion: ASSERTION } = NAMESPACES;

/** What an answer has to say to be one to what was asked. */
export interface Expected {
  readonly request_id: string;
  readonly acs_url: string;
  readonly entity_id: string;
}

/** What a driver reads of somebody. */
export interface ReadOf {
  readonly match_claim: string;
  /** Null: the name itself. */
  readonly subject_attribute: string | null;
}

/** Somebody whom the service has named. */
export interface Named {
  readonly subject: string;
  /** What is compared with accounts; null: the service says no one thing of it. */
  readonly wanted: string | null;
  /** By which the service is told that they sign out. */
  readonly name_id: string;
  readonly name_format: string | null;
  readonly session_index: string | null;
  /** How they have proven there who they are (AuthnContextClassRef); null: it does not say one thing of it. */
  readonly context: string | null;
  /** By what they may be somebody whom nobody knows by their key. */
  readonly person: NamedPerson | null;
}

const only = (element: Element | undefined, name: string): Element | undefined => {
  const found = element ? childrenOf(element, ASSERTION, name) : [];
  return found.length === 1 ? found[0] : undefined;
};
const textOf = (element: Element): string =>
  [...within(element)]
    .map(({ text }) => text)
    .join('')
    .trim();
const timeOf = (text: string | undefined): number => (text === undefined ? Number.NaN : Date.parse(text));

/** To whom it is addressed, as an answer to which request: in what is signed, whoever has forwarded it. */
function lookAtRecipient(assertion: Element, { acs_url, request_id }: Expected): Said {
  const confirmations = childrenOf(only(assertion, 'Subject') ?? assertion, ASSERTION, 'SubjectConfirmation');
  const data = confirmations
    .filter(({ attributes }) => attributes.Method === BEARER)
    .map((one) => only(one, 'SubjectConfirmationData'));
  const [one] = data;
  if (!one || data.length !== 1) return wrong('recipient', 'noRecipient', { address: acs_url });
  const { Recipient = '', InResponseTo } = one.attributes;
  if (Recipient !== acs_url)
    return wrong('recipient', 'otherDestination', { found: Recipient || '-', address: acs_url });
  if (InResponseTo !== request_id) return wrong('recipient', 'otherRequest');
  return fine('recipient', 'recipient', { address: acs_url });
}

function lookAtAudience(assertion: Element, { entity_id }: Expected): Said {
  const conditions = only(assertion, 'Conditions');
  const restrictions = conditions ? childrenOf(conditions, ASSERTION, 'AudienceRestriction') : [];
  const named = restrictions.map((one) => childrenOf(one, ASSERTION, 'Audience').map(textOf));
  // Each restriction has to name us.
  if (named.length > 0 && named.every((names) => names.includes(entity_id)))
    return fine('audience', 'audience', { name: entity_id });
  return wrong('audience', 'otherAudience', { found: named.flat().join(', ') || '-', name: entity_id });
}

/** Is it good now? Where it is not, the clock of the service may be the reason, which is told. */
function lookAtClock(assertion: Element, now: Date): Said {
  const at = now.getTime();
  const [conditions] = childrenOf(assertion, ASSERTION, 'Conditions');
  const confirmed = [...within(assertion)].filter(({ name }) => name === 'SubjectConfirmationData');
  const sessions = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  const begins = [conditions, ...confirmed].map((one) => one?.attributes.NotBefore);
  const ends = [
    conditions?.attributes.NotOnOrAfter,
    ...sessions.map(({ attributes }) => attributes.SessionNotOnOrAfter),
  ];
  const issued = timeOf(assertion.attributes.IssueInstant);
  // In minutes; less than two is none that is told.
  const off = `${Math.max(2, Math.round(Math.abs(issued - at) / 60_000))}`;
  // What confirms somebody has an end, or it could be used for ever (SAML 2.0 Profiles §4.1.4.2).
  const needed = confirmed.map((one) => timeOf(one.attributes.NotOnOrAfter));
  const times = [...begins, ...ends].filter((one) => one !== undefined).map(timeOf);
  if ([issued, ...needed, ...times].some(Number.isNaN) || sessions.length === 0) return wrong('answer', 'malformed');
  const isEarly = [issued, ...begins.filter((one) => one !== undefined).map(timeOf)].some(
    (begin) => begin - CLOCK_TOLERANCE > at,
  );
  if (isEarly) return wrong('clock', 'clockAhead', { off });
  const isLate = [...needed, ...ends.filter((one) => one !== undefined).map(timeOf)].some(
    (end) => end + CLOCK_TOLERANCE <= at,
  );
  if (isLate) return wrong('clock', issued + 2 * CLOCK_TOLERANCE < at ? 'clockBehind' : 'expired', { off });
  return fine('clock', 'clock');
}

/** The values of an attribute by its name, else by the name that people read. */
function attributesOf(assertion: Element) {
  const all = childrenOf(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
    .map((attribute) => ({
      name: attribute.attributes.Name ?? '',
      friendly: attribute.attributes.FriendlyName,
      values: childrenOf(attribute, ASSERTION, 'AttributeValue')
        .map(textOf)
        .filter((value) => value !== ''),
    }));
  const valuesOf = (wanted: string) => {
    const named = all.filter(({ name }) => name === wanted);
    const found = named.length > 0 ? named : all.filter(({ friendly }) => friendly === wanted);
    return [...new Set(found.flatMap(({ values }) => values))];
  };
  const known = all.map(({ name, friendly }) => (friendly && friendly !== name ? `${name} (${friendly})` : name));
  return { valuesOf, known: [NAME_ID, ...known].join(', ') };
}

function lookAtPerson(
  assertion: Element,
  { match_claim, subject_attribute }: ReadOf,
): { said: Said; named: Named | null; valuesOf: ValuesOf } {
  const name = only(only(assertion, 'Subject'), 'NameID');
  const name_id = name ? textOf(name) : '';
  if (!name || name_id === '' || name_id.length > LONGEST)
    return { said: wrong('attributes', 'nameMissing'), named: null, valuesOf: () => [] };
  const { known, ...attributes } = attributesOf(assertion);
  const valuesOf = (attribute: string) => (attribute === NAME_ID ? [name_id] : attributes.valuesOf(attribute));
  const onlyValue = (attribute: string) => {
    const values = valuesOf(attribute);
    const [value = null] = values;
    return values.length === 1 && (value?.length ?? 0) <= LONGEST ? value : null;
  };
  const name_format = name.attributes.Format ?? null;
  // Another one each time: whoever was known by it would be somebody else the next day.
  if (subject_attribute === null && name_format?.endsWith(':transient'))
    return { said: wrong('attributes', 'nameTransient', { known }), named: null, valuesOf };
  const subject = onlyValue(subject_attribute ?? NAME_ID);
  const wanted = onlyValue(match_claim);
  const missing = [subject === null ? (subject_attribute ?? NAME_ID) : null, wanted === null ? match_claim : null];
  const names = [...new Set(missing.filter((one) => one !== null))].join(', ');
  const said = names
    ? wrong('attributes', 'attributeMissing', { names, known })
    : fine('attributes', 'attributes', { name: subject_attribute ?? NAME_ID, known });
  const [session, ...others] = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  const reference = others.length === 0 ? only(only(session, 'AuthnContext'), 'AuthnContextClassRef') : undefined;
  const context = reference ? textOf(reference) : null;
  const session_index = session?.attributes.SessionIndex ?? null;
  const named =
    subject === null
      ? null
      : { subject, wanted, name_id, name_format, session_index, context, person: toNamedPerson('SAML', valuesOf) };
  return { said, named, valuesOf };
}

/**
 * Reads what the service has signed. Null: it names nobody who can be signed in. The last step says why; an attribute that is only compared
 * may be missing, since whoever has come before is known without it.
 */
export function readAssertion(
  assertion: Element,
  expected: Expected,
  read: ReadOf,
  now: Date,
): { steps: Said[]; named: Named | null; valuesOf: ValuesOf } {
  const steps: Said[] = [];
  const looks = [
    () => lookAtRecipient(assertion, expected),
    () => lookAtAudience(assertion, expected),
    () => lookAtClock(assertion, now),
  ];
  for (const look of looks) {
    const one = look();
    steps.push(one);
    if (!one.is_fine) return { steps, named: null, valuesOf: () => [] };
  }
  const { said, ...person } = lookAtPerson(assertion, read);
  steps.push(said);
  return { steps, ...person };
}
