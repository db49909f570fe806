import type { AuthDriverDraft, AuthDriverReport } from '@kreide/core/features/auth-drivers';
import type { Issue, Language, Translate } from '@kreide/core/kernel';
import { type Outbound, OutboundError } from '../../../kernel/outbound/index.ts';
import { fine, type Said, toSteps, wrong } from '../said.ts';
import { type IdpDescription, MetadataRefused, readMetadata } from './metadata.ts';
import { fetchMetadata } from './provider.ts';

type Given = Pick<AuthDriverDraft, 'metadata' | 'metadata_url'>;

/** A certificate that is over this soon is told of, ms. */
const SOON_MS = 30 * 86_400_000;

/** The description that somebody has given, read from its address where they have given that; throws what `readMetadata` throws. */
async function describe({ metadata, metadata_url }: Given, outbound: Outbound) {
  const text = metadata_url === null ? (metadata ?? '') : await fetchMetadata(metadata_url.trim(), outbound);
  return { text, idp: readMetadata(text) };
}

/** Why a description cannot be used. */
function sayProblem(thrown: unknown, t: Translate): string {
  if (thrown instanceof OutboundError) return t(`auth-drivers:reason.${thrown.reason}`);
  if (thrown instanceof MetadataRefused) return t(`auth-drivers:saml.${thrown.problem}`);
  throw thrown;
}

/** What is kept of a description: the name of the service, and its text; or what is wrong with it. */
export async function describeGiven(
  given: Given,
  outbound: Outbound,
  t: Translate,
): Promise<{ issuer: string; metadata: string } | Issue> {
  try {
    const { text, idp } = await describe(given, outbound);
    return { issuer: idp.entity_id, metadata: text };
  } catch (thrown) {
    const path = given.metadata_url === null ? 'body.metadata' : 'body.metadata_url';
    return { path, rule: 'metadata', message: sayProblem(thrown, t) };
  }
}

function lookAtCertificates({ certificates }: IdpDescription, now: Date): Said {
  const last = certificates.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  const shown = { subject: last?.subject ?? '-', until: last?.until.toISOString() ?? '' };
  const left = (last?.until.getTime() ?? 0) - now.getTime();
  if (left <= 0) return wrong('certificates', 'certificatesOver', shown);
  return fine('certificates', left < SOON_MS ? 'certificateSoon' : 'certificates', shown);
}

/**
 * Looks at what a service of SAML says of itself, step by step; the first failure is the last step. What it answers can only be tried by
 * signing in there: null for the service where it does not come to that.
 */
export async function testSaml(
  given: Given,
  { outbound, t, language, now }: { outbound: Outbound; t: Translate; language: Language; now: Date },
): Promise<{ steps: AuthDriverReport['steps']; idp: IdpDescription | null }> {
  let idp: IdpDescription;
  try {
    ({ idp } = await describe(given, outbound));
  } catch (thrown) {
    return { steps: [{ step: 'metadata', is_fine: false, message: sayProblem(thrown, t) }], idp: null };
  }
  const { entity_id, valid_until, sign_in } = idp;
  // At an address they are read again every hour.
  const left =
    given.metadata_url === null && valid_until ? valid_until.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  const described =
    left < SOON_MS && valid_until
      ? fine('metadata', 'metadataSoon', { until: valid_until.toISOString() })
      : fine('metadata', 'metadata', { name: entity_id });
  const isOver = valid_until !== null && valid_until.getTime() <= now.getTime();
  const steps = isOver
    ? [wrong('metadata', 'metadataOver', { until: valid_until.toISOString() })]
    : [described, lookAtCertificates(idp, now)];
  const isFine = steps.every(({ is_fine }) => is_fine);
  if (isFine) steps.push(fine('address', 'address', { address: sign_in }));
  return { steps: toSteps(steps, t, language), idp: isFine ? idp : null };
}
