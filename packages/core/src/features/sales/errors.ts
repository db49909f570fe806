import { declareErrors } from '../../kernel/errors.ts';

/** Errors of selling the product. */
export const salesErrors = declareErrors({
  /** A school was made of the lead already. */
  lead_activated: 409,
  /** Nobody sells to the lead any more; who changes that can go on. */
  lead_lost: 409,
  /** The leads are being fetched at this moment. */
  leads_syncing: 409,
  /** The source does not answer, or answers what is no lead. */
  lead_source_failed: 503,
  /** Another school has the short link that was wished. */
  slink_taken: 409,
  /** The school has as many partner contacts as it may. */
  partners_full: 409,
});

type Codes = typeof salesErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
