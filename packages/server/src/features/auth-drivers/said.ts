import { type AuthDriverReport, SAML_ANSWER_STEPS, SAML_STEPS, SECOND_STEP } from '@kreide/core/features/auth-drivers';
import { type Language, type Translate, writeDate } from '@kreide/core/kernel';
import * as z from 'zod/mini';

/** What is said of a service of SAML, and of whoever signs in at any: each is a sentence of `auth-drivers:saml`. */
const WORDS = [
  'metadata',
  'metadataOver',
  'metadataSoon',
  'certificates',
  'certificateSoon',
  'certificatesOver',
  'address',
  'notXml',
  'notMetadata',
  'severalServices',
  'noService',
  'noAddress',
  'noCertificate',
  'notCertificate',
  'answer',
  'malformed',
  'forbidden',
  'refusedThere',
  'encrypted',
  'otherIssuer',
  'signature',
  'unsigned',
  'weak',
  'otherKey',
  'keyOver',
  'altered',
  'recipient',
  'otherDestination',
  'otherRequest',
  'noRecipient',
  'audience',
  'otherAudience',
  'clock',
  'clockAhead',
  'clockBehind',
  'expired',
  'attributes',
  'attributeMissing',
  'nameMissing',
  'nameTransient',
  'fitsOne',
  'fitsNobody',
  'fitsSeveral',
] as const;

/** The same of what a service of OpenID Connect answers to a trial: sentences of `auth-drivers:openid`. */
const OPENID_WORDS = [
  'answered',
  'refused',
  'otherAddress',
  'wrongClient',
  'notConfirmed',
  'wrongClock',
  'notSigned',
  'claims',
  'claimMissing',
  'claimUnverified',
  'stepSaid',
  'stepNotSaid',
] as const;
type OpenIdWord = (typeof OPENID_WORDS)[number];
type SamlWord = (typeof WORDS)[number];
export type Word = SamlWord | OpenIdWord;

const STEPS = [...SAML_STEPS, ...SAML_ANSWER_STEPS, SECOND_STEP] as const;
export type SaidStep = (typeof STEPS)[number];

/** What a step has found, before it is said in somebody's language. */
export const said = z.object({
  step: z.enum(STEPS),
  is_fine: z.boolean(),
  word: z.enum([...WORDS, ...OPENID_WORDS]),
  params: z.record(z.string(), z.string()),
});
export type Said = z.output<typeof said>;

export const fine = (step: SaidStep, word: Word, params: Record<string, string> = {}): Said => ({
  step,
  is_fine: true,
  word,
  params,
});
export const wrong = (step: SaidStep, word: Word, params: Record<string, string> = {}): Said => ({
  step,
  is_fine: false,
  word,
  params,
});

/** Sentences that `auth-drivers:directory` has already. */
const SHARED = ['fitsOne', 'fitsNobody', 'fitsSeveral'] as const;
const isOpenId = (word: Word): word is OpenIdWord => OPENID_WORDS.some((one) => one === word);
const isShared = (word: Word): word is (typeof SHARED)[number] => SHARED.some((one) => one === word);

/** The steps in words; `until` of what they found is a day. */
export function toSteps(steps: readonly Said[], t: Translate, language: Language): AuthDriverReport['steps'] {
  return steps.map(({ step, is_fine, word, params: { until, ...params } }) => {
    const day = until === undefined ? {} : { until: writeDate(language, until.slice(0, 10), 'dayMonthYear') };
    const shown = { ...params, ...day };
    const message = isShared(word)
      ? t(`auth-drivers:directory.${word}`, { name: params.name ?? '', value: params.value ?? '' })
      : isOpenId(word)
        ? t(`auth-drivers:openid.${word}`, shown)
        : t(`auth-drivers:saml.${word}`, shown);
    return { step, is_fine, message };
  });
}
